import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import { OperationError } from '../../../../contract/errors.ts'
import type { SharedStore } from '../../../../contract/runtime.ts'
import { withTimeout } from '../../../../lib/timeout.ts'

/** The part of a page that a caller read last, if that was not all of it. */
export interface PartialRead {
  format: 'storage' | 'markdown'
  offset: number
  end: number
}

const Stored = Type.Object({
  format: Type.Union([Type.Literal('storage'), Type.Literal('markdown')]),
  offset: Type.Integer(),
  end: Type.Integer()
})

/** Remembers which pages a caller read in part, so that a part is not written back as the page. */
export interface ReadMemory {
  /** `undefined`: the whole page was read. */
  note: (callerId: string, page_id: string, read: PartialRead | undefined) => Promise<void>
  recall: (callerId: string, page_id: string) => Promise<PartialRead | undefined>
}

const AGE_MS = 86_400_000
/** Maximum wait for Redis. Without it, only this process remembers. */
const MAX_WAIT_MS = 250
const MAX_REMEMBERED = 5000

export function createReadMemory(shared: SharedStore): ReadMemory {
  const own = new LRUCache<string, PartialRead | 'whole'>({ max: MAX_REMEMBERED, ttl: AGE_MS })
  const nameOf = (callerId: string, page_id: string): string => `read ${callerId} ${page_id}`
  const fetched = async (name: string): Promise<string | undefined> => {
    try {
      return await withTimeout(shared.get(name), MAX_WAIT_MS)
    } catch {
      return undefined
    }
  }
  const parsed = (text: string | undefined): PartialRead | undefined => {
    const value: unknown = text === undefined || text === '' ? undefined : JSON.parse(text)
    return Check(Stored, value) ? value : undefined
  }
  return {
    async note(callerId, page_id, read) {
      const name = nameOf(callerId, page_id)
      const known = own.get(name)
      own.set(name, read ?? 'whole')
      // Most pages are read as a whole, and no part of them was before.
      if (!read && (known === 'whole' || (known === undefined && !(await fetched(name))))) return
      await withTimeout(shared.set(name, read ? JSON.stringify(read) : '', AGE_MS), MAX_WAIT_MS).catch(() => undefined)
    },
    async recall(callerId, page_id) {
      const name = nameOf(callerId, page_id)
      const text = await fetched(name)
      if (text !== undefined) return parsed(text)
      const known = own.get(name)
      return known === 'whole' ? undefined : known
    }
  }
}

/** Ends of lines and of blocks. */
const ENDS = /\n|(?<=<\/(?:p|h[1-6]|li|tr|ac:task|ac:structured-macro)>)/

const piecesOf = (text: string): string[] =>
  text
    .split(ENDS)
    .map(piece => piece.trim())
    .filter(piece => /[\p{L}\p{N}]/u.test(piece))

/** A content is a part of the page if at least this share of it was read, and less than this share of the rest is in it. */
const SHARE = 0.5

/** Whether content is what a caller read of a page, without the rest of the page. */
export function lacksTheRest(content: string, whole: string, { offset, end }: PartialRead): boolean {
  const read = new Set(piecesOf(whole.slice(offset, end)))
  const rest = [...piecesOf(whole.slice(0, offset)), ...piecesOf(whole.slice(end))]
  const written = piecesOf(content)
  if (rest.length === 0 || written.length === 0) return false
  const present = new Set(written)
  const restored = rest.filter(piece => present.has(piece)).length
  const repeated = written.filter(piece => read.has(piece)).length
  return repeated >= written.length * SHARE && restored < rest.length * SHARE
}

export const partialContent = (title: string, id: string): OperationError =>
  new OperationError(
    'partial_content',
    `The content is the part of the page "${title}" (${id}) that you read: writing it would delete the rest. Nothing was written.`,
    {
      source: 'gateway',
      outcome: 'not_executed',
      suggestions: [
        'Use confluence_update_section to replace, extend or insert one section.',
        'Or read the rest with body_offset, and send the whole body.'
      ]
    }
  )
