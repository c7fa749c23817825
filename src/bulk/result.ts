import type { BulkOutcome, BulkResult, Json } from '../contract/bulk.ts'
import { printedCode } from '../contract/envelope.ts'
import type { Outcome } from '../contract/errors.ts'
import { bounded } from './bounded.ts'
import { jsonText } from './json.ts'
import type { ItemByte, Settled } from './ledger.ts'
import type { Failure } from './meta.ts'
import { MAX_ITEM_DATA, MAX_MESSAGE, MAX_WORD } from './settings.ts'
import { breach } from './waits.ts'

type Written = Omit<Settled, 'index'>

/** What is kept of a result beside its byte. */
export interface Row {
  error?: Failure
  /** Of a job of one call that was given up: whether it was done, as far as the error says so. */
  outcome?: Outcome
  data?: Json
  before?: Json
  /** There was a `before`, and it was too large to keep. */
  before_left_out?: true
  /** Of a pending item: a call of this job, or of the one that it was made from, may have done it. */
  again?: true
  maybe_done?: true
  /** Of an unknown item: which step made it so. */
  mark?: string
}

const BYTES: ReadonlyMap<BulkOutcome, ItemByte> = new Map([
  ['succeeded', 's'],
  ['skipped', 'k'],
  ['failed', 'f'],
  ['unknown', 'u']
])

/** What is said of a failure of which the adapter says nothing. */
export const UNSAID = {
  f: { code: 'UNKNOWN_ERROR', reason: 'unexpected', message: 'The adapter does not say why' },
  u: { code: 'UNKNOWN_ERROR', reason: 'answer_lost', message: 'It was sent, and the answer was lost: it may or may not be done' }
} as const

/** A result as it is kept. Never throws: an answer that cannot be kept still says that the item was handed over. */
export function settledAs(result: BulkResult, system: string, most = MAX_ITEM_DATA): Written {
  try {
    if (isPlain(result)) return { byte: result.outcome === 'skipped' ? 'k' : 's' }
    return written(result, system, most)
  } catch {
    return unknownAs(UNKEPT)
  }
}

/** Nearly every result of nearly every job says nothing but that it was done. */
const isPlain = ({ outcome, error, data, before }: BulkResult): boolean =>
  (outcome === 'succeeded' || outcome === 'skipped') && error === undefined && data === undefined && before === undefined

export const unknownAs = (error: Failure): Written => ({ byte: 'u', row: jsonText({ error }) })

function written({ outcome, error, data, before }: BulkResult, system: string, most: number): Written {
  const byte = BYTES.get(outcome) ?? 'u'
  const unsaid = byte === 'f' || byte === 'u' ? UNSAID[byte] : undefined
  const failure = error ? spelledOut(error, unsaid ?? UNSAID.f, system) : unsaid
  const row: Row = {
    ...(failure && { error: failure }),
    ...(carries(data) && { data: bounded(data, most) }),
    ...(carries(before) && imageOf(before))
  }
  return Object.keys(row).length > 0 ? { byte, row: jsonText(row) } : { byte }
}

/** What undo needs, whole or not at all: from half of it nothing comes back. */
const imageOf = (before: Json): Pick<Row, 'before' | 'before_left_out'> =>
  Buffer.byteLength(JSON.stringify(before)) > MAX_ITEM_DATA ? { before_left_out: true } : { before }

/** Nothing, in whatever clothes, is not worth a row: there may be a million. */
const carries = (data: Json | undefined): data is Json =>
  data !== undefined && data !== null && !(typeof data === 'object' && Object.keys(data).length === 0)

/** Adapters have types and may be wrong: what is not text is said in the words for what was left unsaid. */
function spelledOut({ code, reason, message }: Partial<Record<keyof Failure, unknown>>, unsaid: Failure, system: string): Failure {
  return {
    code: printedCode(words(code, unsaid.code, MAX_WORD), system),
    reason: words(reason, unsaid.reason, MAX_WORD),
    message: words(message, unsaid.message, MAX_MESSAGE)
  }
}

const words = (said: unknown, unsaid: string, most: number): string =>
  typeof said === 'string' && said !== '' ? said.slice(0, most) : unsaid

const UNKEPT = breach('The adapter answered what JSON cannot hold: the item may or may not be done')
