import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, nullable, stringEnum } from '../../../../contract/schema.ts'
import { CHANGE_TYPES, listHistory } from '../../client/history.ts'
import { line } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

const changed = (what: string, labels: string) =>
  Type.Array(
    Type.Object({
      id: Type.String({ description: 'ID of the message' }),
      thread_id: Type.String({ description: 'ID of the conversation' }),
      labels: Type.Array(Type.String(), { description: labels })
    }),
    { description: what }
  )

export default defineOperation(gmail, {
  name: 'list_history',
  summary: 'List the changes to the mailbox since a point in its history',
  description:
    'Returns the messages that were added or deleted and the labels that were added or removed since start_history_id, oldest change first, page by page. Use it to keep a copy of a mailbox up to date, or to see what changed: start with the history_id of get_profile, and continue with the history_id of the last page. Gmail keeps changes for about a week. To find mail, use search_messages instead.',
  permission: 'read',
  http: 'GET /history',
  group: 'account',
  list: true,
  see_also: ['gmail_get_profile', 'gmail_search_messages', 'gmail_get_messages'],
  asked_as: {
    en: [
      'what changed in my mailbox since yesterday',
      'which mails were added since the last sync',
      'sync the mailbox',
      'which messages were deleted in the meantime',
      'what has changed in my mailbox since this morning',
      "what's new in the mailbox since I last looked",
      'changes to my mail since the last check',
      'which mails came or went since yesterday',
      'which labels were changed on my mails lately',
      'incremental update of the mailbox',
      'have any mails been deleted since then'
    ]
  },
  input: Type.Object({
    start_history_id: Type.String({
      maxLength: 20,
      pattern: '^[0-9]+$',
      'x-form': 'of digits',
      description: 'History ID after which to list: history_id of gmail_get_profile or of an earlier call'
    }),
    types: Type.Array(stringEnum(CHANGE_TYPES, { description: 'A kind of change' }), {
      maxItems: 4,
      uniqueItems: true,
      default: [],
      description: 'Only these kinds: message_added, message_deleted, label_added, label_removed. Default: all'
    }),
    label: Type.Optional(line(225, 'Only messages with this label, by name or ID'))
  }),
  output: listOf(
    Type.Object({
      history_id: Type.String({ description: 'ID of the change' }),
      messages_added: changed('Messages that were added', 'Names of the labels of the message'),
      messages_deleted: changed('Messages that were permanently deleted', 'Names of the labels of the message'),
      labels_added: changed('Messages that got labels', 'Names of the labels that were added'),
      labels_removed: changed('Messages that lost labels', 'Names of the labels that were removed')
    }),
    {
      history_id: nullable(Type.String({ 'x-volatile': true }), {
        description: 'Current history ID: after the last page, pass it as start_history_id of the next call; null if unknown'
      })
    }
  ),
  errors: { upstream_gone: 'Gmail no longer has the changes since this history ID: list the messages again' },
  examples: [
    {
      name: 'last_added',
      summary: 'One change in the sandbox',
      input: { start_history_id: '1331', types: ['message_added'], label: 'INBOX', limit: 1 },
      output: {
        items: [
          {
            history_id: '1332',
            messages_added: [{ id: '19b00000014c014c', thread_id: '19b00000014c014c', labels: ['INBOX', 'IMPORTANT', 'Work/Projects'] }],
            messages_deleted: [],
            labels_added: [],
            labels_removed: []
          }
        ],
        next_cursor: 'WyIxMzMyIiwxLCJ6Rms3NkYxN0FEIl0',
        total: { value: 1, relation: 'gte' },
        history_id: '1336'
      }
    },
    {
      name: 'too_old',
      summary: 'A history ID that Gmail no longer has',
      input: { start_history_id: '1' },
      error: { reason: 'upstream_gone', message: 'Gmail no longer has the changes since this history ID.' }
    }
  ],
  handler: (input, call) => listHistory(call.client, input, call)
})
