import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, nullable } from '../../../../contract/schema.ts'
import { listDrafts } from '../../client/outgoing/send.ts'
import { gmailSnippet, untrusted } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'list_drafts',
  core: true,
  summary: 'List the drafts of the account',
  description:
    'Returns the drafts, newest first, page by page: IDs, subject, recipients and a snippet of the text. Use it to find a draft to send, edit or delete. To read a whole draft, use get_draft. For messages that were sent, use search_messages with the label SENT.',
  permission: 'read',
  http: 'GET /drafts',
  group: 'drafts',
  list: true,
  see_also: ['gmail_get_draft', 'gmail_create_draft', 'gmail_send_draft'],
  asked_as: {
    en: [
      "which emails haven't I sent yet",
      'my unfinished mails',
      'show unsent messages',
      'what did I start writing',
      "emails I haven't finished",
      'mails that I started and never finished',
      'unsent mails',
      'which mails have I started but not sent',
      'what mails are still waiting to be sent',
      'do I have unsent mails',
      'mails I still have to finish'
    ],
    de: ['meine Entwürfe anzeigen'],
    es: ['mis borradores'],
    fr: ['mes brouillons'],
    ja: ['下書きの一覧'],
    pl: ['moje szkice wiadomości']
  },
  input: Type.Object({}),
  output: listOf(
    Type.Object({
      draft_id: Type.String({ description: 'ID of the draft' }),
      message_id: Type.String({ description: "ID of the draft's message; each update of the draft changes it" }),
      thread_id: Type.String({ description: 'ID of the conversation' }),
      subject: Type.String({ description: 'Subject; empty if there is none' }),
      to: Type.String({ description: 'Recipients' }),
      date: nullable(Type.String({ format: 'date-time' }), { description: 'Time when the draft was saved, ISO 8601; null if unknown' }),
      snippet: gmailSnippet('text', 'gmail_get_draft')
    }),
    { untrusted }
  ),
  errors: {},
  examples: [
    {
      name: 'all',
      summary: 'Every draft',
      tested_elsewhere: 'test/tools/gmail/drafts.test.ts runs it (all) before other drafts are created',
      input: {},
      output: {
        items: [
          {
            draft_id: 'r19b0000001500150',
            message_id: '19b0000001500150',
            thread_id: '19b0000001500150',
            subject: 'Lunch on Friday?',
            to: 'Dora Designer <dora@example.com>',
            date: '2026-01-20T12:00:00.000Z',
            snippet: 'Hi Dora, shall we have lunch on Friday?'
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' },
        untrusted: true
      }
    },
    {
      name: 'wrong_cursor',
      summary: 'An invalid cursor',
      input: { cursor: '2' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  handler: (input, call) => listDrafts(call.client, input, call)
})
