import { OperationError } from '../../../../contract/errors.ts'
import { segment } from '../../../../lib/http/segment.ts'
import { readBytes, readMessage } from '../api.ts'
import type { GmailCall } from '../call.ts'
import type { Gmail } from '../connection.ts'
import { type Attachment, attachmentOf, filesIn } from './body.ts'

const MAX_BYTES = 10 * 1024 * 1024

/** The response holds the attachment as base64 in JSON. */
const MAX_RESPONSE_BYTES = 15 * 1024 * 1024

/** Returns the content of an attachment. Gmail's attachment IDs expire quickly, so each call finds the part by its ID or file name. */
export async function getAttachment(client: Gmail, input: { message_id: string; part_id?: string; filename?: string }, call: GmailCall) {
  const path = `messages/${segment(input.message_id)}`
  const { payload } = readMessage(await client.send({ path, query: { format: 'full' } }, call))
  const files = filesIn(payload).map(part => ({ part, attachment: attachmentOf(part) }))
  const found = files.find(({ attachment }) => matches(attachment, input))
  if (!found)
    throw attachmentNotFound(
      input,
      files.map(({ attachment: { part_id, filename } }) => `part_id ${part_id}: ${filename}`)
    )
  const { part, attachment } = found
  if (attachment.size > MAX_BYTES) throw tooLarge(attachment.size)
  const { attachmentId, data } = part.body ?? {}
  const bytes =
    attachmentId === undefined
      ? Buffer.from(data ?? '', 'base64url')
      : readBytes(
          await client.send(
            { path: `${path}/attachments/${segment(attachmentId, 'attachment_id')}`, max_body_bytes: MAX_RESPONSE_BYTES },
            call
          )
        )
  const { filename, media_type, part_id } = attachment
  return { part_id, filename, media_type, size: bytes.length, content_base64: bytes.toString('base64'), untrusted: true }
}

const matches = (attachment: Attachment, { part_id, filename }: { part_id?: string; filename?: string }): boolean =>
  part_id === undefined ? attachment.filename === filename : attachment.part_id === part_id

const attachmentNotFound = ({ part_id, filename }: { part_id?: string; filename?: string }, existing: string[]): OperationError =>
  new OperationError('file_not_found', `The message has no attachment ${part_id ?? filename}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: existing
  })

const tooLarge = (size: number): OperationError =>
  new OperationError('file_too_large', `The attachment has ${size} bytes; at most ${MAX_BYTES} can be returned.`, {
    source: 'gateway',
    outcome: 'not_executed',
    limit_bytes: MAX_BYTES
  })
