import { TaskLimitError } from '../../../lib/threads/errors.ts'
import { moduleBeside } from '../../../lib/threads/start-thread.ts'
import { createWorkerPool, type TaskLimits } from '../../../lib/threads/worker-pool.ts'
import type { GmailCall } from './call.ts'
import { perform, type Task, type TaskName, type TaskResults } from './mail-tasks.ts'

/** Characters that are processed in the main thread: for so few, a thread would cost more. */
const MAX_INLINE = 20_000

const LIMITS = { timeout_ms: 20_000, max_memory_mb: 512 }
const THREADS = { max: 3, each: 1 }

type RunMailTask = <Name extends TaskName>(
  name: Name,
  content: Task<Name>['content'],
  call: Pick<GmailCall, 'caller' | 'signal'>
) => Promise<TaskResults[Name]>

/** Returns runMailTask with these limits. */
export function mailTaskRunner(limits: TaskLimits): RunMailTask {
  const threads = createWorkerPool<Task>(
    { module: moduleBeside(import.meta, 'serve-mail-tasks'), name: 'mail reader', ...limits },
    THREADS.max,
    THREADS.each
  )
  /** Time in milliseconds that the messages of a call took, by the signal of the call. */
  const spent = new WeakMap<AbortSignal, number>()
  return async <Name extends TaskName>(
    name: Name,
    content: Task<Name>['content'],
    { caller, signal }: Pick<GmailCall, 'caller' | 'signal'>
  ) => {
    const task = { name, content }
    if (charactersOf(content) <= MAX_INLINE) return await perform(task)
    return await threads.use(caller.id, signal, async thread => {
      const before = spent.get(signal) ?? 0
      if (before >= limits.timeout_ms) throw new TaskLimitError(`the messages before it took longer than ${limits.timeout_ms / 1000} s`)
      const started = performance.now()
      try {
        return await thread.run<TaskResults[Name]>(task, signal)
      } finally {
        spent.set(signal, before + performance.now() - started)
      }
    })
  }
}

/**
 * Processes the content of a message, in a thread unless it is short: anyone can send one whose lines or style rules take minutes, and any number of
 * them. Throws TaskLimitError if it needs too much time or memory, or if earlier messages of the call needed that time.
 */
export const runMailTask = mailTaskRunner(LIMITS)

/** Many short texts take as long as a long one. */
const charactersOf = (content: Task['content']): number =>
  typeof content === 'string' ? content.length : content.reduce((sum, { length }) => sum + length, 0)
