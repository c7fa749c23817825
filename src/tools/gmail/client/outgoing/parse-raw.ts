import { OperationError } from '../../../../contract/errors.ts'
import { TaskLimitError } from '../../../../lib/threads/errors.ts'
import { moduleBeside } from '../../../../lib/threads/start-thread.ts'
import { createWorkerPool } from '../../../../lib/threads/worker-pool.ts'
import type { ComposeCall } from '../call.ts'
import { type ParsedMessage, parseMessage } from './parse.ts'

/** Characters of a message that is parsed in the main thread: for so few, a thread would cost more. */
const MAX_INLINE = 20_000

const LIMITS = { timeout_ms: 60_000, max_memory_mb: 512 }
const THREADS = { max: 3, each: 1 }

const threads = createWorkerPool<string>(
  { module: moduleBeside(import.meta, 'serve-parse'), name: 'mail parser', ...LIMITS },
  THREADS.max,
  THREADS.each
)

/**
 * Parses a whole message, in base64url as Gmail returns it. Anyone can send one whose lines take minutes to parse, so a large one is parsed in a
 * thread. Throws cannot_be_honoured if it takes too long.
 */
export async function parseRaw(raw: string, { caller, signal }: ComposeCall): Promise<ParsedMessage> {
  if (raw.length <= MAX_INLINE) return await parseMessage(raw)
  const parsed = await threads
    .use(caller.id, signal, thread => thread.run<ParsedMessage>(raw, signal))
    .catch(error => {
      throw error instanceof TaskLimitError ? unreadable(error) : error
    })
  // A thread returns bytes without the class of Buffer.
  return { ...parsed, attachments: parsed.attachments.map(one => ({ ...one, content: Buffer.from(one.content) })) }
}

const unreadable = ({ message }: TaskLimitError) =>
  new OperationError('cannot_be_honoured', `The message cannot be read: ${message}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: ['Write a new message, and attach what is needed of this one.']
  })
