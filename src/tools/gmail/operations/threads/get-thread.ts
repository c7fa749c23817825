import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { inLine } from '../../../../lib/format.ts'
import { getThread } from '../../client/messages/messages.ts'
import { LAST_OF_LAUNCH_PLAN } from '../../examples.ts'
import { messageText } from '../../markdown.ts'
import { bodyInput, FullMessage, id, untrusted } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'get_thread',
  core: true,
  summary: 'Get a conversation with its messages',
  description:
    'Returns the messages of a conversation, oldest first, each as get_message returns it. Use it to follow a discussion, with the thread_id that search_messages returns. A long conversation is truncated to its newest messages, at most max_messages; messages_total is the full number, and next_messages_cursor continues with the messages before them. For one message, use get_message.',
  permission: 'read',
  http: 'GET /threads/:thread_id',
  group: 'threads',
  see_also: ['gmail_get_message', 'gmail_search_messages'],
  asked_as: {
    en: [
      'read the whole email conversation',
      'show all replies to a mail',
      'what was discussed in the mail thread',
      'the entire back and forth',
      'what did we agree on by mail',
      'whole exchange with a customer',
      'all messages of the conversation',
      'the whole conversation with the landlord',
      'what did we write each other',
      'what was the last answer in the thread',
      'what have we been writing back and forth',
      'the whole exchange with the client',
      'everything that was written in that conversation'
    ],
    de: ['den ganzen E-Mail-Verlauf lesen'],
    es: ['lee toda la conversación de correo'],
    fr: ['lire toute la conversation par mail'],
    ja: ['メールのやり取り全体を見せて'],
    pl: ['przeczytaj cały wątek mailowy']
  },
  input: Type.Object({
    thread_id: id('ID of the conversation, as gmail_search_messages returns it'),
    ...bodyInput(5_000),
    max_messages: Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 25,
      description: 'Maximum number of messages, the newest ones, 1 to 100. Default 25'
    }),
    messages_cursor: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'next_messages_cursor of the previous part: continues with older messages. Default: the newest'
      })
    )
  }),
  output: Type.Object({
    id: Type.String({ description: 'ID of the conversation' }),
    subject: Type.String({ description: 'Subject of the first message' }),
    messages_total: Type.Integer({ description: 'Number of messages in the conversation' }),
    messages: Type.Array(FullMessage, { description: 'Messages, oldest first' }),
    next_messages_cursor: Type.Optional(
      Type.String({ 'x-volatile': true, description: 'Only if older messages exist: pass it as messages_cursor to continue with them' })
    ),
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
        messages: [LAST_OF_LAUNCH_PLAN],
        untrusted: true
      }
    },
    {
      name: 'missing',
      summary: 'A conversation that does not exist',
      input: { thread_id: '19b00000deadbeef' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  markdown: ({ subject, messages_total, messages }) =>
    [`# ${inLine(subject)} (${messages.length} of ${messages_total} messages)`, ...messages.map(messageText)].join('\n\n'),
  handler: ({ thread_id, ...options }, call) => getThread(call.client, thread_id, options, call)
})
