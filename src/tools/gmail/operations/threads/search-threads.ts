import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, nullable } from '../../../../contract/schema.ts'
import { inLine } from '../../../../lib/format.ts'
import { searchThreads } from '../../client/threads.ts'
import { messageFilters, requiresSearchTerms } from '../../inputs.ts'
import { gmailSnippet, untrusted } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'search_threads',
  summary: 'Search conversations by text, people, labels and dates',
  description:
    'Returns the conversations in which a message matches all filters, newest first, page by page: subject, senders, number of messages, date of the last one and labels. Use it to find whole conversations, for example to see which ones have a reply. It has the filters of search_messages, which lists single messages instead. To read a conversation, use get_thread or, for several, get_threads.',
  permission: 'read',
  http: 'GET /threads',
  group: 'threads',
  list: true,
  see_also: ['gmail_get_thread', 'gmail_get_threads', 'gmail_modify_thread', 'gmail_search_messages'],
  asked_as: {
    en: [
      'which mail conversations are going on',
      'email threads with a customer',
      'longest mail discussions of the month',
      'conversations in my inbox',
      'which mail threads involve the agency',
      'which conversations did I have with the lawyer',
      'find the mail thread about the contract',
      'with whom have I been discussing the offer',
      'look for conversations about the trip',
      'what email discussions did we have on pricing',
      'is there a conversation about the move',
      'find the exchange with the landlord'
    ]
  },
  input: Type.Object(messageFilters),
  output: listOf(
    Type.Object({
      id: Type.String({ description: 'ID of the conversation' }),
      subject: Type.String({ description: 'Subject of the first message' }),
      from: Type.Array(Type.String(), { description: 'Senders of the messages, at most 20' }),
      messages_total: Type.Integer({ description: 'Number of messages' }),
      last_message_id: Type.String({ description: 'ID of the last message' }),
      last_date: nullable(Type.String({ format: 'date-time' }), { description: 'Time of the last message, ISO 8601; null if unknown' }),
      snippet: gmailSnippet('last message', 'gmail_get_thread'),
      labels: Type.Array(Type.String(), { description: 'Names of the labels of its messages' }),
      unread: Type.Boolean({ description: 'Whether any of its messages is unread' })
    }),
    { query: Type.String({ description: 'The search query that was sent to Gmail' }), untrusted }
  ),
  requires: [requiresSearchTerms],
  errors: {},
  examples: [
    {
      name: 'launch',
      summary: 'A conversation of four messages',
      input: { subject: 'Launch plan', limit: 1 },
      output: {
        items: [
          {
            id: '19b00000014c014c',
            subject: 'Launch plan',
            from: ['Bea Builder <bea@example.com>', 'Ada Example <ada@example.com>', 'Eli Engineer <eli@example.com>'],
            messages_total: 4,
            last_message_id: '19b00000014f014f',
            last_date: '2025-12-09T23:00:00.000Z',
            snippet: 'I will read it over. Settled then.',
            labels: ['INBOX', 'IMPORTANT', 'Work/Projects', 'SENT'],
            unread: false
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' },
        query: 'subject:"Launch plan"',
        untrusted: true
      }
    },
    {
      name: 'unknown_label',
      summary: 'A misspelled label: the error suggests similar labels',
      input: { labels: ['Travle'] },
      error: { reason: 'invalid_field_value', message: 'Travle is not a label of this account.' }
    }
  ],
  markdown: ({ items, next_cursor, total }) =>
    [
      items.length === 0 ? 'No conversation found.' : items.map(row).join('\n'),
      total === null ? '' : `${total.relation === 'gte' ? 'At least ' : ''}${total.value} in all.`,
      ...(next_cursor === null ? [] : [`More: cursor \`${next_cursor}\``])
    ].join('\n\n'),
  handler: (input, call) => searchThreads(call.client, input, call)
})

const row = ({ id, subject, messages_total, last_date, unread, from }: { [name: string]: unknown }): string =>
  `- ${unread === true ? '**unread** ' : ''}${inLine(`${last_date} ${[from].flat().join(', ')}: ${subject}`)} (${messages_total} messages, \`${id}\`)`
