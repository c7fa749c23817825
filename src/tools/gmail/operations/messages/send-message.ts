import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { nullable } from '../../../../contract/schema.ts'
import { sendMessage } from '../../client/send.ts'
import { hasRecipient, LETTER, LETTER_ERRORS, MADE, recipientsSaid, saysSomething } from '../../letter.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'send_message',
  core: true,
  summary: 'Send a message, or answer one',
  description:
    'Sends a message at once, as text, HTML or both, with attachments. Use it for mail that needs no second look; otherwise use create_draft, which a person may read before it goes. With reply_to_message_id it answers a message: into its conversation, to who wrote it or whom it names for answers, under its subject, unless to and subject say otherwise. dry_run composes it, checks the addresses and sends nothing. What was sent cannot be called back. When the answer of Gmail is lost, the outcome is unknown and it is not sent again: look into SENT before you do.',
  permission: 'write',
  http: 'POST /messages/send',
  group: 'messages',
  dry_run: true,
  timeout_ms: 120_000,
  see_also: ['gmail_create_draft', 'gmail_send_draft', 'gmail_search_messages'],
  input: Type.Object(LETTER),
  requires: [hasRecipient, saysSomething],
  output: Type.Object({
    id: nullable(Type.String(), { description: 'Id of the message; null where it was not sent' }),
    thread_id: nullable(Type.String(), { description: 'Id of its conversation; null where there is none yet' }),
    labels: Type.Array(Type.String(), { description: 'Names of its labels' }),
    ...MADE,
    dry_run: Type.Boolean({ description: 'true: nothing was sent' })
  }),
  errors: LETTER_ERRORS,
  examples: [
    {
      name: 'answer',
      summary: 'What an answer would be, without sending it',
      input: { reply_to_message_id: '19b00000014f014f', text: 'Wonderful.', dry_run: true },
      output: {
        id: null,
        thread_id: '19b00000014c014c',
        labels: [],
        to: ['Bea Builder <bea@example.com>'],
        cc: [],
        bcc: [],
        subject: 'Re: Launch plan',
        size: 400,
        dry_run: true
      }
    },
    {
      name: 'two_in_one',
      summary: 'Each entry is one address',
      input: { to: ['ann@example.com, eve@example.com'], text: 'Hello' },
      error: { reason: 'invalid_field_value', message: 'ann@example.com, eve@example.com is not one address.' }
    },
    {
      name: 'injected_header',
      summary: 'A line break in a subject would begin another header',
      input: { to: ['ann@example.com'], subject: 'Hi\r\nBcc: eve@example.com', text: 'Hello' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ subject, dry_run, ...letter }) =>
    `${dry_run ? 'Compose, but not send,' : 'Send'} a message${subject === undefined ? '' : ` "${subject.slice(0, 30)}"`} ${recipientsSaid(letter)}`,
  handler: (input, call) => sendMessage(call.client, input, call)
})
