import { setImmediate } from 'node:timers/promises'
import type { OperationError } from '../../../../contract/errors.ts'
import { findPositions } from '../../../../lib/find-text.ts'
import { failure } from '../errors.ts'
import { type LineEnding, lineEndingOf, MAX_TEXT_BYTES } from '../files/content.ts'

/** Replacements to join at a time. */
const GROUP_SIZE = 20_000

/** One text that is replaced with another at several positions. */
export interface Replacement {
  before: string
  /** Start of each occurrence, in order, without overlaps. */
  positions: number[]
  length: number
  newText: string
}

/** Finds every occurrence of `old`, and adapts the line breaks of both texts to the file. */
export async function findReplacement(before: string, old: string, newText: string, signal: AbortSignal): Promise<Replacement> {
  const [wanted, put] = matchLineEndings(before, old, newText)
  return { before, positions: await findPositions(before, wanted, signal), length: wanted.length, newText: put }
}

/** Returns the size in bytes after the replacement. */
export function sizeAfter({ before, positions, length, newText }: Replacement): number {
  const [first = 0] = positions
  const growth = Buffer.byteLength(newText) - Buffer.byteLength(before.slice(first, first + length))
  return Buffer.byteLength(before) + positions.length * growth
}

export function requireSize(replacement: Replacement, requestedPath: string): void {
  const size = sizeAfter(replacement)
  if (size > MAX_TEXT_BYTES) throw tooLarge(requestedPath, size)
}

/** `isComplete`: whether the size is that of the whole result, not of a part of it. */
export const tooLarge = (requestedPath: string, size: number, { isComplete = true } = {}): OperationError =>
  failure(
    'file_too_large',
    `${requestedPath} would become ${isComplete ? '' : 'at least '}${size} bytes; the limit is ${MAX_TEXT_BYTES}.`,
    { size, limit: MAX_TEXT_BYTES }
  )

/** Returns the text with all replacements. Yields to the event loop at intervals. */
export async function applyReplacement(replacement: Replacement, signal: AbortSignal): Promise<string> {
  const pieces: string[] = []
  for (const piece of piecesOf(replacement)) {
    if (pieces.push(piece) % 10 === 0) await setImmediate()
    signal.throwIfAborted()
  }
  return pieces.join('')
}

export const applySync = (replacement: Replacement): string => [...piecesOf(replacement)].join('')

function* piecesOf({ before, positions, length, newText }: Replacement): Generator<string> {
  let passed = 0
  for (let group = 0; group < positions.length; group += GROUP_SIZE) {
    const kept: string[] = []
    for (const start of positions.slice(group, group + GROUP_SIZE)) {
      kept.push(before.slice(passed, start))
      passed = start + length
    }
    yield `${kept.join(newText)}${newText}`
  }
  yield before.slice(passed)
}

/**
 * read_file returns lines without carriage returns, so callers send texts without them. If all lines of a file end in CRLF, both texts
 * get them: otherwise the text would not be found, or the file would end up with mixed line endings.
 */
function matchLineEndings(text: string, old: string, newText: string): [old: string, newText: string] {
  const breaks = old.includes('\n') || newText.includes('\n')
  return breaks && lineEnding(text) === 'crlf' ? [toCrlf(old), toCrlf(newText)] : [old, newText]
}

export const toCrlf = (text: string): string => text.replace(/(?<!\r)\n/g, '\r\n')

function lineEnding(text: string): LineEnding | null {
  let breaks = 0
  let returns = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    breaks++
    if (text[at - 1] === '\r') returns++
  }
  return lineEndingOf(breaks, returns)
}
