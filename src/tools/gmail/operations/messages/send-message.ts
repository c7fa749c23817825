import { Type } from 'typebox'
import { defineOperation, MAX_BODY_WITH_FILES } from '../../../../contract/operation.ts'
import { nullable } from '../../../../contract/schema.ts'
import { sendMessage } from '../../client/outgoing/send.ts'
import {
  COMPOSED_OUTPUT,
  describeRecipients,
  hasBody,
  hasRecipient,
  MESSAGE_ERRORS,
  MESSAGE_INPUT,
  MESSAGE_UPLOADS,
  oneReference
} from '../../outgoing-message.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'send_message',
  core: true,
  summary: 'Send a message or a reply',
  description:
    'Sends a message immediately, as text, HTML or both, with attachments. Use it for mail that needs no review; otherwise use create_draft: a person can read the draft before it is sent. With reply_to_message_id it sends a reply: in the same conversation, to the sender or the Reply-To address, and with the same subject, unless you set to and subject. With reply_all, the reply also goes to all other recipients. With forward_message_id it forwards a message with its attachments. dry_run composes the message, checks the addresses and sends nothing. A sent message cannot be recalled. If the response from Gmail is lost, the outcome is unknown and the gateway does not send the message again: search the label SENT before you retry.',
  permission: 'write',
  http: 'POST /messages/send',
  max_body: MAX_BODY_WITH_FILES,
  uploads: MESSAGE_UPLOADS,
  group: 'messages',
  dry_run: true,
  timeout_ms: 120_000,
  see_also: ['gmail_create_draft', 'gmail_send_draft', 'gmail_search_messages'],
  asked_as: {
    en: [
      'email someone',
      'write a mail to my colleague',
      'reply to this email',
      'shoot her a note',
      'send a message with an attachment',
      "answer the customer's mail",
      'forward an email',
      'reply to everyone on the mail',
      'pass this mail on to my colleague',
      'email him the report',
      'let her know by email',
      "tell my boss by mail that I'm sick",
      'send the report to the team',
      'write back to the customer',
      'drop someone a line',
      'mail a file to someone',
      'invite them by email',
      "let him know by mail that I'm late",
      'answer his mail',
      'forward it to the accountant'
    ],
    de: ['eine E-Mail schicken', 'schreib ihm eine Mail', 'auf die E-Mail antworten'],
    es: ['envía un correo', 'manda un mensaje a alguien', 'responde al correo'],
    fr: ['envoyer un mail', "écris un message à quelqu'un", 'répondre au mail'],
    ja: ['メールを送って', 'メールに返信'],
    pl: ['wyślij maila', 'napisz wiadomość do kogoś', 'odpowiedz na maila']
  },
  input: Type.Object(MESSAGE_INPUT),
  requires: [hasRecipient, hasBody, oneReference],
  output: Type.Object({
    id: nullable(Type.String(), { description: 'ID of the message; null if it was not sent' }),
    thread_id: nullable(Type.String(), { description: 'ID of the conversation; null if a dry run starts a new one' }),
    labels: Type.Array(Type.String(), { description: 'Names of the labels of the message; empty if it was not sent' }),
    ...COMPOSED_OUTPUT,
    dry_run: Type.Boolean({ description: 'true: nothing was sent' })
  }),
  errors: MESSAGE_ERRORS,
  examples: [
    {
      name: 'answer',
      summary: 'Preview a reply without sending it',
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
      name: 'forward',
      summary: 'Preview a forwarded message with its attachments',
      input: { forward_message_id: '19b00000014b014b', to: ['accounting@example.com'], text: 'Please pay.', dry_run: true },
      output: {
        id: null,
        thread_id: '19b00000014b014b',
        labels: [],
        to: ['accounting@example.com'],
        cc: [],
        bcc: [],
        subject: 'Fwd: Invoice 2026-001',
        size: 1800,
        dry_run: true
      }
    },
    {
      name: 'two_in_one',
      summary: 'Each entry is one address',
      input: { to: ['ann@example.com, eve@example.com'], text: 'Hello' },
      error: { reason: 'invalid_field_value', message: 'ann@example.com, eve@example.com is not a single address.' }
    },
    {
      name: 'injected_header',
      summary: 'A line break in a subject would start another header',
      input: { to: ['ann@example.com'], subject: 'Hi\r\nBcc: eve@example.com', text: 'Hello' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ subject, dry_run, ...recipients }) =>
    `${dry_run ? 'Compose, but do not send,' : 'Send'} a message${subject === undefined ? '' : ` "${subject.slice(0, 30)}"`} ${describeRecipients(recipients)}`,

  handler: (input, call) => sendMessage(call.client, input, call)
})
