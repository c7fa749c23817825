import { OperationError } from '../../../../contract/errors.ts'
import { TaskError, TaskLimitError } from '../../../../lib/threads/errors.ts'
import type { GmailCall } from '../call.ts'
import { runMailTask } from '../run-mail-task.ts'
import type { ParsedMessage } from './parse.ts'

/** Parses a whole message, in base64url as Gmail returns it. Throws cannot_be_honoured if it takes too long or is malformed. */
export async function parseRaw(raw: string, call: GmailCall): Promise<ParsedMessage> {
  const parsed = await runMailTask('parse', raw, call).catch(error => {
    throw error instanceof TaskLimitError || error instanceof TaskError ? unreadable(error) : error
  })
  // A thread returns bytes without the class of Buffer.
  return { ...parsed, attachments: parsed.attachments.map(one => ({ ...one, content: Buffer.from(one.content) })) }
}

const unreadable = ({ message }: Error) =>
  new OperationError('cannot_be_honoured', `The message cannot be read: ${message}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: ['Create a new message with the parts of this one that you need.']
  })
