import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getDraft } from '../../client/outgoing/send.ts'
import { messageText } from '../../markdown.ts'
import { bodyInput, FULL, id, untrusted } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'get_draft',
  summary: 'Get a draft with its text and attachments',
  description:
    'Returns the recipients, subject, body and attachment list of a draft. Use it to review a draft before you change it with update_draft or send it with send_draft. Find drafts with list_drafts. A body longer than max_body_chars is truncated: continue with body_offset. For a message that was sent or received, use get_message instead.',
  permission: 'read',
  http: 'GET /drafts/:draft_id',
  group: 'drafts',
  see_also: ['gmail_list_drafts', 'gmail_update_draft', 'gmail_send_draft'],
  asked_as: {
    en: [
      'read the draft to me',
      'what did I write in my unsent mail',
      'show the text of the draft email',
      'who is the draft addressed to',
      'open the mail I have not sent',
      'how did I phrase the unsent mail',
      'what does my draft to the landlord say',
      "who gets the mail I'm preparing",
      "read me the mail I've started",
      'is the file attached to my draft',
      "what did I write in the mail I haven't sent"
    ]
  },
  input: Type.Object({
    draft_id: id('ID of the draft'),
    ...bodyInput(20_000),
    body_offset: Type.Integer({ minimum: 0, maximum: 100_000_000, default: 0, description: 'Characters of the body to skip. Default 0' })
  }),
  output: Type.Object({
    draft_id: Type.String({ description: 'ID of the draft' }),
    ...FULL,
    id: Type.String({ description: "ID of the draft's message; each update of the draft changes it" }),
    untrusted
  }),
  errors: { upstream_not_found: 'No such draft; it may have been sent already' },
  examples: [
    {
      name: 'lunch',
      summary: 'A draft to one person',
      input: { draft_id: 'r19b0000001500150' },
      output: {
        draft_id: 'r19b0000001500150',
        id: '19b0000001500150',
        thread_id: '19b0000001500150',
        subject: 'Lunch on Friday?',
        from: 'Ada Example <ada@example.com>',
        to: 'Dora Designer <dora@example.com>',
        date: '2026-01-20T12:00:00.000Z',
        snippet: 'Hi Dora, shall we have lunch on Friday?',
        labels: ['DRAFT'],
        unread: false,
        cc: '',
        bcc: '',
        reply_to: '',
        message_id: '<letter-336@example.com>',
        size: 328,
        body: 'Hi Dora, shall we have lunch on Friday?',
        body_format: 'text',
        body_length: 39,
        body_truncated: false,
        attachments: [],
        untrusted: true
      }
    },
    { name: 'missing', summary: 'A draft that does not exist', input: { draft_id: 'r404' }, error: { reason: 'upstream_not_found' } }
  ],
  markdown: messageText,
  handler: ({ draft_id, ...options }, call) => getDraft(call.client, draft_id, options, call)
})
