import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { inLine } from '../../../../lib/format.ts'
import { searchMessages } from '../../client/messages/search.ts'
import { messageFilters, requiresSearchTerms } from '../../inputs.ts'
import { Found, untrusted } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'search_messages',
  core: true,
  summary: 'Search messages by text, people, labels and dates',
  description:
    "Returns the messages that match all filters, newest first, page by page: subject, sender, date, snippet and labels. Use it to find mail; without any filter, it lists all messages. from, to, subject and text match literally, including spaces; query takes Gmail's search syntax (is:starred, larger:5M, -from:ann, OR) and is sent unchanged. To read a whole message, use get_message; for a conversation, get_thread. Spam and trash are left out unless include_spam_trash is true. total is counted while paging: its relation is gte until the last page. If you need only IDs, ids_only saves one request per message.",
  permission: 'read',
  http: 'GET /messages',
  group: 'messages',
  list: true,
  see_also: ['gmail_get_message', 'gmail_get_thread', 'gmail_list_labels'],
  asked_as: {
    en: [
      'do I have new mail',
      'find an email from someone',
      'check my inbox',
      'unread messages',
      'look for the mail with the invoice',
      'did anyone write to me',
      'emails about a topic',
      'search my mailbox',
      'what came in today by mail',
      'is there a message from the bank',
      'anything new in the inbox',
      'mails with attachments',
      'when did he write to me',
      'find the booking confirmation',
      'did I get an answer by email',
      'did the hotel write back',
      "where's the mail with the tickets",
      'what came in today',
      'unread mails',
      'mails with an attachment from him'
    ],
    de: ['habe ich neue E-Mails', 'eine E-Mail suchen', 'zeig meine ungelesenen Nachrichten', 'mein Posteingang'],
    es: ['tengo correos nuevos', 'busca un correo', 'mensajes sin leer', 'revisa mi bandeja de entrada'],
    fr: ['ai-je de nouveaux mails', 'chercher un mail', 'mes messages non lus'],
    ja: ['新しいメールはある', 'メールを検索', '未読メールを見せて', '受信トレイを確認'],
    pl: ['czy mam nowe maile', 'znajdź maila', 'nieprzeczytane wiadomości']
  },
  input: Type.Object({
    ...messageFilters,
    ids_only: Type.Boolean({ default: false, description: 'true: return only id and thread_id, which is faster. Default false' })
  }),
  output: listOf(Found, { query: Type.String({ description: 'The search query that was sent to Gmail' }), untrusted }),
  requires: [requiresSearchTerms],
  errors: {},
  examples: [
    {
      name: 'from_and_subject',
      summary: 'Mail from one person with a subject, newest first',
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
      summary: 'Only the IDs of the messages in spam',
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
      summary: 'A misspelled label: the error suggests similar labels',
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
  subject === undefined
    ? `- \`${id}\``
    : `- ${unread === true ? '**unread** ' : ''}${inLine(`${date} ${from}: ${subject}`)} (\`${id}\`)\n  ${inLine(String(snippet))}`
