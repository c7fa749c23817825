import { type ErrorDetails, OperationError, type Reason } from '../../../contract/errors.ts'

export function failure(reason: Reason, message: string, details: ErrorDetails = {}, cause?: unknown): OperationError {
  return new OperationError(reason, message, { source: 'gateway', outcome: 'not_executed', ...details }, { cause })
}

export const outsideRoots = (given: string): OperationError =>
  failure('outside_roots', `${given} leads outside the roots.`, {
    suggestions: ['filesystem_list_roots says which directories may be used.']
  })

/** What the operating system's words mean to a caller. */
const MEANING: Record<string, { reason: Reason; text: string }> = {
  ENOENT: { reason: 'file_not_found', text: 'does not exist' },
  EACCES: { reason: 'access_denied', text: 'may not be accessed by this gateway' },
  EPERM: { reason: 'access_denied', text: 'may not be changed by this gateway' },
  ENOTDIR: { reason: 'not_a_directory', text: 'has a file where a directory is needed' },
  EISDIR: { reason: 'not_a_file', text: 'is a directory' },
  ENXIO: { reason: 'not_a_file', text: 'is not a regular file' },
  EEXIST: { reason: 'already_exists', text: 'exists already' },
  ENOTEMPTY: { reason: 'not_empty', text: 'still holds something' },
  ELOOP: { reason: 'cannot_be_honoured', text: 'became a symbolic link, or its links go round in a circle' },
  EINVAL: { reason: 'cannot_be_honoured', text: 'cannot be used in this way' },
  EBUSY: { reason: 'cannot_be_honoured', text: 'is in use by the system' },
  ENAMETOOLONG: { reason: 'invalid_field_value', text: 'has a name longer than the file system takes' },
  ENOSPC: { reason: 'storage_full', text: 'cannot be written: the disk is full' },
  EDQUOT: { reason: 'storage_full', text: 'cannot be written: the quota is used up' },
  EROFS: { reason: 'storage_full', text: 'cannot be written: the file system is read-only' }
}

/** Runs work on the disk; what the operating system refuses becomes the caller's words for it, with the path as the caller gave it. */
export async function onDisk<T>(given: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isErrno(error) ? fromErrno(error, given) : error
  }
}

export function fromErrno(error: NodeJS.ErrnoException, given: string, details: ErrorDetails = {}): OperationError {
  const code = error.code ?? ''
  const { reason, text } = MEANING[code] ?? { reason: 'server_error', text: `failed on the disk (${code})` }
  return failure(reason, `${given} ${text}.`, { errno: code, ...details }, error)
}

export const isErrno = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && 'syscall' in error

/** Takes "nothing there" for an answer, and nothing else. */
export function orMissing(error: unknown): undefined {
  if (isErrno(error) && error.code === 'ENOENT') return undefined
  throw error
}
