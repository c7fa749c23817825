import { type ErrorDetails, OperationError, type Reason } from '../../../contract/errors.ts'

export function failure(reason: Reason, message: string, details: ErrorDetails = {}, cause?: unknown): OperationError {
  return new OperationError(reason, message, { source: 'gateway', outcome: 'not_executed', ...details }, { cause })
}

export const outsideRoots = (requestedPath: string): OperationError =>
  failure('outside_roots', `${requestedPath} is outside the roots.`, {
    suggestions: ['List the accessible directories with filesystem_list_roots.']
  })

/** `what`: what is not UTF-8. */
export const undecodable = (requestedPath: string, what: 'has a name that is' | 'contains an entry whose name is'): OperationError =>
  failure('cannot_be_honoured', `${requestedPath} ${what} not UTF-8, so no path can refer to it.`, {
    suggestions: ['Rename it on the host of the gateway, with a program that accepts any bytes in a name.']
  })

/** Reasons and messages for error codes of the operating system. */
const ERRNO_MEANINGS: ReadonlyMap<string, { reason: Reason; text: string }> = new Map(
  Object.entries<{ reason: Reason; text: string }>({
    ENOENT: { reason: 'file_not_found', text: 'does not exist' },
    EACCES: { reason: 'access_denied', text: 'is not accessible to this gateway' },
    EPERM: { reason: 'access_denied', text: 'cannot be changed by this gateway' },
    ENOTDIR: { reason: 'not_a_directory', text: 'has a file where a directory is required' },
    EISDIR: { reason: 'not_a_file', text: 'is a directory' },
    ENXIO: { reason: 'not_a_file', text: 'is not a regular file' },
    EEXIST: { reason: 'already_exists', text: 'already exists' },
    ENOTEMPTY: { reason: 'not_empty', text: 'is not empty' },
    ELOOP: { reason: 'cannot_be_honoured', text: 'is a symbolic link, or its links form a loop' },
    EINVAL: { reason: 'cannot_be_honoured', text: 'cannot be used this way' },
    EBUSY: { reason: 'cannot_be_honoured', text: 'is in use by the operating system' },
    ENAMETOOLONG: { reason: 'invalid_field_value', text: 'has a name that is too long for the file system' },
    ENOSPC: { reason: 'storage_full', text: 'cannot be written: the disk is full' },
    EDQUOT: { reason: 'storage_full', text: 'cannot be written: the quota is used up' },
    EROFS: { reason: 'storage_full', text: 'cannot be written: the file system is read-only' }
  })
)

/** Runs file operations. Converts an error of the operating system to an `OperationError` that shows the path as the caller gave it. */
export async function withPathErrors<T>(requestedPath: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isErrno(error) ? fromErrno(error, requestedPath) : error
  }
}

export function fromErrno(error: NodeJS.ErrnoException, requestedPath: string, details: ErrorDetails = {}): OperationError {
  const code = error.code ?? ''
  const { reason, text } = ERRNO_MEANINGS.get(code) ?? { reason: 'server_error', text: `failed with a disk error (${code})` }
  return failure(reason, `${requestedPath} ${text}.`, { errno: code, ...details }, error)
}

export const isErrno = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && 'syscall' in error

/** For `.catch()`: returns undefined if the path does not exist; throws any other error. */
export function undefinedIfMissing(error: unknown): undefined {
  if (isErrno(error) && error.code === 'ENOENT') return undefined
  throw error
}
