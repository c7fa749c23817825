import { Type } from 'typebox'
import type { Requirement } from '../../contract/requires.ts'
import { brief } from '../../lib/format.ts'
import { id, line } from './schemas.ts'

const addresses = (what: string) =>
  Type.Array(line(320, 'One address: ann@example.com or Ann <ann@example.com>'), { maxItems: 100, default: [], description: what })

/** What a message is made of, sent at once or kept as a draft. */
export const LETTER = {
  to: addresses('Whom it is to. Default: nobody; of an answer, whoever wrote the message that it answers, or whom that names for answers'),
  cc: addresses('Who gets a copy. Default: nobody'),
  bcc: addresses('Who gets a copy without the others seeing it. Default: nobody'),
  subject: Type.Optional(line(900, 'Its subject. Absent: empty; of an answer, Re: and the subject of the message that it answers')),
  text: Type.Optional(Type.String({ maxLength: 1_000_000, description: 'What it says, as plain text' })),
  html: Type.Optional(
    Type.String({ maxLength: 1_000_000, description: 'What it says, as HTML; give text as well for readers without HTML' })
  ),
  from: Type.Optional(line(320, 'An address that the account may send as. Absent: that of the account')),
  reply_to: Type.Optional(line(320, 'Where answers shall go. Absent: to the sender')),
  attachments: Type.Array(
    Type.Object({
      filename: line(255, 'Name of the file'),
      media_type: Type.String({
        maxLength: 127,
        pattern: '^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+$',
        'x-form': 'as type/subtype',
        default: 'application/octet-stream',
        description: 'What it is, such as application/pdf. Default application/octet-stream'
      }),
      content_base64: Type.String({
        maxLength: 14_000_000,
        pattern: '^[A-Za-z0-9+/]*={0,2}$',
        'x-form': 'in base64',
        description: 'Its bytes in base64'
      })
    }),
    { maxItems: 25, default: [], description: 'Files to attach, at most 10 MB together. Default: none' }
  ),
  reply_to_message_id: Type.Optional(
    id('Id of a message that this one answers: it joins that conversation, with the headers that mail programs go by')
  )
}

const ANYBODY = 'Give to, cc or bcc, or reply_to_message_id.'
const ANYTHING = 'Give text, html or both.'

export const hasRecipient: Requirement = {
  text: ANYBODY,
  check: ({ to, cc, bcc, reply_to_message_id }) =>
    reply_to_message_id !== undefined || [to, cc, bcc].some(list => Array.isArray(list) && list.length > 0)
      ? undefined
      : { path: 'to', message: 'is empty, and so are cc and bcc', expected: ANYBODY }
}

export const saysSomething: Requirement = {
  text: ANYTHING,
  check: ({ text, html }) =>
    text === undefined && html === undefined ? { path: 'text', message: 'is lacking, and so is html', expected: ANYTHING } : undefined
}

interface Recipients {
  to: readonly string[]
  cc: readonly string[]
  bcc: readonly string[]
  reply_to_message_id?: string
}

/** More of a list than this is told by its number: a question to a person is short. */
const SHOWN = 70

const listed = (addresses: readonly string[]): string => {
  const all = addresses.join(', ')
  return all.length <= SHOWN ? all : `${brief(addresses[0] ?? '')}${addresses.length > 1 ? ` and ${addresses.length - 1} more` : ''}`
}

/** Whom a letter goes to, as a question to a person says it: whoever it names, and how. An answer without to goes to whom the other message names. */
export function recipientsSaid({ to, cc, bcc, reply_to_message_id: answered }: Recipients): string {
  const first =
    to.length > 0 ? listed(to) : answered === undefined ? '' : `the sender of ${brief(answered)}, or whom that names for answers`
  const kinds = Object.entries({ to: first, cc: listed(cc), bcc: listed(bcc) })
  return kinds.flatMap(([kind, said]) => (said === '' ? [] : [`${kind} ${said}`])).join('; ')
}

/** What is told of a message that was made. */
export const MADE = {
  to: Type.Array(Type.String(), { description: 'Whom it is to' }),
  cc: Type.Array(Type.String(), { description: 'Who gets a copy' }),
  bcc: Type.Array(Type.String(), { description: 'Who gets a copy unseen' }),
  subject: Type.String({ description: 'Its subject' }),
  size: Type.Integer({ description: 'Bytes of the whole message', 'x-volatile': true })
}

export const LETTER_ERRORS = {
  upstream_not_found: 'There is no message reply_to_message_id',
  file_too_large: 'The attachments have more than 10 MB together'
} as const
