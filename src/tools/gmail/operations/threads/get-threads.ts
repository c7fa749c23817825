import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { inLine } from '../../../../lib/format.ts'
import { getThreads } from '../../client/threads.ts'
import { LAST_OF_LAUNCH_PLAN } from '../../examples.ts'
import { messageText } from '../../markdown.ts'
import { bodyInput, FullMessage, id, untrusted } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'get_threads',
  summary: 'Get several conversations at once',
  description:
    'Returns up to 20 conversations in the order of thread_ids, each with its newest messages as get_thread returns them, with shorter bodies by default. IDs that do not exist are listed in not_found. Use it to read or summarize several discussions in one call. For one conversation, or for its older messages, use get_thread.',
  permission: 'read',
  http: 'POST /threads/get',
  group: 'threads',
  timeout_ms: 60_000,
  see_also: ['gmail_search_threads', 'gmail_get_thread', 'gmail_get_message'],
  asked_as: {
    en: [
      'read several mail conversations in one go',
      'summarize all these email threads',
      'fetch a handful of mail discussions together',
      'open all these conversations',
      'open those three conversations',
      'read both mail discussions',
      'what was said in these mail threads',
      'all messages of several conversations',
      'catch me up on these five email conversations',
      'the contents of these conversations together',
      'fetch these mail exchanges'
    ]
  },
  input: Type.Object({
    thread_ids: Type.Array(id('ID of a conversation'), {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      description: 'IDs of the conversations, 1 to 20'
    }),
    ...bodyInput(1_000),
    max_messages: Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 5,
      description: 'Maximum number of messages per conversation, 1 to 100; the newest are returned. Default 5'
    })
  }),
  output: Type.Object({
    threads: Type.Array(
      Type.Object({
        id: Type.String({ description: 'ID of the conversation' }),
        subject: Type.String({ description: 'Subject of the first message' }),
        messages_total: Type.Integer({ description: 'Number of messages in the conversation' }),
        messages: Type.Array(FullMessage, { description: 'Messages, oldest first' }),
        next_messages_cursor: Type.Optional(
          Type.String({ 'x-volatile': true, description: 'Only if older messages exist: pass it to get_thread as messages_cursor' })
        )
      }),
      { description: 'Conversations that exist' }
    ),
    not_found: Type.Array(Type.String(), { description: 'IDs that do not exist' }),
    untrusted
  }),
  errors: {},
  examples: [
    {
      name: 'two',
      summary: 'The newest message of a conversation, and a conversation that does not exist',
      input: { thread_ids: ['19b00000014c014c', '19b00000deadbeef'], max_messages: 1 },
      output: {
        threads: [
          {
            id: '19b00000014c014c',
            subject: 'Launch plan',
            messages_total: 4,
            messages: [LAST_OF_LAUNCH_PLAN],
            next_messages_cursor: 'WyIxOWIwMDAwMDAxNGYwMTRmIl0'
          }
        ],
        not_found: ['19b00000deadbeef'],
        untrusted: true
      }
    },
    { name: 'none', summary: 'At least one ID is required', input: { thread_ids: [] }, error: { reason: 'invalid_field_value' } }
  ],
  markdown: ({ threads, not_found }) =>
    [
      ...threads.flatMap(({ subject, messages, messages_total }) => [
        `# ${inLine(subject)} (${messages.length} of ${messages_total} messages)`,
        ...messages.map(messageText)
      ]),
      ...(not_found.length > 0 ? [`Not found: ${not_found.join(', ')}`] : [])
    ].join('\n\n'),
  handler: ({ thread_ids, ...options }, call) => getThreads(call.client, thread_ids, options, call)
})
