/** What any path can meet; a definition adds its own. */
export const PATH_ERRORS = {
  outside_roots: 'The path leads outside the roots, by its name or through a symbolic link',
  access_denied: 'The operating system does not let the gateway do this there',
  not_a_directory: 'A name on the way, or the path itself, is a file where a directory is needed',
  cannot_be_honoured: 'Symbolic links go round in a circle or lead to nothing, or the system does not allow it for this path'
} as const

export const MISSING = { file_not_found: 'Nothing is at the path; near names are in details.suggestions' } as const

export const STORAGE = { storage_full: 'The disk or the quota is full, or the file system is read-only' } as const
