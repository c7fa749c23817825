import type { CallOutcome, CallRecord } from '../contract/record.ts'

/**
 * `begun`: a write whose end is not known. `ended`: the whole call. `gap`: the writer found fewer rows than it had written, or no head, and continued
 * after what is missing.
 */
type RowKind = 'begun' | 'ended' | 'gap'

/** The columns of a row: what searches need; `body` has the rest as JSON. */
interface Columns {
  /** A RowKind, unless the row was changed. */
  kind: string
  /** ID of the call. */
  id: string
  /** Unix time in milliseconds at which the call started. */
  at: number
  principal: string
  system: string
  operation: string
  /** A CallOutcome, unless the row was changed. */
  outcome: string
  reason: string | null
  body: string
}

/** A row of the record as it is written. */
export interface Row extends Columns {
  kind: RowKind
  outcome: CallOutcome
}

/** A row as it is found, in its place in the chain. Until it is verified, it may be anything. */
export interface ChainedRow extends Columns {
  seq: number
  mac: Buffer
}

/**
 * Returns the row as text: so the stream carries it, and so the chain signs it. The body is JSON already, and follows after a tab, which JSON has only
 * as an escape.
 */
export const rowText = ({ kind, id, at, principal, system, operation, outcome, reason, body }: Columns): string =>
  `${JSON.stringify([kind, id, at, principal, system, operation, outcome, reason])}\t${body}`

/** Returns the row; undefined if the text is not a row, for example that of another version. */
export function rowOf(text: string): Row | undefined {
  try {
    const end = text.indexOf('\t')
    const [kind, id, at, principal, system, operation, outcome, reason] = JSON.parse(text.slice(0, end))
    const texts: unknown[] = [kind, id, principal, system, operation, outcome, reason ?? '']
    if (end < 0 || !Number.isSafeInteger(at) || texts.some(one => typeof one !== 'string')) return undefined
    return { kind, id, at, principal, system, operation, outcome, reason, body: text.slice(end + 1) }
  } catch {
    return undefined
  }
}

/** What the stream carries of a call. */
export interface Entry {
  /** The row as text. */
  text: string
  /** It is the end of a call whose beginning was sent before, and may be stored. */
  hasBegun?: boolean | undefined
  /**
   * It waits in memory without a limit: its beginning is stored, and without its end the call would be unknown. There are no more of these than
   * writes in progress, since none begins while the stream cannot be written.
   */
  mustKeep?: boolean | undefined
  /** The encrypted input, if the operator stores inputs. */
  sealed?: string | undefined
}

/** Returns the entry as one line. JSON has neither line breaks nor tabs outside of its texts, and escapes them inside. */
export const lineOf = ({ text, hasBegun, sealed }: Entry): string =>
  hasBegun || sealed !== undefined ? `${text}\t${hasBegun ? 'begun' : ''}\t${sealed ?? ''}` : text

export function entryOf(line: string): Entry {
  const end = line.indexOf('\t', line.indexOf('\t') + 1)
  if (end < 0) return { text: line }
  const [begun, sealed] = line.slice(end + 1).split('\t')
  return { text: line.slice(0, end), hasBegun: begun !== '', sealed: sealed || undefined }
}

/** Values that most rows have. The body omits them: a row is written, sent, read and signed in fewer bytes. */
export const USUAL = { surface: 'rest', instance: 'default', permission: 'read', decision: 'allow' } as const

/** Returns the value as the body has it: undefined if it is the usual one. */
export const unusual = <T>(name: keyof typeof USUAL, value: T): T | undefined => (value === USUAL[name] ? undefined : value)

type Column = 'id' | 'at' | 'principal' | 'system' | 'operation' | 'outcome' | 'reason'
type AlwaysPresent = 'input_digest' | 'request_id'

/** What `body` holds, as JSON: the properties without a column, except those that are usual (see USUAL), else null, false or empty. */
export interface Details extends Pick<CallRecord, AlwaysPresent>, Partial<Omit<CallRecord, Column | AlwaysPresent | 'summary'>> {
  /** The input without content. */
  summary: Readonly<Record<string, unknown>>
}
