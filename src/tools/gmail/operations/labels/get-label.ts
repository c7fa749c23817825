import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { nullable } from '../../../../contract/schema.ts'
import { getLabel } from '../../client/labels.ts'
import { LABEL, LABEL_DISPLAY, labelInput, MISSING_LABEL } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

const count = (what: string) =>
  nullable(Type.Integer({ minimum: 0 }), {
    description: `Number of ${what}, counted by Gmail; null if Gmail does not return it`
  })

export default defineOperation(gmail, {
  name: 'get_label',
  summary: 'Get a label with its message counts and visibility',
  description:
    'Returns a label by name or ID, with the exact counts of its messages and conversations, total and unread, and its display settings. Use it to count the messages with a label, such as the unread ones in INBOX; a search counts them only page by page. To list all labels, use list_labels.',
  permission: 'read',
  http: 'GET /labels/:label',
  group: 'labels',
  see_also: ['gmail_list_labels', 'gmail_search_messages'],
  asked_as: {
    en: [
      'how many unread emails do I have',
      'count the mails with a label',
      'number of messages in my inbox',
      'how many messages are in a folder',
      'unread count of the inbox',
      'how many unread mails are in the folder',
      'how many unread mails are in Receipts',
      'how full is the folder',
      'how many mails carry the label',
      'is anything unread in that folder',
      'how many new mails do I have'
    ],
    de: ['wie viele ungelesene E-Mails habe ich'],
    es: ['cuántos correos sin leer tengo'],
    fr: ['combien de mails non lus ai-je'],
    ja: ['未読メールは何件'],
    pl: ['ile mam nieprzeczytanych maili']
  },
  input: Type.Object({ label: labelInput }),
  output: Type.Object({
    ...LABEL,
    ...LABEL_DISPLAY,
    messages_total: count('messages with the label'),
    messages_unread: count('unread messages with the label'),
    threads_total: count('conversations with the label'),
    threads_unread: count('conversations with the label that have unread messages')
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
      summary: 'A misspelled label: the error suggests similar labels',
      input: { label: 'Newsleters' },
      error: { reason: 'upstream_not_found', message: 'This account has no label Newsleters.' }
    }
  ],
  handler: ({ label }, call) => getLabel(call.client, label, call)
})
