import { createRequire } from 'node:module'
import { removedWarnings, withoutInvisible } from '../../../../lib/invisible.ts'
import { TaskError } from '../../../../lib/threads/errors.ts'
import { isWithin } from '../../../../lib/tree-limits.ts'
import { blocksOf, joined } from './markdown/blocks.ts'
import { elementsOfView } from './markdown/view.ts'

/** Depth up to which elements are converted. */
const MAX_DEPTH = 500

const load = createRequire(import.meta.url)

/**
 * Converts HTML of a page to Markdown: without text and characters that readers do not see, and with warnings about them. For pages whose
 * storage format cannot be converted. Throws a TaskError if elements are nested too deeply.
 */
export async function toMarkdown(html: string): Promise<{ value: string; warnings: string[] }> {
  const { parseFragment, serialize }: typeof import('parse5') = load('parse5')
  const { removeHidden } = await import('../../../../lib/html/hidden.ts')
  const fragment = parseFragment(html)
  if (!isWithin(fragment, { depth: MAX_DEPTH })) throw new TaskError(`elements are nested more than ${MAX_DEPTH} levels deep`)
  const hidden = removeHidden(fragment)
  const { text, found } = withoutInvisible(serialize(fragment))
  const clean = found.size === 0 ? fragment : parseFragment(text)
  const root = elementsOfView(clean.childNodes)
  const source = { storage: '', hidden: new Set<never>(), names: new Map(), atoms: [], marked: [], omitted: 0, isView: true }
  return { value: joined(blocksOf(root.children, source, 0)), warnings: [...hidden, ...removedWarnings(found)] }
}
