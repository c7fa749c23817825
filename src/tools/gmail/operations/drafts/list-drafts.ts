import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, nullable } from '../../../../contract/schema.ts'
import { listDrafts } from '../../client/send.ts'
import { untrusted } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'list_drafts',
  core: true,
  summary: 'List the drafts',
  description:
    'Answers the drafts, the newest first, page by page: ids, subject, recipients and how the text begins. Use it to find a draft to send or delete. To read one whole use get_message with its message_id. Not for messages that were sent: search_messages with the label SENT finds those.',
  permission: 'read',
  http: 'GET /drafts',
  group: 'drafts',
  list: true,
  see_also: ['gmail_create_draft', 'gmail_send_draft', 'gmail_get_message'],
  input: Type.Object({}),
  output: listOf(
    Type.Object({
      draft_id: Type.String({ description: 'Id of the draft' }),
      message_id: Type.String({ description: 'Id of its message, which changes when the draft does' }),
      thread_id: Type.String({ description: 'Id of its conversation' }),
      subject: Type.String({ description: 'Its subject; empty where there is none' }),
      to: Type.String({ description: 'Whom it is to' }),
      date: nullable(Type.String({ format: 'date-time' }), { description: 'When it was kept, ISO 8601; null where unknown' }),
      snippet: Type.String({ description: 'How the text begins' })
    }),
    { untrusted }
  ),
  errors: {},
  examples: [
    {
      name: 'all',
      summary: 'Every draft',
      tested_elsewhere: 'test/tools/gmail/drafts.test.ts asks for it (all) before other drafts are made',
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
      summary: 'A cursor that no page answered',
      input: { cursor: '2' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  handler: (input, call) => listDrafts(call.client, input, call)
})
