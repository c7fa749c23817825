import { Type } from 'typebox'
import { defineOperation, MAX_BODY_WITH_FILES } from '../../../../contract/operation.ts'
import { createDraft } from '../../client/outgoing/send.ts'
import {
  COMPOSED_OUTPUT,
  describeRecipients,
  hasBody,
  MESSAGE_ERRORS,
  MESSAGE_INPUT,
  MESSAGE_UPLOADS,
  oneReference
} from '../../outgoing-message.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'create_draft',
  core: true,
  summary: 'Create a draft message without sending it',
  description:
    'Creates a draft and returns its IDs. A person can read and edit it before it is sent. Use it for mail that the user should review; send it with send_draft. It accepts the same input as send_message (replies, reply_all and forwarding included), but needs no recipient yet. To edit a draft, use update_draft. To send immediately, use send_message.',
  permission: 'write',
  http: 'POST /drafts',
  max_body: MAX_BODY_WITH_FILES,
  uploads: MESSAGE_UPLOADS,
  group: 'drafts',
  success: [201],
  timeout_ms: 120_000,
  see_also: ['gmail_send_draft', 'gmail_update_draft', 'gmail_delete_draft', 'gmail_send_message', 'gmail_list_drafts'],
  asked_as: {
    en: [
      "write an email but don't send it yet",
      'prepare a reply for me to review',
      'draft a mail to my boss',
      'save an unsent message',
      'compose a mail and let me check it first',
      "write an answer but don't send",
      'start an email to a customer',
      "prepare a mail but don't send it",
      'word a reply, I look at it first',
      'write an answer for me to check',
      'start a mail to the boss',
      'put together a message for later'
    ],
    de: ['einen Entwurf schreiben', 'eine E-Mail vorbereiten'],
    es: ['prepara un borrador', 'escribe un correo sin enviarlo'],
    fr: ['préparer un brouillon', "rédiger un mail sans l'envoyer"],
    ja: ['メールの下書きを作成'],
    pl: ['przygotuj szkic wiadomości', 'napisz wersję roboczą maila']
  },
  input: Type.Object(MESSAGE_INPUT),
  requires: [hasBody, oneReference],
  output: Type.Object({
    draft_id: Type.String({ description: 'ID of the draft: pass it to send_draft', 'x-volatile': true }),
    message_id: Type.String({ description: "ID of the draft's message", 'x-volatile': true }),
    thread_id: Type.String({ description: 'ID of the conversation', 'x-volatile': true }),
    ...COMPOSED_OUTPUT
  }),
  errors: MESSAGE_ERRORS,
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
    { name: 'empty', summary: 'A message needs a body', input: { to: ['dora@example.com'] }, error: { reason: 'invalid_field_value' } }
  ],
  message: ({ subject, ...recipients }) =>
    `Create a draft${subject === undefined ? '' : ` "${subject.slice(0, 30)}"`} ${describeRecipients(recipients)}`.trimEnd(),

  handler: (input, call) => createDraft(call.client, input, call)
})
