import { CannotBeDone, TooMuch } from '../../../lib/threads/failures.ts'
import { moduleBeside } from '../../../lib/threads/start.ts'
import { createThreads, type Threads } from '../../../lib/threads/threads.ts'
import { impossible } from './failures.ts'
import type { Turn } from './request.ts'
import { type Given, type Made, perform, type Task, type Work } from './works.ts'

/** Who waits for it, and how long. */
export type Who = Pick<Turn, 'caller' | 'signal' | 'client'>

/** Characters that are worked on where everybody waits, which takes some hundredths of a second: to hand so few to a thread would cost more. */
const AT_ONCE: Readonly<Record<Work, number>> = {
  toMarkdown: 300, // elements within elements: a few thousand of them take seconds
  fromMarkdown: 5_000,
  differenceOf: 2_000,
  faultIn: 50_000,
  blockEnd: 50_000
}

const MODULE = moduleBeside(import.meta, 'serve-bodies')
/** One for each caller, and one for the jobs of each: what jobs do keeps nobody waiting, of others nor of the same key. */
const THREADS = { most: 3, each: 1 }

/** Less than the operations have that write bodies, so that what takes too long is told as that. */
const LONGEST_MS = 8_000

/** Of all instances together: what bounds them is the machine. */
const threads = createThreads<Task>(
  { module: MODULE, name: 'texts of Confluence', longest_ms: LONGEST_MS, most_memory_mb: 512 },
  THREADS.most,
  THREADS.each
)

/** Works on texts: on large ones in a thread, so that nobody else waits. Throws cannot_be_honoured where they are too much for that, or cannot be done. */
export async function aside<K extends Work>(
  work: K,
  given: Given[K],
  { caller, signal, client }: Who,
  within: Threads<Task> = threads
): Promise<Made[K]> {
  try {
    if (lengthOf(given) <= AT_ONCE[work]) return perform({ work, given })
    return await within.use(`${caller.id} ${client.lane}`, signal, thread => thread.run<Made[K]>({ work, given }, signal))
  } catch (error) {
    if (error instanceof TooMuch || error instanceof CannotBeDone) throw refused(work, error.message)
    throw error
  }
}

const lengthOf = (given: readonly unknown[]): number =>
  given.reduce<number>((sum, one) => sum + (typeof one === 'string' ? one.length : 0), 0)

/** What could not be done, and what to do in its place. */
const SAID: Readonly<Record<Work, readonly [what: string, suggestion: string]>> = {
  toMarkdown: ['The body of the page cannot be made Markdown', 'Read it with content_format storage and max_chars; split the page.'],
  fromMarkdown: ['The Markdown cannot be made storage', 'Send it as storage, by content_format, or split the content.'],
  differenceOf: ['The versions cannot be compared', 'Read each with confluence_get_page: version, content_format storage and max_chars.'],
  faultIn: ['The content cannot be checked', 'Split the content: several pages or comments, each with a part of it.'],
  blockEnd: ['The body of the page cannot be cut where a block ends', 'Ask for fewer characters with max_chars.']
}

function refused(work: Work, why: string) {
  const [what, suggestion] = SAID[work]
  return impossible(`${what}: ${why}.`, suggestion)
}
