import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getThread } from '../../client/messages.ts'
import { messageText } from '../../markdown.ts'
import { bodyWish, FullMessage, id, untrusted } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'get_thread',
  core: true,
  summary: 'Read a conversation',
  description:
    'Answers the messages of one conversation, the eldest first, each as get_message does. Use it to follow what was said, with the thread_id that search_messages answers. A long conversation is cut to its newest max_messages; messages_total says how many there are. Not for one message of it: use get_message.',
  permission: 'read',
  http: 'GET /threads/:thread_id',
  group: 'threads',
  see_also: ['gmail_get_message', 'gmail_search_messages'],
  input: Type.Object({
    thread_id: id('Id of the conversation, as gmail_search_messages answers it'),
    ...bodyWish(5_000),
    max_messages: Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 25,
      description: 'Most messages, the newest ones, 1 to 100. Default 25'
    })
  }),
  output: Type.Object({
    id: Type.String({ description: 'Id of the conversation' }),
    subject: Type.String({ description: 'Subject of its first message' }),
    messages_total: Type.Integer({ description: 'How many messages it has' }),
    messages: Type.Array(FullMessage, { description: 'Its messages, the eldest first' }),
    untrusted
  }),
  errors: { upstream_not_found: 'No such conversation, or it is not visible to this account' },
  examples: [
    {
      name: 'last_word',
      summary: 'The newest message of a conversation of four',
      input: { thread_id: '19b00000014c014c', max_messages: 1 },
      output: {
        id: '19b00000014c014c',
        subject: 'Launch plan',
        messages_total: 4,
        messages: [
          {
            id: '19b00000014f014f',
            thread_id: '19b00000014c014c',
            subject: 'Re: Launch plan',
            from: 'Bea Builder <bea@example.com>',
            to: 'Ada Example <ada@example.com>',
            date: '2025-12-09T23:00:00.000Z',
            snippet: 'I will read it over. Settled then.',
            labels: ['INBOX', 'IMPORTANT', 'Work/Projects'],
            unread: false,
            cc: '',
            bcc: '',
            reply_to: '',
            message_id: '<launch-3@example.com>',
            size: 391,
            body: 'I will read it over. Settled then.',
            body_format: 'text',
            body_length: 34,
            body_truncated: false,
            attachments: []
          }
        ],
        untrusted: true
      }
    },
    {
      name: 'missing',
      summary: 'A conversation that is not there',
      input: { thread_id: '19b00000deadbeef' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  markdown: ({ subject, messages_total, messages }) =>
    [`# ${subject} (${messages.length} of ${messages_total} messages)`, ...messages.map(messageText)].join('\n\n'),
  handler: ({ thread_id, ...wish }, call) => getThread(call.client, thread_id, wish, call)
})
