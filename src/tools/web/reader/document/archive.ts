import { unzipSync } from 'fflate'
import { TaskError } from '../../../../lib/threads/errors.ts'
import { decode } from '../decode.ts'

const MAX_FILES = 10_000
/** Bytes of all files that are read from an archive, decompressed. */
const MAX_BYTES = 60 * 1024 * 1024

/** The files of a document. */
export interface Archive {
  has: (name: string) => boolean
  /** Returns a file as text; empty if there is none. Throws TaskError if the files are too large or broken. */
  text: (name: string) => string
}

/**
 * Opens a ZIP archive. A file is decompressed only if it is read, and never into more than the size that the archive states for it, so
 * that a small archive cannot fill the memory.
 */
export function openArchive(bytes: Uint8Array): Archive {
  const names = new Set<string>()
  extract(bytes, ({ name }) => {
    if (names.size >= MAX_FILES) throw new TaskError(`it contains more than ${MAX_FILES} files`)
    names.add(name)
    return false
  })
  let left = MAX_BYTES
  return {
    has: name => names.has(name),
    text(name) {
      if (!names.has(name)) return ''
      const files = extract(bytes, file => {
        if (file.name !== name) return false
        left -= file.originalSize
        if (left < 0) throw new TaskError(`its files have more than ${MAX_BYTES / 1024 / 1024} MB`)
        return true
      })
      return decode(files[name] ?? new Uint8Array(), '')
    }
  }
}

function extract(bytes: Uint8Array, filter: (file: { name: string; originalSize: number }) => boolean): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter })
  } catch (error) {
    throw error instanceof TaskError ? error : new TaskError('its archive is broken', { cause: error })
  }
}

/** Resolves a path that a file of an archive refers to, and returns it without a fragment. */
export function resolvePath(from: string, target: string): string {
  const url = URL.parse(target, `archive:/${from}`)
  return url?.protocol === 'archive:' ? decodePath(url.pathname.slice(1)) : ''
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
