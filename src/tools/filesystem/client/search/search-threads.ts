import { availableParallelism } from 'node:os'
import { TaskLimitError } from '../../../../lib/threads/errors.ts'
import { moduleBeside } from '../../../../lib/threads/start-thread.ts'
import { createWorkerPool } from '../../../../lib/threads/worker-pool.ts'
import type { WalkEntry } from '../directories/walk.ts'
import { failure } from '../errors.ts'
import type { FileCall, Volume } from '../volume.ts'
import type { RegexQuery, TextQuery } from './matcher.ts'
import { byDirectory, type SearchResult, type SearchTask } from './search-files.ts'

/** One more thread than a caller may use, so that a slow search does not block those of others. */
const EACH = Math.min(4, Math.max(2, availableParallelism()))
/** Longer than any operation, whose own deadline ends the search before that. */
const MAX_MS = 600_000

/** Shared by all instances, because the machine is the limit. */
const threads = createWorkerPool<SearchTask | RegexQuery>(
  { module: moduleBeside(import.meta, 'serve-search'), name: 'text search', timeout_ms: MAX_MS, max_memory_mb: 512 },
  EACH + 1,
  EACH
)

/** Batches in progress before the first of them is awaited. */
export const MAX_AHEAD = EACH + 1
/** A search that finds enough at once reads few files; one that finds little sends large batches. */
const SIZES = [16, 64, 256] as const
export const batchSize = (number: number): number => SIZES[number] ?? 512

/** Sends batches of files to the threads. */
export interface TextSearch {
  search: (files: readonly WalkEntry[], mustProgress: boolean) => Promise<SearchResult>
  /** Ends the batches in progress after the file that each of them reads. */
  stop: () => void
}

export function startTextSearch({ roots }: Volume, query: TextQuery, { caller, signal }: FileCall): TextSearch {
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const common = { roots: roots.map(root => root.path), query, stop }
  return {
    search: (files, mustProgress) => {
      const task: SearchTask = { ...common, directories: byDirectory(files.map(file => file.path)), mustProgress }
      const result = threads.use(caller.id, signal, thread => thread.run<SearchResult>(task, signal)).catch(refuseLimit)
      result.catch(() => undefined) // awaited later, or never if there are enough results
      return result
    },
    stop: () => void Atomics.store(stop, 0, 1)
  }
}

/** Returns why an expression is not valid, or undefined. */
export const regexProblem = ({ regex, caseSensitive }: RegexQuery, { caller, signal }: FileCall): Promise<string | undefined> =>
  threads.use(caller.id, signal, thread => thread.run<string | undefined>({ regex, caseSensitive }, signal)).catch(refuseLimit)

function refuseLimit(error: unknown): never {
  if (!(error instanceof TaskLimitError)) throw error
  throw failure('cannot_be_honoured', `The search was stopped: ${error.message}.`, { suggestions: ['Narrow path and glob.'] })
}
