import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { createDraft } from '../../client/send.ts'
import { LETTER, LETTER_ERRORS, MADE, recipientsSaid, saysSomething } from '../../letter.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'create_draft',
  core: true,
  summary: 'Write a message without sending it',
  description:
    'Keeps a message as a draft, where a person may read and change it before it goes. Use it for mail that somebody should look at first; send it with send_draft. It takes what send_message takes, and needs no recipient yet. To send at once use send_message, not this.',
  permission: 'write',
  http: 'POST /drafts',
  group: 'drafts',
  success: [201],
  timeout_ms: 120_000,
  see_also: ['gmail_send_draft', 'gmail_delete_draft', 'gmail_send_message'],
  input: Type.Object(LETTER),
  requires: [saysSomething],
  output: Type.Object({
    draft_id: Type.String({ description: 'Id of the draft, as send_draft takes it', 'x-volatile': true }),
    message_id: Type.String({ description: 'Id of its message', 'x-volatile': true }),
    thread_id: Type.String({ description: 'Id of its conversation', 'x-volatile': true }),
    ...MADE
  }),
  errors: LETTER_ERRORS,
  examples: [
    {
      name: 'letter',
      summary: 'A draft to one person',
      input: { to: ['Dora Designer <dora@example.com>'], subject: 'Größe', text: 'Hi Dora' },
      output: {
        draft_id: 'r19b0000001510151',
        message_id: '19b0000001510151',
        thread_id: '19b0000001510151',
        to: ['Dora Designer <dora@example.com>'],
        cc: [],
        bcc: [],
        subject: 'Größe',
        size: 400
      }
    },
    { name: 'empty', summary: 'A message says something', input: { to: ['dora@example.com'] }, error: { reason: 'invalid_field_value' } }
  ],
  message: ({ subject, ...letter }) =>
    `Keep a draft${subject === undefined ? '' : ` "${subject.slice(0, 30)}"`} ${recipientsSaid(letter)}`.trimEnd(),
  handler: (input, call) => createDraft(call.client, input, call)
})
