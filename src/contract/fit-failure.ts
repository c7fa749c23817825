import { OperationError } from './errors.ts'
import { fitAny } from './fit.ts'
import type { Truncation } from './handed.ts'
import { shorten } from './shorten.ts'

/** What callers go by. They are few words, and stay whole. */
const WORDS: ReadonlySet<string> = new Set([
  'source',
  'outcome',
  'retryable',
  'retry_after_ms',
  'replayed',
  'required_scope',
  'limit_ms',
  'job_id',
  'suggestions'
])

/** The least that is left for the rest. */
const LEAST = 500

const NOT_ALL: Truncation = { reason: 'size', omitted: null, hint: 'What was told at length is left out.' }

/** The failure as it can be told in so many characters: of what it says at length the end is left out, and that is told. */
export function fitFailure(error: OperationError, most: number | undefined): OperationError {
  const { reason, message, details, cause } = error
  if (most === undefined || sizeOf({ message, details }) <= most) return error
  const facts = Object.entries(details)
  const words = Object.fromEntries(facts.filter(([name]) => WORDS.has(name)))
  const said = shorten(message, Math.max(LEAST, Math.floor(most / 2)))
  const room = Math.max(LEAST, most - sizeOf({ said, words }))
  const { data, truncated = NOT_ALL } = fitAny(Object.fromEntries(facts.filter(([name]) => !WORDS.has(name))), room)
  // Of very many facts none may be long enough to be cut.
  const rest = sizeOf(data) <= room ? Object(data) : {}
  return new OperationError(reason, said, { ...rest, ...words, truncated }, cause === undefined ? {} : { cause })
}

const sizeOf = (value: unknown): number => JSON.stringify(value).length
