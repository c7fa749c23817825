import { Type } from 'typebox'
import type { Requirement } from '../../contract/requires.ts'
import { BASE64 } from '../../contract/upload.ts'
import { brief } from '../../lib/format.ts'
import { id, line } from './schemas.ts'

/** Maximum total size of the attachments of a message, in bytes. */
export const MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024

/** The property that accepts uploads as multipart/form-data. */
export const MESSAGE_UPLOADS = { property: 'attachments', max_bytes: MAX_ATTACHMENT_BYTES }

const MAX_ADDRESSES = 100
const address = line(320, 'Address, such as Ann <ann@example.com>')

export const someAddresses = (what: string) => Type.Array(address, { maxItems: MAX_ADDRESSES, description: what })
const addresses = (what: string) => Type.Array(address, { maxItems: MAX_ADDRESSES, default: [], description: what })

/** Input of the operations that compose a message. */
export const MESSAGE_INPUT = {
  to: addresses('Recipients. Default: none; for a reply, the sender of the original message or its Reply-To address'),
  cc: addresses('Cc recipients. Default: none'),
  bcc: addresses('Bcc recipients, hidden from the other recipients. Default: none'),
  subject: Type.Optional(
    line(900, 'Subject. Default: Re: or Fwd: and the original subject for a reply or a forwarded message, else empty')
  ),
  text: Type.Optional(Type.String({ maxLength: 1_000_000, description: 'Plain-text body' })),
  html: Type.Optional(Type.String({ maxLength: 1_000_000, description: 'HTML body; set text as well for readers without HTML' })),
  from: Type.Optional(line(320, 'Address that the account may send as. Default: the address of the account')),
  reply_to: Type.Optional(line(320, 'Reply-To address. Default: the sender')),
  attachments: Type.Array(
    Type.Object({
      filename: line(255, 'File name'),
      media_type: Type.String({
        maxLength: 127,
        pattern: '^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+$',
        'x-form': 'such as type/subtype',
        default: 'application/octet-stream',
        description: 'Media type, such as application/pdf. Default application/octet-stream'
      }),
      content_base64: Type.String({
        maxLength: 14_000_000,
        pattern: BASE64,
        'x-form': 'in base64',
        description: 'Content in base64'
      })
    }),
    {
      maxItems: 25,
      default: [],
      description:
        'Files to attach, at most 10 MB in total (before base64). Over HTTP, you can send them as `attachments` parts of multipart/form-data instead. Default: none'
    }
  ),
  reply_to_message_id: Type.Optional(
    id('ID of the message to reply to. The new message joins its conversation, with In-Reply-To and References headers')
  ),
  reply_all: Type.Boolean({
    default: false,
    description: 'true: with reply_to_message_id, everyone else who received that message gets the reply as cc. Default false'
  }),
  forward_message_id: Type.Optional(
    id('ID of a message to forward: its text, HTML and attachments are added below your own text. The new message joins its conversation')
  )
}

const RECIPIENT_RULE = 'Set at least one of to, cc, bcc and reply_to_message_id.'
const BODY_RULE = 'Set at least one of text, html and forward_message_id.'

export const hasRecipient: Requirement = {
  text: RECIPIENT_RULE,
  check: ({ to, cc, bcc, reply_to_message_id }) =>
    reply_to_message_id !== undefined || [to, cc, bcc].some(list => Array.isArray(list) && list.length > 0)
      ? undefined
      : { path: 'to', message: 'is empty, and so are cc and bcc', expected: RECIPIENT_RULE }
}

export const hasBody: Requirement = {
  text: BODY_RULE,
  check: ({ text, html, forward_message_id }) =>
    text === undefined && html === undefined && forward_message_id === undefined
      ? { path: 'text', message: 'is missing, and so is html', expected: BODY_RULE }
      : undefined
}

const REFERENCE_RULE = 'Set at most one of reply_to_message_id and forward_message_id; reply_all needs reply_to_message_id.'

/** A message replies to one message, or forwards one. */
export const oneReference: Requirement = {
  text: REFERENCE_RULE,
  check({ reply_to_message_id, forward_message_id, reply_all }) {
    if (reply_to_message_id !== undefined && forward_message_id !== undefined)
      return { path: 'forward_message_id', message: 'cannot be combined with reply_to_message_id', expected: REFERENCE_RULE }
    return reply_all === true && reply_to_message_id === undefined
      ? { path: 'reply_to_message_id', message: 'is required with reply_all', expected: REFERENCE_RULE }
      : undefined
  }
}

interface Recipients {
  to: readonly string[]
  cc: readonly string[]
  bcc: readonly string[]
  reply_to_message_id?: string
  reply_all?: boolean
}

/** A longer list of addresses is shortened, to keep the confirmation prompt short. */
const MAX_LISTED = 70

const listAddresses = (addresses: readonly string[]): string => {
  const all = addresses.join(', ')
  return all.length <= MAX_LISTED ? all : `${brief(addresses[0] ?? '')}${addresses.length > 1 ? ` and ${addresses.length - 1} more` : ''}`
}

/** Describes the recipients for the confirmation prompt. A reply without `to` goes to the sender of the original message, or its Reply-To address. */
export function describeRecipients({ to, cc, bcc, reply_to_message_id: original, reply_all = false }: Recipients): string {
  const first =
    to.length > 0 ? listAddresses(to) : original === undefined ? '' : `the sender of ${brief(original)}, or its Reply-To address`
  const others = [listAddresses(cc), reply_all ? 'everyone else who received it' : ''].filter(part => part !== '').join(' and ')
  const kinds = Object.entries({ to: first, cc: others, bcc: listAddresses(bcc) })
  return kinds.flatMap(([kind, addresses]) => (addresses === '' ? [] : [`${kind} ${addresses}`])).join('; ')
}

/** Output of the operations that compose a message. */
export const COMPOSED_OUTPUT = {
  to: Type.Array(Type.String(), { description: 'Recipients' }),
  cc: Type.Array(Type.String(), { description: 'Cc recipients' }),
  bcc: Type.Array(Type.String(), { description: 'Bcc recipients' }),
  subject: Type.String({ description: 'Subject' }),
  size: Type.Integer({ description: 'Size of the whole message in bytes', 'x-volatile': true })
}

export const MESSAGE_ERRORS = {
  upstream_not_found: 'The message in reply_to_message_id or forward_message_id does not exist',
  cannot_be_honoured: 'The message to forward takes too long to read, or is malformed',
  file_too_large: 'The attachments are larger than 10 MB in total'
} as const
