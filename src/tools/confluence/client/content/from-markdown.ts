import { MATH_BLOCK, MATH_INLINE } from './markdown/inline.ts'
import { mergeBlocks } from './markdown/merge.ts'
import { type Env, markdownParser } from './markdown/parser.ts'
import { type Parts, readParts } from './markdown/read.ts'
import { macrosIn } from './storage.ts'

/**
 * The storage format, with the elements of marked blocks that it no longer has; or the macro that the Markdown contains as text. Undefined
 * `removed`: none.
 */
export type Converted = { storage: string; removed: string[] } | { macro: string }

/**
 * Converts Markdown to storage format. `before`: the current body. What did not change in its Markdown keeps its bytes. HTML becomes text,
 * except the tags that Markdown has no syntax for.
 */
export async function fromMarkdown(markdown: string, before: string): Promise<Converted> {
  const text = markdown.replace(/\r\n?/g, '\n')
  const parts = before === '' ? undefined : await readParts(before, new Map())
  const env: Env = { known: knownIn(parts), math: mathIn(before) }
  const storage = mergeBlocks(parts?.blocks ?? [], text, { storage: before, env })
  if (env.macro !== undefined) return { macro: env.macro }
  const gone = parts ? [...new Set(parts.source.marked)].filter(piece => !storage.includes(piece)) : before === '' ? [] : [before]
  return { storage, removed: [...new Set(gone.flatMap(piece => namesIn(piece)))] }
}

const namesIn = (piece: string): string[] => {
  const macros = macrosIn(piece)
  return macros.length > 0 ? macros : [/<([\w:-]+)/.exec(piece)?.[1] ?? 'text']
}

/** Elements of the page by the storage that Markdown gives them, so that they keep their IDs. */
function knownIn(parts: Parts | undefined): Map<string, string> {
  const known = new Map<string, string>()
  const parser = markdownParser()
  for (const { markdown, storage } of parts?.source.atoms ?? []) {
    if (/^:[^:\s]+:$/.test(markdown)) known.set(markdown, storage)
    else known.set(parser.renderInline(markdown, { known: new Map() }).trim(), storage)
  }
  return known
}

/** The macros that the page has for formulas: apps have different ones. */
const mathIn = (storage: string): Env['math'] => ({
  block: MATH_BLOCK.find(name => storage.includes(`ac:name="${name}"`)) ?? 'mathblock',
  inline: MATH_INLINE.find(name => storage.includes(`ac:name="${name}"`)) ?? 'mathinline'
})
