import { OperationError } from '../../../contract/errors.ts'
import { readBytes, readMessage, segment } from './api.ts'
import type { Gmail } from './gmail.ts'
import { type Attachment, attachmentOf, filesIn } from './parts.ts'
import type { Turn } from './turn.ts'

const LARGEST = 10 * 1024 * 1024

/** The answer is base64 within JSON. */
const LARGEST_ANSWER = 15 * 1024 * 1024

/** Gmail's ids of attachments hold for a moment only, so that a part is found anew by its place or its name. */
export async function getAttachment(client: Gmail, input: { message_id: string; part_id?: string; filename?: string }, turn: Turn) {
  const path = `messages/${segment(input.message_id)}`
  const { payload } = readMessage(await client.send({ path, query: { format: 'full' } }, turn))
  const files = filesIn(payload).map(part => ({ part, attachment: attachmentOf(part) }))
  const found = files.find(({ attachment }) => isWanted(attachment, input))
  if (!found)
    throw missing(
      input,
      files.map(({ attachment: { part_id, filename } }) => `part_id ${part_id}: ${filename}`)
    )
  const { part, attachment } = found
  if (attachment.size > LARGEST) throw tooLarge(attachment.size)
  const { attachmentId, data } = part.body ?? {}
  const bytes =
    attachmentId === undefined
      ? Buffer.from(data ?? '', 'base64url')
      : readBytes(await client.send({ path: `${path}/attachments/${segment(attachmentId)}`, largest_body: LARGEST_ANSWER }, turn))
  const { filename, media_type, part_id } = attachment
  return { part_id, filename, media_type, size: bytes.length, content_base64: bytes.toString('base64'), untrusted: true }
}

const isWanted = (attachment: Attachment, { part_id, filename }: { part_id?: string; filename?: string }): boolean =>
  part_id === undefined ? attachment.filename === filename : attachment.part_id === part_id

const missing = ({ part_id, filename }: { part_id?: string; filename?: string }, there: string[]): OperationError =>
  new OperationError('file_not_found', `The message has no attachment ${part_id ?? filename}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: there
  })

const tooLarge = (size: number): OperationError =>
  new OperationError('file_too_large', `The attachment has ${size} bytes: at most ${LARGEST} are answered.`, {
    source: 'gateway',
    outcome: 'not_executed',
    limit_bytes: LARGEST
  })
