import { Type } from 'typebox'
import { defineOperation, MAX_BODY_WITH_FILES } from '../../../../contract/operation.ts'
import { notCleared, type Requirement } from '../../../../contract/requires.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { updateDraft } from '../../client/outgoing/send.ts'
import { COMPOSED_OUTPUT, MESSAGE_INPUT, MESSAGE_UPLOADS, someAddresses } from '../../outgoing-message.ts'
import { id, line } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

const PARTS = ['to', 'cc', 'bcc', 'subject', 'text', 'html', 'from', 'reply_to', 'attachments', 'remove_attachments', 'clear']
const RULE = `Set at least one of: ${PARTS.join(', ')}.`

const changesSomething: Requirement = {
  text: RULE,
  check: input =>
    PARTS.some(name => (Array.isArray(input[name]) ? input[name].length > 0 : input[name] !== undefined))
      ? undefined
      : { path: 'text', message: 'is required unless another part is set', expected: RULE }
}

export default defineOperation(gmail, {
  name: 'update_draft',
  summary: 'Update a draft: its text, subject, recipients or attachments',
  description:
    'Replaces the given parts of a draft and keeps the others, such as attachments and the conversation of the draft. Use it to edit a draft that someone reviewed. text and html show the same content: if you set only one, the other is removed. attachments adds files; remove_attachments removes files by name. It sends nothing: use send_draft. The message of the draft gets a new ID.',
  permission: 'write',
  http: 'PATCH /drafts/:draft_id',
  max_body: MAX_BODY_WITH_FILES,
  uploads: MESSAGE_UPLOADS,
  group: 'drafts',
  timeout_ms: 120_000,
  see_also: ['gmail_get_draft', 'gmail_send_draft', 'gmail_delete_draft'],
  asked_as: {
    en: [
      'change the wording of my draft',
      'put my boss in cc of the unsent mail',
      'the draft needs another subject',
      'attach the file to the mail I prepared',
      'rewrite the unsent email',
      'add Omar in copy to the unsent mail',
      "the mail I'm preparing needs an attachment",
      'change the text of the mail before it goes out',
      'my unsent mail has a typo',
      'the draft should go to someone else',
      "another subject for the mail I haven't sent",
      'add a sentence to the draft mail',
      'make the mail I prepared shorter',
      'take the attachment off the draft'
    ]
  },
  input: Type.Object({
    draft_id: id('ID of the draft'),
    to: Type.Optional(someAddresses('Recipients, in place of the current ones')),
    cc: Type.Optional(someAddresses('Cc recipients, in place of the current ones')),
    bcc: Type.Optional(someAddresses('Bcc recipients, in place of the current ones')),
    subject: Type.Optional(line(900, 'New subject')),
    text: MESSAGE_INPUT.text,
    html: MESSAGE_INPUT.html,
    from: Type.Optional(line(320, 'Address that the account may send as')),
    reply_to: Type.Optional(line(320, 'Reply-To address')),
    attachments: MESSAGE_INPUT.attachments,
    remove_attachments: Type.Array(line(255, 'File name of an attachment'), {
      maxItems: 25,
      default: [],
      description: 'Attachments to remove, by file name. Default: none'
    }),
    clear: Type.Array(stringEnum(['to', 'cc', 'bcc', 'subject'], { description: 'A part to clear' }), {
      maxItems: 4,
      default: [],
      description: 'Parts to clear: to, cc, bcc, subject. Default: none'
    })
  }),
  requires: [changesSomething, notCleared()],
  output: Type.Object({
    draft_id: Type.String({ description: 'ID of the draft', 'x-volatile': true }),
    message_id: Type.String({ description: "New ID of the draft's message", 'x-volatile': true }),
    thread_id: Type.String({ description: 'ID of the conversation', 'x-volatile': true }),
    ...COMPOSED_OUTPUT
  }),
  errors: {
    upstream_not_found: 'No such draft; it may have been sent already',
    file_not_found: 'The draft has no attachment with a name in remove_attachments; details.suggestions lists its attachments',
    cannot_be_honoured: 'The draft takes too long to read, or is malformed',
    file_too_large: 'The attachments are larger than 10 MB in total'
  },
  examples: [
    {
      name: 'new_text',
      summary: 'A draft gets new text and a cc recipient; its subject stays',
      given: {
        operation: 'gmail_create_draft',
        input: { to: ['dora@example.com'], subject: 'Lunch', text: 'Friday?' },
        as: { draft_id: 'draft_id' }
      },
      input: { draft_id: 'r19b0000001510151', text: 'Thursday?', cc: ['eli@example.com'] },
      output: {
        draft_id: 'r19b0000001510151',
        message_id: '19b0000001520152',
        thread_id: '19b0000001510151',
        to: ['dora@example.com'],
        cc: ['eli@example.com'],
        bcc: [],
        subject: 'Lunch',
        size: 400
      }
    },
    {
      name: 'missing',
      summary: 'A draft that does not exist',
      input: { draft_id: 'r404', text: 'x' },
      error: { reason: 'upstream_not_found' }
    },
    { name: 'nothing_to_do', summary: 'No part given', input: { draft_id: 'r404' }, error: { reason: 'missing_required_field' } }
  ],
  message: ({ draft_id, subject }) => `Update the draft ${draft_id}${subject === undefined ? '' : ` "${subject.slice(0, 30)}"`}`,
  handler: (input, call) => updateDraft(call.client, input, call)
})
