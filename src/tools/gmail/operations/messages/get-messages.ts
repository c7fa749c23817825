import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getMessages } from '../../client/messages/messages.ts'
import { messageText } from '../../markdown.ts'
import { bodyInput, FullMessage, id, untrusted } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'get_messages',
  core: true,
  summary: 'Get several messages at once',
  description:
    'Returns up to 50 messages in the order of message_ids, each as get_message returns it, with a shorter body by default. IDs that do not exist are listed in not_found. Use it to read the results of a search in one call. For one message, use get_message; for the messages of a conversation, get_thread.',
  permission: 'read',
  http: 'POST /messages/get',
  group: 'messages',
  see_also: ['gmail_get_message', 'gmail_search_messages'],
  asked_as: {
    en: [
      'read several emails in one go',
      'open all these mails',
      'fetch a handful of messages together',
      'read these mails together',
      'show several messages',
      'the texts of several mails',
      'read me these five mails',
      'what do those mails say',
      'show me these three emails together',
      'the contents of several mails',
      'open both mails'
    ]
  },
  input: Type.Object({
    message_ids: Type.Array(id('ID of a message'), {
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      description: 'IDs of the messages, 1 to 50'
    }),
    ...bodyInput(2_000)
  }),
  output: Type.Object({
    messages: Type.Array(FullMessage, { description: 'Messages that exist' }),
    not_found: Type.Array(Type.String(), { description: 'IDs that do not exist' }),
    untrusted
  }),
  errors: {},
  examples: [
    {
      name: 'two',
      summary: 'A Japanese message, and one that does not exist',
      input: { message_ids: ['19b0000001490149', '19b00000deadbeef'] },
      output: {
        messages: [
          {
            id: '19b0000001490149',
            thread_id: '19b0000001490149',
            subject: '請求書',
            from: '山田 <yamada@tokyo.example>',
            to: 'Ada Example <ada@example.com>',
            date: '2026-01-18T10:00:00.000Z',
            snippet: 'お世話になっております。請求書をお送りします。',
            labels: ['INBOX', 'UNREAD'],
            unread: true,
            cc: '',
            bcc: '',
            reply_to: '',
            message_id: '<letter-329@example.com>',
            size: 397,
            body: 'お世話になっております。請求書をお送りします。',
            body_format: 'text',
            body_length: 23,
            body_truncated: false,
            attachments: []
          }
        ],
        not_found: ['19b00000deadbeef'],
        untrusted: true
      }
    },
    { name: 'none', summary: 'At least one ID is required', input: { message_ids: [] }, error: { reason: 'invalid_field_value' } }
  ],
  markdown: ({ messages, not_found }) =>
    [...messages.map(messageText), ...(not_found.length > 0 ? [`Not found: ${not_found.join(', ')}`] : [])].join('\n\n'),
  handler: ({ message_ids, ...options }, call) => getMessages(call.client, message_ids, options, call)
})
