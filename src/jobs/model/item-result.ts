import type { BulkResult, Json } from '../../contract/bulk.ts'
import { OperationError, type Outcome } from '../../contract/errors.ts'
import { printedCode } from '../../pipeline/failure.ts'
import { MAX_ITEM_DATA, MAX_MESSAGE, MAX_WORD } from '../settings.ts'
import { contractViolation, failureOf } from './failure.ts'
import { ITEM_STATUSES, itemStatuses, type UpdateByte } from './item-status.ts'
import type { Failure } from './job-record.ts'
import { bounded, jsonText } from './lua-json.ts'

/** A result as it is stored: the byte and, if there is more to store, a row. */
interface StoredResult {
  byte: UpdateByte
  row?: string
}

/** The row of an item: what is stored besides its byte. */
export interface Row {
  error?: Failure
  /** For a failed job of one call: whether the call was executed, if the error states it. */
  outcome?: Outcome
  data?: Json
  before?: Json
  /** There was a `before`, and it was too large to store. */
  before_left_out?: true
  /** Of a pending item: a call of this job (`again`), or of the job it was created from (`maybe_done`), may have done it. */
  again?: true
  maybe_done?: true
  /** Of an unknown item: which step made it unknown. */
  mark?: string
}

/** Failures of items for which the adapter reports no error. */
const DEFAULT_FAILURES = {
  failed: { code: 'UNKNOWN_ERROR', reason: 'unexpected', message: 'The adapter did not report why' },
  unknown: { code: 'UNKNOWN_ERROR', reason: 'answer_lost', message: 'It was sent, and its outcome is unknown: it may or may not be done' }
} as const

/** Failure of a call without a response. */
const RESPONSE_LOST: Failure = {
  ...DEFAULT_FAILURES.unknown,
  message: 'It was sent, and the response was lost: it may or may not be done'
}

/** Returns the failure of an item that may have been done when its call failed: the error of the system, unless the response was lost. */
export function doubtfulFailure(error: unknown, system?: string): Failure {
  if (!(error instanceof OperationError)) return DEFAULT_FAILURES.unknown
  if (error.reason === 'connection_failed') return RESPONSE_LOST
  const { message, ...failure } = failureOf(error, system)
  return { ...failure, message: `${message.replace(/\.$/, '').slice(0, MAX_MESSAGE - MAYBE.length)}${MAYBE}` }
}

const MAYBE = '; it may or may not be done'

/** Converts the result of an adapter to what is stored: here an outcome becomes a byte. Never throws: a result that cannot be stored is unknown. */
export function storedResult(result: BulkResult, system: string, maxBytes = MAX_ITEM_DATA): StoredResult {
  try {
    if (isPlain(result)) return { byte: ITEM_STATUSES[result.outcome].byte }
    return withRow(result, system, maxBytes)
  } catch {
    return unknownResult(NOT_JSON, null)
  }
}

/** Nearly all results consist of the outcome alone. */
const isPlain = (result: BulkResult): result is BulkResult & { outcome: 'succeeded' | 'skipped' } =>
  (result.outcome === 'succeeded' || result.outcome === 'skipped') &&
  result.error === undefined &&
  result.data === undefined &&
  result.before === undefined

export const unknownResult = (error: Failure, before?: Json): StoredResult => ({
  byte: ITEM_STATUSES.unknown.byte,
  row: jsonText({ error, ...storedImage(before) })
})

/** Returns the row of an item that was started before, by this job (`again`) or by its parent, with its image. The scripts compare it as text. */
export const startedRow = (by: 'again' | 'maybe_done', before?: Json): string => jsonText({ [by]: true, ...storedImage(before) })

/** Returns the stored form of an image. One that is too large is stored as null: it still shows that a change may have been sent. */
const storedImage = (before: Json | undefined): Pick<Row, 'before' | 'before_left_out'> =>
  before === undefined ? {} : { before: null, ...imageOf(before) }

function withRow({ outcome, error, data, before }: BulkResult, system: string, maxBytes: number): StoredResult {
  const name = itemStatuses.some(known => known.outcome === outcome) ? outcome : 'unknown' // an adapter may be wrong despite its types
  const fallback = name === 'failed' || name === 'unknown' ? DEFAULT_FAILURES[name] : undefined
  const failure = error ? checkedFailure(error, fallback ?? DEFAULT_FAILURES.failed, system) : fallback
  const row: Row = {
    ...(failure && { error: failure }),
    ...(hasContent(data) && { data: bounded(data, maxBytes) }),
    ...(name === 'unknown' ? storedImage(before) : hasContent(before) && imageOf(before))
  }
  const { byte } = ITEM_STATUSES[name]
  return Object.keys(row).length > 0 ? { byte, row: jsonText(row) } : { byte }
}

/** Returns the image for undo, complete or not at all: nothing can be restored from a part. */
const imageOf = (before: Json): Pick<Row, 'before' | 'before_left_out'> =>
  Buffer.byteLength(JSON.stringify(before)) > MAX_ITEM_DATA ? { before_left_out: true } : { before }

/** null and {} are not worth a row: there may be a million of them. */
const hasContent = (data: Json | undefined): data is Json =>
  data !== undefined && data !== null && !(typeof data === 'object' && Object.keys(data).length === 0)

/** An adapter may be wrong despite its types: what is not text is replaced by the default. */
function checkedFailure({ code, reason, message }: Partial<Record<keyof Failure, unknown>>, fallback: Failure, system: string): Failure {
  return {
    code: printedCode(textOr(code, fallback.code, MAX_WORD), system),
    reason: textOr(reason, fallback.reason, MAX_WORD),
    message: textOr(message, fallback.message, MAX_MESSAGE)
  }
}

const textOr = (value: unknown, fallback: string, maxLength: number): string =>
  typeof value === 'string' && value !== '' ? value.slice(0, maxLength) : fallback

const NOT_JSON = contractViolation('The adapter returned a result that JSON cannot represent: the item may or may not be done')
