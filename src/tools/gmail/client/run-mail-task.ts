import { moduleBeside } from '../../../lib/threads/start-thread.ts'
import { createWorkerPool } from '../../../lib/threads/worker-pool.ts'
import type { GmailCall } from './call.ts'
import { perform, type Task, type TaskName, type TaskResults } from './mail-tasks.ts'

/** Characters that are processed in the main thread: for so few, a thread would cost more. */
const MAX_INLINE = 20_000

const LIMITS = { timeout_ms: 20_000, max_memory_mb: 512 }
const THREADS = { max: 3, each: 1 }

const threads = createWorkerPool<Task>(
  { module: moduleBeside(import.meta, 'serve-mail-tasks'), name: 'mail reader', ...LIMITS },
  THREADS.max,
  THREADS.each
)

/**
 * Processes the content of a mail, in a thread unless it is short: anyone can send one whose lines or style rules take minutes. Throws TaskLimitError
 * if it needs too much time or memory.
 */
export async function runMailTask<Name extends TaskName>(
  name: Name,
  content: Task<Name>['content'],
  { caller, signal }: GmailCall
): Promise<TaskResults[Name]> {
  const task = { name, content }
  if (charactersOf(content) <= MAX_INLINE) return await perform(task)
  return await threads.use(caller.id, signal, thread => thread.run<TaskResults[Name]>(task, signal))
}

/** Many short texts take as long as a long one. */
const charactersOf = (content: Task['content']): number =>
  typeof content === 'string' ? content.length : content.reduce((sum, { length }) => sum + length, 0)
