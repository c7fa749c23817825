import { joined } from './markdown/blocks.ts'
import { readParts } from './markdown/read.ts'

/** The Markdown of a page, and what to warn of. */
export interface PageMarkdown {
  value: string
  warnings: string[]
}

/**
 * Converts storage to Markdown that can be written back. `names`: those of people, by their ID. Undefined if the storage is not
 * well-formed, or nested too deeply.
 */
export async function pageToMarkdown(
  storage: string,
  names: readonly (readonly [id: string, name: string])[] = []
): Promise<PageMarkdown | undefined> {
  const parts = await readParts(storage, new Map(names))
  return parts && { value: joined(parts.blocks), warnings: parts.warnings }
}
