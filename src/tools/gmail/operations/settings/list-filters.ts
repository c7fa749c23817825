import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listFilters } from '../../client/settings.ts'
import { FILTER } from '../../filter-schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'list_filters',
  summary: 'List the mail filters of the account',
  description:
    'Returns the rules that Gmail applies to new messages: their conditions and the labels that they add and remove, page by page. Use it to see why mail is archived, labeled or forwarded automatically, or before you create a filter. To find messages instead, use search_messages. It needs the scope gmail.settings.basic.',
  permission: 'read',
  http: 'GET /filters',
  group: 'settings',
  list: true,
  see_also: ['gmail_create_filter', 'gmail_delete_filter', 'gmail_list_labels'],
  asked_as: {
    en: [
      'which mail rules do I have',
      'why are emails archived automatically',
      'show my inbox rules',
      'what happens to new mail from the bank',
      'which rules sort my mail',
      "why don't I see the newsletters in my inbox",
      'is there a rule for mails from the shop',
      'how is my mail sorted automatically',
      'what filters did I set up in Gmail',
      'do I have a rule that deletes mails',
      'automatic rules of the mailbox',
      'what is done with mails from the bank automatically'
    ]
  },
  input: Type.Object({}),
  output: listOf(Type.Object(FILTER), {}),
  errors: {},
  examples: [
    {
      name: 'all',
      summary: 'A filter that archives and labels a newsletter',
      tested_elsewhere: 'test/tools/gmail/settings.test.ts runs it (all) before other filters are created',
      input: {},
      output: {
        items: [
          {
            id: 'ANe1Bmg0000000000000000',
            from: 'weekly@news.example',
            to: null,
            subject: null,
            query: null,
            not_query: null,
            has_attachment: null,
            larger_than: null,
            smaller_than: null,
            add: ['Newsletters'],
            remove: ['INBOX'],
            forward_to: null
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    { name: 'wrong_cursor', summary: 'An invalid cursor', input: { cursor: '2' }, error: { reason: 'invalid_field_value' } }
  ],
  handler: (input, call) => listFilters(call.client, input, call)
})
