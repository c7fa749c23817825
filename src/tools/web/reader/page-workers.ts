import { availableParallelism } from 'node:os'
import { LRUCache } from 'lru-cache'
import { TaskError, TaskLimitError } from '../../../lib/threads/errors.ts'
import { moduleBeside } from '../../../lib/threads/start-thread.ts'
import { createWorkerPool, type TaskLimits, type TaskWorker } from '../../../lib/threads/worker-pool.ts'
import { pageError } from '../errors.ts'
import type { ListedUrls } from './list-urls.ts'
import type { ReadText } from './page.ts'
import type { ListTask, Task } from './serve-pages.ts'

const LIMITS: TaskLimits = { timeout_ms: 10_000, max_memory_mb: 512 }
/** Each thread may use its full memory limit. */
const MAX_THREADS = Math.min(4, Math.max(2, availableParallelism()))

const MAX_FAILURES = 1_000
/** A page that exceeds the limits takes seconds, so it is not tried again for a while by any caller. */
const FAILURE_TTL_MS = 300_000

export interface PageWorkers {
  /**
   * Reads a page that exceeds the limits again as plain text, and a PDF without detecting hidden text. Throws cannot_be_honoured if that
   * fails, too. `whose`: the caller, so that one caller's slow pages do not block others.
   */
  read: (task: Task, whose: string, signal: AbortSignal) => Promise<ReadText>
  /** Returns the URLs that a site map, feed or page lists. Throws cannot_be_honoured if it exceeds the limits. */
  list: (task: Omit<ListTask, 'kind'>, whose: string, signal: AbortSignal) => Promise<ListedUrls>
}

const MODULE = moduleBeside(import.meta, 'serve-pages')

/** Creates the threads that convert pages to text, at most one per CPU. */
export function createPageWorkers(limits: TaskLimits = LIMITS, max: number = MAX_THREADS): PageWorkers {
  const threads = createWorkerPool<Task | ListTask>({ ...limits, module: MODULE, name: 'web reader' }, max)
  const failedTasks = new LRUCache<string, TaskLimitError>({ max: MAX_FAILURES, ttl: FAILURE_TTL_MS })

  async function attempt(thread: TaskWorker<Task | ListTask>, task: Task, signal: AbortSignal): Promise<ReadText> {
    const name = JSON.stringify([task.kind, task.url, task.options])
    const known = failedTasks.get(name)
    if (known) throw known
    return await thread.run<ReadText>(task, signal).catch(error => {
      if (error instanceof TaskLimitError) failedTasks.set(name, error)
      throw error
    })
  }

  async function readBy(thread: TaskWorker<Task | ListTask>, task: Task, signal: AbortSignal): Promise<ReadText> {
    try {
      return await attempt(thread, task, signal)
    } catch (error) {
      signal.throwIfAborted()
      const kind = task.kind === 'html' ? 'text_only' : task.kind === 'pdf' ? 'unchecked' : undefined
      if (kind === undefined || !(error instanceof TaskLimitError)) throw error
      return await attempt(thread, { ...task, kind }, signal)
    }
  }

  return {
    read: (task, whose, signal) =>
      threads
        .use(whose, signal, thread => readBy(thread, task, signal))
        .catch(error => unreadable(error, 'The page', 'Use reader: jina, or read another page.')),
    list: (task, whose, signal) =>
      threads
        .use(whose, signal, thread => thread.run<ListedUrls>({ ...task, kind: 'list' }, signal))
        .catch(error => unreadable(error, 'The list of URLs', 'Use a smaller list, such as one site map.'))
  }
}

function unreadable(error: unknown, what: string, suggestion: string): never {
  if (!(error instanceof TaskLimitError || error instanceof TaskError)) throw error
  throw pageError('cannot_be_honoured', `${what} cannot be read: ${error.message}.`, { suggestions: [suggestion] })
}
