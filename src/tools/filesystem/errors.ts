/** Errors of every operation that takes a path. */
export const PATH_ERRORS = {
  outside_roots: 'The path is outside the roots, or a symbolic link leads outside them',
  access_denied: 'The operating system denies the gateway access',
  not_a_directory: 'The path, or a part of it, is a file where a directory is required',
  cannot_be_honoured: 'The path contains a loop of symbolic links, or the operating system does not allow the operation on it'
} as const

export const MISSING = { file_not_found: 'Nothing exists at the path; details.suggestions lists similar names' } as const

export const STORAGE = { storage_full: 'The disk or the quota is full, or the file system is read-only' } as const

/** The operation could create something at the target of a link. */
export const DANGLING = {
  cannot_be_honoured:
    'The path contains a loop of symbolic links or a link whose target does not exist, or the operating system does not allow the operation on it'
} as const

/** Errors of operations with a source and a destination. */
export const TWO_PATH_ERRORS = {
  outside_roots: 'source or destination is outside the roots, or a symbolic link leads outside them',
  file_not_found: 'Nothing exists at source; details.suggestions lists similar names'
} as const
