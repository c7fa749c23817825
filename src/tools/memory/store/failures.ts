import { type ErrorDetails, OperationError, type Reason } from '../../../contract/errors.ts'

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

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  if ('errcode' in error && typeof error.errcode === 'number') return `sqlite:${error.errcode & PRIMARY}`
  return 'code' in error ? String(error.code) : ''
}

/** SQLite's extended codes hold the primary one in the lowest byte. */
const PRIMARY = 0xff

function known(code: string, cause?: unknown): OperationError | undefined {
  const found = MEANING.find(([pattern]) => pattern.test(code))
  if (!found) return undefined
  const [, reason, message] = found
  // A connection may end after the server has made the change, and before it says so.
  const outcome = reason === 'connection_failed' ? 'unknown' : 'not_executed'
  return new OperationError(reason, message, { source: 'upstream', outcome, database_code: code }, { cause })
}

const MEANING: readonly (readonly [RegExp, Reason, string])[] = [
  [/^sqlite:5$/, 'server_error', 'The memory file was locked by another process for too long. Nothing was changed; try again.'],
  [/^sqlite:(?:8|10|13)$/, 'storage_full', 'The memory file cannot be written: the disk is full, or read-only.'],
  [/^sqlite:(?:11|14|26)$/, 'configuration_invalid', 'The memory file cannot be opened, or is not one. Look at memory/ in TOOLGATE_DATA.'],
  [/^28/, 'authentication_failed', 'The database refused the user or password of MEMORY_DATABASE_URL.'],
  [/^3D000$/, 'configuration_invalid', 'The database that MEMORY_DATABASE_URL names does not exist.'],
  [/^42501$/, 'configuration_invalid', 'The user of MEMORY_DATABASE_URL may not make or change tables.'],
  [
    /^(?:08|57P|53|ECONN|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|EPIPE)/,
    'connection_failed',
    'The database of MEMORY_DATABASE_URL cannot be reached.'
  ],
  [/^(?:40|55P03)/, 'server_error', 'The database gave up under load. Nothing was changed; try again.']
]
