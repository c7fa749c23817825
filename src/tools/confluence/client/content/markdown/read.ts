import { type Found, removedWarnings, withoutInvisible } from '../../../../../lib/invisible.ts'
import { TaskError } from '../../../../../lib/threads/errors.ts'
import { blocksOf, rawFence } from './blocks.ts'
import { hiddenElements } from './hidden-elements.ts'
import type { Source } from './inline.ts'
import { firstMisread } from './merge.ts'
import type { Block } from './parts.ts'
import { type Element, isElement, type Node, parseStorage, TooDeep } from './tree.ts'

/** The parts of a page in storage format. */
export interface Parts {
  blocks: Block[]
  source: Source
  warnings: string[]
}

/** How often a part that Markdown would misread is replaced by a marked block. */
const MAX_MISREAD = 50

/** What a conversion needs of a page. Undefined if the storage is not well-formed, or nested too deeply. */
export async function sourceOf(storage: string, names: ReadonlyMap<string, string>) {
  const root = parsed(storage)
  if (!root) return undefined
  const found = cleanTexts(root)
  const { hidden, warnings } = await hiddenElements(root, storage)
  const source: Source = { storage, hidden, names, atoms: [], marked: [], omitted: 0 }
  return { root, source, warnings, found }
}

/** Splits storage into parts with their Markdown; undefined if it is not well-formed, or nested too deeply. */
export async function readParts(storage: string, names: ReadonlyMap<string, string>): Promise<Parts | undefined> {
  const read = await sourceOf(storage, names)
  if (!read) return undefined
  const { root, source, warnings, found } = read
  const blocks = blocksOf(root.children, source, 0)
  for (let times = 0; ; times++) {
    const place = firstMisread(blocks)
    const block = place === undefined ? undefined : blocks[place]
    if (place === undefined || !block) break
    if (times > MAX_MISREAD || block.kind === 'raw' || block.kind === 'boundary') throw new TaskError('its parts cannot be separated')
    const raw = storage.slice(block.from, block.to)
    source.marked.push(raw)
    blocks[place] = { kind: 'raw', markdown: rawFence(raw), from: block.from, to: block.to }
  }
  const omitted = source.omitted === 0 || warnings.length > 0 ? [] : ['Hidden text was omitted: macros that hold it are not shown.']
  return { blocks, source, warnings: [...warnings, ...omitted, ...removedWarnings(found)] }
}

function parsed(storage: string): Element | undefined {
  try {
    return parseStorage(storage)
  } catch (error) {
    if (error instanceof TooDeep) return undefined
    throw error
  }
}

/** Removes characters from texts that readers do not see. */
function cleanTexts(root: Element): Found {
  const all = new Map<Parameters<Found['get']>[0], number>()
  const open: Node[] = [...root.children]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isElement(node)) open.push(...node.children)
    if (node.type !== 'text') continue
    const { text, found } = withoutInvisible(node.text)
    node.text = text
    for (const [kind, count] of found) all.set(kind, (all.get(kind) ?? 0) + count)
  }
  return all
}
