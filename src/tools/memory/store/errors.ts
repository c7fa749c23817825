import { type ErrorDetails, OperationError, type Outcome, type Reason } from '../../../contract/errors.ts'

/** An error in transit between threads, where its class would be lost. */
export type SerializedError = { reason: Reason; message: string; details: ErrorDetails } | { defect: string; code: string }

export function serializeError(error: unknown): SerializedError {
  if (error instanceof OperationError) return { reason: error.reason, message: error.message, details: error.details }
  return { defect: error instanceof Error ? (error.stack ?? error.message) : String(error), code: codeOf(error) }
}

export function deserializeError(error: SerializedError): Error {
  if ('reason' in error) return new OperationError(error.reason, error.message, error.details)
  return knownError(error.code) ?? new Error(error.defect)
}

/** Replaces a database error with one for callers; the original message would reveal tables. */
export function translateError(error: unknown): unknown {
  return error instanceof OperationError ? error : (knownError(codeOf(error), error) ?? error)
}

/** Like `translateError`, for a database that could not be opened, so nothing was executed. */
export function translateOpenError(error: unknown): unknown {
  const translated = translateError(error)
  return translated instanceof OperationError ? translated.with({ outcome: 'not_executed' }) : translated
}

/** Maximum depth of wrapped errors. */
const MAX_CAUSES = 5

function codeOf(error: unknown, depth = 0): string {
  if (typeof error !== 'object' || error === null || depth > MAX_CAUSES) return ''
  if ('errcode' in error && typeof error.errcode === 'number') return `sqlite:${error.errcode & PRIMARY}`
  if ('code' in error && typeof error.code === 'string') return error.code
  const message = 'message' in error ? String(error.message) : ''
  const [, code] = MESSAGE_CODES.find(([words]) => words.test(message)) ?? []
  return code ?? ('cause' in error ? codeOf(error.cause, depth + 1) : '')
}

/** Whether another process kept the file locked for the whole timeout. */
export const isLocked = (error: unknown): boolean => codeOf(error) === LOCKED

const LOCKED = 'sqlite:5'

/** The lowest byte of an extended SQLite code is the primary code. */
const PRIMARY = 0xff

/** Errors of the PostgreSQL driver that have a message but no code. */
const MESSAGE_CODES: readonly (readonly [RegExp, string])[] = [
  [/timeout exceeded when trying to connect|due to connection timeout|^timeout expired$/, 'no_connection'],
  [/^Connection terminated|not queryable/, 'connection_ended']
]

function knownError(code: string, cause?: unknown): OperationError | undefined {
  const found = ERROR_MEANINGS.find(([pattern]) => pattern.test(code))
  if (!found) return undefined
  const [, reason, message, outcome = 'not_executed'] = found
  const wait = reason === 'busy' && { retry_after_ms: BUSY_MS }
  return new OperationError(reason, message, { source: 'upstream', outcome, database_code: code, ...wait }, { cause })
}

const BUSY_MS = 2000

const UNREACHABLE = 'The database in MEMORY_DATABASE_URL cannot be reached.'

/** `unknown`: the connection may end after the server committed the change. */
const ERROR_MEANINGS: readonly (readonly [RegExp, Reason, string, Outcome?])[] = [
  [/^sqlite:5$/, 'busy', 'Another process kept the memory file locked for too long. Nothing was changed; try again.'],
  [/^sqlite:(?:8|10|13)$/, 'storage_full', 'The memory file cannot be written: the disk is full or read-only.'],
  [/^sqlite:(?:11|14|26)$/, 'configuration_invalid', 'The memory file cannot be opened or is corrupt. Check memory/ in TOOLGATE_DATA.'],
  [/^28/, 'authentication_failed', 'The database rejected the user or password in MEMORY_DATABASE_URL.'],
  [/^3D000$/, 'configuration_invalid', 'The database named in MEMORY_DATABASE_URL does not exist.'],
  [/^42501$/, 'configuration_invalid', 'The user in MEMORY_DATABASE_URL is not allowed to create or change tables.'],
  [/^57014$/, 'network_timeout', 'The database did not respond in time. Nothing was changed; narrow the request or try again.'],
  [/^53100$/, 'storage_full', 'The disk of the database is full.'],
  [/^53300$/, 'busy', 'The database accepts no more connections. Nothing was changed; try again.'],
  [/^(?:57P03|no_connection|ECONNREFUSED|ENOTFOUND|EHOSTUNREACH)$/, 'connection_failed', UNREACHABLE],
  [/^(?:08|57P|ECONN|ETIMEDOUT|EPIPE|connection_ended)/, 'connection_failed', UNREACHABLE, 'unknown'],
  [/^(?:40|53|55P03)/, 'busy', 'The database aborted the statement under load. Nothing was changed; try again.']
]
