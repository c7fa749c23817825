import { moduleBeside } from '../../../lib/threads/start-thread.ts'
import { createWorkerPool } from '../../../lib/threads/worker-pool.ts'
import type { GmailCall } from './call.ts'
import { perform, type Task, type TaskName, type TaskResult } from './mail-tasks.ts'

/** Characters that are processed in the main thread: for so few, a thread would cost more. */
export const MAX_INLINE = 20_000

const LIMITS = { timeout_ms: 20_000, max_memory_mb: 512 }
const THREADS = { max: 3, each: 1 }

const threads = createWorkerPool<Task>(
  { module: moduleBeside(import.meta, 'serve-mail-tasks'), name: 'mail reader', ...LIMITS },
  THREADS.max,
  THREADS.each
)

/**
 * Processes the content of a mail, in a thread unless it is short: anyone can send one whose lines or style rules take minutes. Throws TaskLimitError
 * if it takes too long.
 */
export async function runMailTask<Name extends TaskName>(
  name: Name,
  content: string,
  call: GmailCall,
  isShort?: boolean
): Promise<TaskResult<Name>>
export async function runMailTask(
  name: TaskName,
  content: string,
  { caller, signal }: GmailCall,
  isShort = content.length <= MAX_INLINE
): Promise<TaskResult<TaskName>> {
  const task = { name, content }
  return isShort ? await perform(task) : await threads.use(caller.id, signal, thread => thread.run(task, signal))
}
