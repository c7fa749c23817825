import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getMessage } from '../../client/messages/messages.ts'
import { messageText } from '../../markdown.ts'
import { bodyInput, FULL, MISSING_MESSAGE, messageId, untrusted } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'get_message',
  core: true,
  summary: 'Get a message',
  description:
    'Returns the headers, body, labels and attachment list of a message. Use it to read mail that search_messages found. The body is text by default, converted from HTML if the message has no text part; character sets and encoded words are decoded. A body longer than max_body_chars is truncated: continue with body_offset. For several messages, use get_messages; for a conversation, get_thread; for the content of an attachment, get_attachment. Reading does not mark a message as read: use modify_labels with remove UNREAD.',
  permission: 'read',
  http: 'GET /messages/:message_id',
  group: 'messages',
  see_also: ['gmail_search_messages', 'gmail_get_thread', 'gmail_get_attachment'],
  asked_as: {
    en: [
      'read an email',
      'open the mail',
      'what did she write to me',
      'show the full text of a message',
      'who was in cc',
      'what does the mail from the bank say',
      'read me the last message',
      'full content of an email',
      'show the mail',
      'what does the mail say',
      'read me what he sent',
      'what did the bank write',
      'open the mail with the tickets'
    ],
    de: ['die E-Mail lesen', 'die Nachricht öffnen'],
    es: ['lee el correo', 'abre el mensaje'],
    fr: ['lire le mail', 'ouvre le message'],
    ja: ['メールを読んで', 'メッセージを開いて'],
    pl: ['przeczytaj maila', 'otwórz wiadomość']
  },
  input: Type.Object({
    message_id: messageId,
    ...bodyInput(20_000),
    body_offset: Type.Integer({ minimum: 0, maximum: 100_000_000, default: 0, description: 'Characters of the body to skip. Default 0' })
  }),
  output: Type.Object({ ...FULL, untrusted }),
  errors: MISSING_MESSAGE,
  examples: [
    {
      name: 'invoice',
      summary: 'A message with two attachments',
      input: { message_id: '19b00000014b014b' },
      output: {
        id: '19b00000014b014b',
        thread_id: '19b00000014b014b',
        subject: 'Invoice 2026-001',
        from: 'Billing <billing@cloud.example>',
        to: 'Ada Example <ada@example.com>',
        date: '2026-01-20T12:00:00.000Z',
        snippet: 'Hello Ada, please find your invoice over 42.00 EUR attached. Cloud Billing',
        labels: ['INBOX', 'UNREAD', 'CATEGORY_UPDATES', 'Receipts'],
        unread: true,
        cc: '',
        bcc: '',
        reply_to: '',
        message_id: '<letter-331@example.com>',
        size: 1096,
        body: 'Hello Ada,\n\nplease find your invoice over 42.00 EUR attached.\n\nCloud Billing',
        body_format: 'text',
        body_length: 76,
        body_truncated: false,
        attachments: [
          { part_id: '1', filename: 'invoice-2026-001.pdf', media_type: 'application/pdf', size: 125, inline: false },
          { part_id: '2', filename: 'Übersicht.png', media_type: 'image/png', size: 70, inline: false }
        ],
        untrusted: true
      }
    },
    {
      name: 'missing',
      summary: 'A message that does not exist',
      input: { message_id: '19b00000deadbeef' },
      error: { reason: 'upstream_not_found', message: 'Gmail has no message 19b00000deadbeef that this account can see.' }
    }
  ],
  markdown: messageText,
  handler: async ({ message_id, ...options }, call) => ({ ...(await getMessage(call.client, message_id, options, call)), untrusted: true })
})
