import { setImmediate } from 'node:timers/promises'
import type { OperationError } from '../../../contract/errors.ts'
import { MEGABYTE } from './content.ts'
import { failure } from './failures.ts'
import { inLineEndsOf } from './line-ends.ts'
import { positionsOf } from './positions.ts'

/** A file is not made larger than this: it could be neither edited nor searched any more, so the change could not be taken back. */
export const MOST_AFTER = 10 * MEGABYTE
/** Places put together in one go. */
const GROUP = 20_000

/** The same text put in at several places of another. */
export interface Replacement {
  before: string
  /** Where it begins, in order, none within another. */
  at: number[]
  length: number
  fresh: string
}

/** Every place where `old` stands becomes `fresh`, in the line ends of the text. */
export async function replacementIn(before: string, old: string, fresh: string, signal: AbortSignal): Promise<Replacement> {
  const [wanted, put] = inLineEndsOf(before, old, fresh)
  return { before, at: await positionsOf(before, wanted, signal), length: wanted.length, fresh: put }
}

/** What the bytes of the text will be in number. */
export function sizeAfter({ before, at, length, fresh }: Replacement): number {
  const [first = 0] = at
  const growth = Buffer.byteLength(fresh) - Buffer.byteLength(before.slice(first, first + length))
  return Buffer.byteLength(before) + at.length * growth
}

export function requireFits(replacement: Replacement, given: string): void {
  const size = sizeAfter(replacement)
  if (size > MOST_AFTER) throw tooLarge(given, size)
}

const tooLarge = (given: string, size: number): OperationError =>
  failure('file_too_large', `${given} would become ${size} bytes; the limit here is ${MOST_AFTER}.`, { size, limit: MOST_AFTER })

/** The text with all of it replaced; others have their turn meanwhile. */
export async function appliedInTurns(replacement: Replacement, signal: AbortSignal): Promise<string> {
  const pieces: string[] = []
  for (const piece of piecesOf(replacement)) {
    if (pieces.push(piece) % 10 === 0) await setImmediate()
    signal.throwIfAborted()
  }
  return pieces.join('')
}

export const applied = (replacement: Replacement): string => [...piecesOf(replacement)].join('')

function* piecesOf({ before, at, length, fresh }: Replacement): Generator<string> {
  let passed = 0
  for (let group = 0; group < at.length; group += GROUP) {
    const kept: string[] = []
    for (const start of at.slice(group, group + GROUP)) {
      kept.push(before.slice(passed, start))
      passed = start + length
    }
    yield `${kept.join(fresh)}${fresh}`
  }
  yield before.slice(passed)
}
