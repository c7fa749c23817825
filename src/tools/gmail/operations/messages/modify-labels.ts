import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import type { Requirement } from '../../../../contract/requires.ts'
import { modifyLabels } from '../../client/change.ts'
import { LABELLED, labelNames, MISSING_MESSAGE, messageId } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

const RULE = 'Give add, remove or both.'

const changesSomething: Requirement = {
  text: RULE,
  check: ({ add, remove }) =>
    [add, remove].some(labels => Array.isArray(labels) && labels.length > 0)
      ? undefined
      : { path: 'add', message: 'and remove are both empty', expected: RULE }
}

export default defineOperation(gmail, {
  name: 'modify_labels',
  core: true,
  summary: 'Add labels to a message, or take some away',
  description:
    'Adds labels to one message and takes others away, both by name or id; labels it has already, or has not, change nothing. Use it to file (add Work), archive (remove INBOX), mark as read (remove UNREAD), star (add STARRED) or report spam (add SPAM). Answers the labels that the message has now. It makes no labels: that is create_label. Not for putting mail into the trash: use trash_message.',
  permission: 'write',
  http: 'POST /messages/:message_id/labels',
  group: 'messages',
  idempotent: true,
  see_also: ['gmail_list_labels', 'gmail_create_label', 'gmail_trash_message'],
  input: Type.Object({
    message_id: messageId,
    add: labelNames('Labels to add, by name or id. Default: none'),
    remove: labelNames('Labels to take away, by name or id. Default: none')
  }),
  requires: [changesSomething],
  output: Type.Object(LABELLED),
  errors: MISSING_MESSAGE,
  examples: [
    {
      name: 'archive',
      summary: 'Out of the inbox, with a label',
      input: { message_id: '19b0000001460146', add: ['done'], remove: ['INBOX'] },
      output: { id: '19b0000001460146', thread_id: '19b0000001460146', labels: ['Work', 'Done'] }
    },
    {
      name: 'unknown_label',
      summary: 'A label that there is not is refused, and none is made',
      input: { message_id: '19b0000001460146', add: ['Wrok'] },
      error: { reason: 'invalid_field_value', message: 'Wrok is not a label of this account.' }
    },
    {
      name: 'nothing_to_do',
      summary: 'One of the two must be given',
      input: { message_id: '19b0000001460146' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ message_id, add, remove }) =>
    `Change the labels of message ${message_id}:${[...add.map(name => ` +${name}`), ...remove.map(name => ` -${name}`)].join('').slice(0, 200)}`,
  handler: (input, call) => modifyLabels(call.client, input, call)
})
