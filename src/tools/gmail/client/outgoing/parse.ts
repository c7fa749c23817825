import PostalMime, { type Address } from 'postal-mime'
import { TaskError } from '../../../../lib/threads/errors.ts'
import type { EncodedAttachment } from './message.ts'

/** A message as it is stored, in the parts that `encode` takes. */
export interface ParsedMessage {
  from: string | undefined
  reply_to: string | undefined
  to: string[]
  cc: string[]
  bcc: string[]
  subject: string
  text: string | undefined
  html: string | undefined
  /** As the sender wrote it. */
  date: string
  message_id: string | undefined
  in_reply_to: string | undefined
  references: string
  attachments: EncodedAttachment[]
}

/** Parses a whole message, in base64url as Gmail returns it. Throws TaskError if its parts are nested too deeply, or its headers are too long. */
export async function parseMessage(raw: string): Promise<ParsedMessage> {
  const parsed = await PostalMime.parse(Buffer.from(raw, 'base64url')).catch((error: Error) => {
    throw new TaskError(error.message, { cause: error })
  })
  return {
    from: addressesOf(parsed.from ? [parsed.from] : [])[0],
    reply_to: addressesOf(parsed.replyTo ?? [])[0],
    to: addressesOf(parsed.to ?? []),
    cc: addressesOf(parsed.cc ?? []),
    bcc: addressesOf(parsed.bcc ?? []),
    subject: parsed.subject ?? '',
    text: parsed.text?.trimEnd(),
    html: parsed.html,
    date: parsed.headers.find(({ key }) => key === 'date')?.value ?? '',
    message_id: parsed.messageId,
    in_reply_to: parsed.inReplyTo,
    references: parsed.references ?? '',
    attachments: parsed.attachments.map(attachment => ({
      filename: attachment.filename ?? false,
      contentType: attachment.mimeType,
      content: bytesOf(attachment.content),
      ...(attachment.contentId !== undefined && { cid: attachment.contentId.replace(/^<|>$/g, '') }),
      contentDisposition: attachment.disposition === 'inline' ? 'inline' : 'attachment'
    }))
  }
}

const bytesOf = (content: ArrayBuffer | Uint8Array | string): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content instanceof ArrayBuffer ? new Uint8Array(content) : content)

/** Returns each address as one entry. The members of a group are listed one by one. */
const addressesOf = (addresses: readonly Address[]): string[] =>
  addresses.flatMap(entry =>
    'group' in entry && entry.group ? addressesOf(entry.group) : entry.address ? [formatted(entry.name, entry.address)] : []
  )

const formatted = (name: string, address: string): string =>
  name === '' ? address : `${/^[\p{L}\p{N}_' -]+$/u.test(name) ? name : `"${name.replace(/["\\\s]+/g, ' ').trim()}"`} <${address}>`
