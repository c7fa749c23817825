import { OperationError } from '../../contract/errors.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { type Position, prefixDigest } from './slice.ts'

type Input = Record<string, unknown>

/** A position from a cursor, not yet compared with the value. */
export interface Continuation {
  /** Digest of the text before the position, which detects that it has changed. */
  digest: string
  position: Position
}

/** Returns the cursor of a position in a value. */
export const encodeContinuation = (value: unknown, position: Position): string => encodeCursor([prefixDigest(value, position), ...position])

/** Throws invalid_field_value if the text is not such a cursor. */
export function decodeContinuation(text: string): Continuation {
  const [digest, ...position] = decodeCursor(text)
  if (typeof digest !== 'string' || !position.every(isStep)) throw invalidCursor()
  return { digest, position }
}

const isStep = (step: unknown): step is string | number => typeof step === 'string' || (Number.isSafeInteger(step) && Number(step) >= 0)

/** Throws if the text before the position has changed since the cursor was issued: the parts would not fit together. */
export function checkUnchanged(value: unknown, { digest, position }: Continuation): void {
  if (prefixDigest(value, position) !== digest)
    throw cursorError('The data has changed since the cursor was issued: start again without a cursor.', 'no cursor, to start again')
}

export const invalidCursor = (): OperationError =>
  cursorError('`cursor` was not returned by this operation.', 'next_cursor of the previous response, with the same input')

const cursorError = (message: string, expected: string): OperationError =>
  new OperationError('invalid_field_value', message, {
    source: 'gateway',
    outcome: 'not_executed',
    issues: [{ path: 'cursor', message: 'does not belong to this response', expected }]
  })

/** Start of a page of the upstream. */
export interface PageStart {
  cursor?: string
  limit: number
  /** The upstream's own paging, if that determines the page. */
  own?: Input
}

const OWN_PAGING = ['page', 'per_page', 'start']

/** Position of a response in a list: the page, the number of its items before, and the position within the next item or another property. */
export interface ListPosition {
  start: PageStart
  skip: number
  within?: Continuation
}

/** Returns the position that the input names. A cursor of the gateway may name one within a page. */
export function listPosition(input: Input): ListPosition {
  const { cursor, limit } = input
  const [, skip, size, inner, kind, rest = ''] = WITHIN_PAGE.exec(typeof cursor === 'string' ? cursor : '') ?? []
  const within = inner === undefined ? {} : { within: decodeContinuation(inner) }
  if (kind === '=') return { start: { cursor: rest, limit: Number(size) }, skip: Number(skip), ...within }
  if (kind === '?') return { start: { limit: Number(size), own: ownPaging(rest) }, skip: Number(skip), ...within }
  const own = Object.fromEntries(OWN_PAGING.flatMap(name => (input[name] === undefined ? [] : [[name, input[name]]])))
  const start = typeof cursor === 'string' ? { cursor } : Object.keys(own).length > 0 ? { own } : {}
  return { start: { limit: Number(limit), ...start }, skip: 0 }
}

/**
 * A cursor within a page: `~`, items to skip, `.`, size of the page, optionally `:` and a continuation, then `=` and the cursor of the page, or `?`
 * and the upstream's own paging.
 */
const WITHIN_PAGE = /^~(\d{1,4})\.(\d{1,3})(?::([\w-]+))?([=?])(.*)$/s

/** Returns the cursor of a position within a page; the cursor of the page itself if nothing is skipped. */
export function pageCursor({ cursor, limit, own = {} }: PageStart, skip: number, within?: string): string {
  const position = `~${skip}.${limit}${within === undefined ? '' : `:${within}`}`
  if (cursor !== undefined) return skip === 0 && within === undefined ? cursor : `${position}=${cursor}`
  return `${position}?${new URLSearchParams(Object.entries(own).map(([name, value]) => [name, String(value)]))}`
}

function ownPaging(query: string): Input {
  const paging = [...new URLSearchParams(query)].filter(([name, value]) => OWN_PAGING.includes(name) && /^\d{1,9}$/.test(value))
  return Object.fromEntries(paging.map(([name, value]) => [name, Number(value)]))
}

/** Returns the input that requests the whole page that starts there. */
export function inputForPage({ cursor: _, ...input }: Input, { cursor, limit, own }: PageStart): Input {
  return { ...input, ...own, limit, ...(cursor !== undefined && { cursor }) }
}
