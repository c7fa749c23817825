import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { nullable } from '../../../../contract/schema.ts'
import { getLabel } from '../../client/labels.ts'
import { givenLabel, LABEL, LABEL_LOOK, MISSING_LABEL } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

const count = (what: string) =>
  nullable(Type.Integer({ minimum: 0 }), { description: `How many ${what} have it, counted by Gmail; null where it does not say` })

export default defineOperation(gmail, {
  name: 'get_label',
  summary: 'Tell how many messages a label has, and how it looks',
  description:
    'Answers one label, given by name or id, with the exact counts of its messages and conversations, all and unread, and how it is shown. Use it to count mail under a label, such as the unread in INBOX: a search would have to be walked to its end for that. To list all labels use list_labels, not this.',
  permission: 'read',
  http: 'GET /labels/:label',
  group: 'labels',
  see_also: ['gmail_list_labels', 'gmail_search_messages'],
  input: Type.Object({ label: givenLabel }),
  output: Type.Object({
    ...LABEL,
    ...LABEL_LOOK,
    messages_total: count('messages'),
    messages_unread: count('unread messages'),
    threads_total: count('conversations'),
    threads_unread: count('conversations with unread messages')
  }),
  errors: MISSING_LABEL,
  examples: [
    {
      name: 'by_name',
      summary: 'A label by its name, with its counts',
      input: { label: 'newsletters' },
      output: {
        id: 'Label_4',
        name: 'Newsletters',
        type: 'user',
        message_list_visibility: 'show',
        label_list_visibility: 'labelShow',
        text_color: null,
        background_color: null,
        messages_total: 65,
        messages_unread: 17,
        threads_total: 65,
        threads_unread: 17
      }
    },
    {
      name: 'missing',
      summary: 'A misspelt label is answered with those near it',
      input: { label: 'Newsleters' },
      error: { reason: 'upstream_not_found', message: 'This account has no label Newsleters.' }
    }
  ],
  handler: ({ label }, call) => getLabel(call.client, label, call)
})
