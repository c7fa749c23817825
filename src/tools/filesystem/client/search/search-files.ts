import { closeSync, constants, fstatSync, openSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { isErrno } from '../errors.ts'
import { descriptorPath, isInside } from '../volume.ts'
import { createMatcher, type TextQuery } from './matcher.ts'
import { type FileMatches, scanFile } from './scan-file.ts'

/** Files to search, grouped by directory. */
export interface SearchTask {
  /** Real paths of the roots. */
  roots: readonly string[]
  directories: { path: string; names: string[] }[]
  query: TextQuery
  /** Its first element becomes 1 when the search must stop. */
  stop: Int32Array
  /** Whether the first file must be searched, at least in part, so that each call makes progress. */
  mustProgress: boolean
}

export interface FoundFile extends FileMatches {
  /** Position among all files of the task. */
  at: number
  size: number
  modified: string
}

export interface SearchResult {
  found: FoundFile[]
  /** Positions of the files that could not be read. */
  unreadable: number[]
  /** Number of files that were searched, in order. */
  done: number
}

const DIRECTORY = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0)
/** O_NONBLOCK: a FIFO without a writer would block forever. */
const FILE = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

/**
 * Searches files one after another, synchronously: in a worker thread, this takes a fraction of the time of asynchronous calls. Each
 * directory is opened once and must be inside the roots; its files are opened through it and follow no link, so no change of the tree in the
 * meantime leads outside.
 */
export async function searchInFiles({ roots, directories, query, stop, mustProgress }: SearchTask): Promise<SearchResult> {
  const matcher = await createMatcher(query)
  const result: SearchResult = { found: [], unreadable: [], done: 0 }
  const isStopped = (): boolean => Atomics.load(stop, 0) === 1
  for (const { path: directory, names } of directories) {
    using opened = openDirectory(directory, roots)
    for (const name of names) {
      const isFirst = mustProgress && result.done === 0
      if (isStopped() && !isFirst) return result
      const outcome = opened ? searchFile(`${opened.at}/${name}`, isStopped) : 'unreadable'
      if (outcome === 'unreadable') result.unreadable.push(result.done)
      else if (outcome?.stoppedAt !== undefined && !isFirst) return result
      else if (outcome) result.found.push({ ...outcome, at: result.done })
      result.done++
    }
  }
  return result

  function searchFile(file: string, isStopped: () => boolean): Omit<FoundFile, 'at'> | 'unreadable' | undefined {
    return unlessUnreadable(() => {
      using opened = openFile(file)
      const stats = fstatSync(opened.descriptor)
      if (!stats.isFile()) return 'unreadable'
      if (stats.size === 0) return undefined
      const matches = scanFile(opened.descriptor, query, matcher, isStopped)
      return matches === undefined || matches === 'binary'
        ? undefined
        : { ...matches, size: stats.size, modified: stats.mtime.toISOString() }
    })
  }
}

function unlessUnreadable<T>(work: () => T): T | 'unreadable' {
  try {
    return work()
  } catch (error) {
    if (isErrno(error)) return 'unreadable'
    throw error
  }
}

interface OpenedDirectory extends Disposable {
  at: string
}

/** Returns undefined if it cannot be opened or is outside the roots. */
function openDirectory(directory: string, roots: readonly string[]): OpenedDirectory | undefined {
  const descriptor = unlessUnreadable(() => openSync(directory, DIRECTORY))
  if (descriptor === 'unreadable') return undefined
  const at = descriptorPath(descriptor)
  const opened = { at: at ?? directory, [Symbol.dispose]: () => closeSync(descriptor) }
  const real = at === undefined ? directory : readlinkSync(at)
  if (roots.some(root => isInside(root, real))) return opened
  opened[Symbol.dispose]()
  return undefined
}

function openFile(file: string): Disposable & { descriptor: number } {
  const descriptor = openSync(file, FILE)
  return { descriptor, [Symbol.dispose]: () => closeSync(descriptor) }
}

/** Groups paths by directory, in the same order. */
export function byDirectory(files: readonly string[]): SearchTask['directories'] {
  const groups: SearchTask['directories'] = []
  for (const file of files) {
    const directory = path.dirname(file)
    const last = groups.at(-1)
    if (last?.path === directory) last.names.push(path.basename(file))
    else groups.push({ path: directory, names: [path.basename(file)] })
  }
  return groups
}
