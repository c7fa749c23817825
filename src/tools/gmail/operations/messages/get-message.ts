import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getMessage } from '../../client/messages.ts'
import { messageText } from '../../markdown.ts'
import { bodyWish, FULL, MISSING_MESSAGE, messageId, untrusted } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'get_message',
  core: true,
  summary: 'Read one message',
  description:
    'Answers headers, body, labels and the list of attachments of one message. Use it to read mail that search_messages found. The body is text by default, made from HTML where the message has no text; charsets and encoded words are decoded. A long body is cut after max_body_chars: go on with body_offset. For several messages use get_messages, for a conversation get_thread, for the bytes of an attachment get_attachment. Reading does not mark a message as read: that is modify_labels with remove UNREAD.',
  permission: 'read',
  http: 'GET /messages/:message_id',
  group: 'messages',
  see_also: ['gmail_search_messages', 'gmail_get_thread', 'gmail_get_attachment'],
  input: Type.Object({
    message_id: messageId,
    ...bodyWish(20_000),
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
      summary: 'A message that is not there',
      input: { message_id: '19b00000deadbeef' },
      error: { reason: 'upstream_not_found', message: 'Gmail has no message 19b00000deadbeef that this account can see.' }
    }
  ],
  markdown: messageText,
  handler: async ({ message_id, ...wish }, call) => ({ ...(await getMessage(call.client, message_id, wish, call)), untrusted: true })
})
