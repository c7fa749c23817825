import { TaskError, TaskLimitError } from '../../../../lib/threads/errors.ts'
import { moduleBeside } from '../../../../lib/threads/start-thread.ts'
import { createWorkerPool, type WorkerPool } from '../../../../lib/threads/worker-pool.ts'
import { impossible } from '../failures.ts'
import type { ConfluenceCall } from '../request.ts'
import { perform, type Task, type TaskArguments, type TaskName, type TaskResults } from './task-functions.ts'

/** The caller, the signal and the client of a task. */
export type TaskCall = Pick<ConfluenceCall, 'caller' | 'signal' | 'client'>

/**
 * Maximum number of characters that are processed in the main thread, which takes a few hundredths of a second: for so few, a thread would
 * cost more.
 */
const MAX_INLINE: Readonly<Record<TaskName, number>> = {
  toMarkdown: 300, // nested elements: a few thousand of them take seconds
  pageToMarkdown: 2_000,
  fromMarkdown: 3_000,
  countText: 50_000,
  imagesIn: 50_000,
  filledTemplate: 50_000,
  templateVariables: 50_000,
  differenceOf: 2_000,
  editSection: 3_000,
  hiddenIn: 5_000,
  faultIn: 50_000,
  faultInAdf: 100_000,
  blockEnd: 50_000
}

const MODULE = moduleBeside(import.meta, 'serve-text-tasks')
/** One task per caller, and one for all jobs of a key, so that tasks of jobs block no one. */
const THREADS = { max: 3, each: 1 }

/** Less than the timeout of the operations that write bodies, so that they can report it. */
const MAX_MS = 8_000

/** Shared by all instances, because the machine is the limit. */
const threads = createWorkerPool<Task>(
  { module: MODULE, name: 'texts of Confluence', timeout_ms: MAX_MS, max_memory_mb: 512 },
  THREADS.max,
  THREADS.each
)

/**
 * Processes texts, large ones in a worker thread, so that they do not block other calls. Throws cannot_be_honoured if they take too long or
 * cannot be processed.
 */
export async function runTextTask<K extends TaskName>(
  task: K,
  args: TaskArguments[K],
  { caller, signal, client }: TaskCall,
  within: WorkerPool<Task> = threads
): Promise<TaskResults[K]> {
  try {
    if (lengthOf(args) <= MAX_INLINE[task]) return await perform({ task, args })
    return await within.use(`${caller.id} ${client.lane}`, signal, thread => thread.run<TaskResults[K]>({ task, args }, signal))
  } catch (error) {
    if (error instanceof TaskLimitError || error instanceof TaskError) throw refused(task, error.message)
    throw error
  }
}

/** Number of characters, including those within lists and objects. */
const lengthOf = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => {
    if (typeof value === 'string') return sum + value.length
    return typeof value === 'object' && value !== null ? sum + lengthOf(Object.values(value)) : sum
  }, 0)

/** Message and suggestion for a failed task. */
const FAILURES: Readonly<Record<TaskName, readonly [what: string, suggestion: string]>> = {
  toMarkdown: ['The body of the page cannot be converted to Markdown', 'Read it with content_format storage; split the page.'],
  pageToMarkdown: ['The body of the page cannot be converted to Markdown', 'Read it with content_format storage; split the page.'],
  fromMarkdown: ['The Markdown cannot be converted to storage format', 'Send it with content_format storage, or split the content.'],
  differenceOf: ['The versions cannot be compared', 'Read each version with confluence_get_page, with content_format storage.'],
  countText: ['The text of the page cannot be searched', 'Comment on the page with confluence_add_comment.'],
  imagesIn: ['The images of the page cannot be listed', 'Use confluence_list_attachments.'],
  filledTemplate: ['The template cannot be used', 'Create the page with confluence_create_page.'],
  templateVariables: ['The variables of the template cannot be listed', 'Read the template in Confluence.'],
  editSection: ['The section cannot be changed', 'Read the page with content_format storage, and send the whole body.'],
  hiddenIn: ['The body cannot be checked for hidden text', 'Read the page with content_format markdown.'],
  faultIn: ['The content cannot be checked', 'Split the content into several pages or comments.'],
  faultInAdf: ['The content cannot be checked', 'Split the content into several pages or comments.'],
  blockEnd: ['The body of the page cannot be truncated at the end of a block', 'Request fewer characters with max_chars.']
}

function refused(task: TaskName, why: string) {
  const [what, suggestion] = FAILURES[task]
  return impossible(`${what}: ${why}.`, suggestion)
}
