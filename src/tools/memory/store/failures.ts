import { type ErrorDetails, OperationError, type Outcome, type Reason } from '../../../contract/errors.ts'

/** An error on its way between threads, which classes do not survive. */
export type Sent = { reason: Reason; message: string; details: ErrorDetails } | { defect: string; code: string }

export function sent(error: unknown): Sent {
  if (error instanceof OperationError) return { reason: error.reason, message: error.message, details: error.details }
  return { defect: error instanceof Error ? (error.stack ?? error.message) : String(error), code: codeOf(error) }
}

export function received(error: Sent): Error {
  if ('reason' in error) return new OperationError(error.reason, error.message, error.details)
  return known(error.code) ?? new Error(error.defect)
}

/** What a database refuses, in our words; its own would tell of tables. */
export function translated(error: unknown): unknown {
  return error instanceof OperationError ? error : (known(codeOf(error), error) ?? error)
}

/** The same of one that could not be opened, so that nothing was asked of it. */
export function unopened(error: unknown): unknown {
  const told = translated(error)
  return told instanceof OperationError ? told.withOutcome('not_executed') : told
}

/** Errors may be wrapped in others, so deep at most. */
const DEEPEST = 5

function codeOf(error: unknown, depth = 0): string {
  if (typeof error !== 'object' || error === null || depth > DEEPEST) return ''
  if ('errcode' in error && typeof error.errcode === 'number') return `sqlite:${error.errcode & PRIMARY}`
  if ('code' in error && typeof error.code === 'string') return error.code
  const said = 'message' in error ? String(error.message) : ''
  const [, code] = SAID.find(([words]) => words.test(said)) ?? []
  return code ?? ('cause' in error ? codeOf(error.cause, depth + 1) : '')
}

/** Another process keeps the file, and has for as long as is waited for it. */
export const isLocked = (error: unknown): boolean => codeOf(error) === LOCKED

const LOCKED = 'sqlite:5'

/** SQLite's extended codes hold the primary one in the lowest byte. */
const PRIMARY = 0xff

/** What PostgreSQL's driver tells in words only. */
const SAID: readonly (readonly [RegExp, string])[] = [
  [/timeout exceeded when trying to connect|due to connection timeout|^timeout expired$/, 'no_connection'],
  [/^Connection terminated|not queryable/, 'connection_ended']
]

function known(code: string, cause?: unknown): OperationError | undefined {
  const found = MEANING.find(([pattern]) => pattern.test(code))
  if (!found) return undefined
  const [, reason, message, outcome = 'not_executed'] = found
  const wait = reason === 'busy' && { retry_after_ms: BUSY_MS }
  return new OperationError(reason, message, { source: 'upstream', outcome, database_code: code, ...wait }, { cause })
}

const BUSY_MS = 2000

const AWAY = 'The database of MEMORY_DATABASE_URL cannot be reached.'

/** `unknown`: a connection may end after the server has made the change, and before it says so. */
const MEANING: readonly (readonly [RegExp, Reason, string, Outcome?])[] = [
  [/^sqlite:5$/, 'busy', 'The memory file was locked by another process for too long. Nothing was changed; try again.'],
  [/^sqlite:(?:8|10|13)$/, 'storage_full', 'The memory file cannot be written: the disk is full, or read-only.'],
  [/^sqlite:(?:11|14|26)$/, 'configuration_invalid', 'The memory file cannot be opened, or is not one. Look at memory/ in TOOLGATE_DATA.'],
  [/^28/, 'authentication_failed', 'The database refused the user or password of MEMORY_DATABASE_URL.'],
  [/^3D000$/, 'configuration_invalid', 'The database that MEMORY_DATABASE_URL names does not exist.'],
  [/^42501$/, 'configuration_invalid', 'The user of MEMORY_DATABASE_URL may not make or change tables.'],
  [/^57014$/, 'network_timeout', 'The database did not get done in time. Nothing was changed; ask for less, or try again.'],
  [/^53100$/, 'storage_full', 'The disk of the database is full.'],
  [/^53300$/, 'busy', 'The database takes no more connections. Nothing was changed; try again.'],
  [/^(?:57P03|no_connection|ECONNREFUSED|ENOTFOUND|EHOSTUNREACH)$/, 'connection_failed', AWAY],
  [/^(?:08|57P|ECONN|ETIMEDOUT|EPIPE|connection_ended)/, 'connection_failed', AWAY, 'unknown'],
  [/^(?:40|53|55P03)/, 'busy', 'The database gave up under load. Nothing was changed; try again.']
]
