import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { searchMessages } from '../../client/search.ts'
import { mailFilters } from '../../inputs.ts'
import { wordsSaySomething } from '../../requirements.ts'
import { Found, untrusted } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'search_messages',
  core: true,
  summary: 'Find messages by words, people, labels and dates',
  description:
    'Answers the messages that fit all that is given, the newest first, page by page: subject, sender, date, snippet and labels of each. Use it to find mail; without any input it lists all. from, to, subject and text are looked for as they are, spaces included; query takes the search language of Gmail (is:starred, larger:5M, -from:ann, OR) and is sent as it is. Not for reading: use get_message for a whole message and get_thread for a conversation. Spam and trash are left out unless include_spam_trash is true. total is counted: gte until the last page was reached. ids_only spares one request a message where only ids are needed.',
  permission: 'read',
  http: 'GET /messages',
  group: 'messages',
  list: true,
  see_also: ['gmail_get_message', 'gmail_get_thread', 'gmail_list_labels'],
  input: Type.Object({
    ...mailFilters,
    ids_only: Type.Boolean({ default: false, description: 'true: answer id and thread_id alone, which is faster. Default false' })
  }),
  output: listOf(Found, { query: Type.String({ description: 'The search as it was sent to Gmail' }), untrusted }),
  requires: [wordsSaySomething],
  errors: {},
  examples: [
    {
      name: 'from_and_subject',
      summary: 'What one person wrote under a subject, newest first',
      input: { from: 'Bea Builder', subject: 'Launch plan', limit: 1 },
      output: {
        items: [
          {
            id: '19b00000014f014f',
            thread_id: '19b00000014c014c',
            subject: 'Re: Launch plan',
            from: 'Bea Builder <bea@example.com>',
            to: 'Ada Example <ada@example.com>',
            date: '2025-12-09T23:00:00.000Z',
            snippet: 'I will read it over. Settled then.',
            labels: ['INBOX', 'IMPORTANT', 'Work/Projects'],
            unread: false
          }
        ],
        next_cursor: 'WyIwMTc2NTMyMTIwMDAwMDAxODUwOTc5NDQ2ODcxMjI4NzUxIiwxLCJpN2Y3WG1LYnNsIl0',
        total: { value: 1, relation: 'gte' },
        query: 'from:"Bea Builder" subject:"Launch plan"',
        untrusted: true
      }
    },
    {
      name: 'ids',
      summary: 'Ids alone, of what lies in the spam',
      input: { labels: ['SPAM'], ids_only: true },
      output: {
        items: [{ id: '19b0000001430143', thread_id: '19b0000001430143' }],
        next_cursor: null,
        total: { value: 1, relation: 'eq' },
        query: '',
        untrusted: true
      }
    },
    {
      name: 'unknown_label',
      summary: 'A misspelt label is answered with those near it',
      input: { labels: ['Travle'] },
      error: { reason: 'invalid_field_value', message: 'Travle is not a label of this account.' }
    }
  ],
  markdown: ({ items, next_cursor, total }) =>
    [
      items.length === 0 ? 'No message found.' : items.map(row).join('\n'),
      total === null ? '' : `${total.relation === 'gte' ? 'At least ' : ''}${total.value} in all.`,
      ...(next_cursor === null ? [] : [`More: cursor \`${next_cursor}\``])
    ].join('\n\n'),
  handler: (input, call) => searchMessages(call.client, input, call)
})

const row = ({ id, subject, from, date, unread, snippet }: { [name: string]: unknown }): string =>
  subject === undefined ? `- \`${id}\`` : `- ${unread === true ? '**unread** ' : ''}${date} ${from}: ${subject} (\`${id}\`)\n  ${snippet}`
