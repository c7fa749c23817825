import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { sendDraft } from '../../client/send.ts'
import { id } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'send_draft',
  core: true,
  summary: 'Send a draft',
  description:
    'Sends a draft as it stands; it is a draft no more. Use it after create_draft, or for a draft that list_drafts shows. What was sent cannot be called back. When the answer of Gmail is lost, the outcome is unknown and it is not sent again: see with list_drafts whether it is still there. To write and send at once use send_message instead.',
  permission: 'write',
  http: 'POST /drafts/:draft_id/send',
  group: 'drafts',
  see_also: ['gmail_create_draft', 'gmail_list_drafts'],
  input: Type.Object({ draft_id: id('Id of the draft') }),
  output: Type.Object({
    id: Type.String({ description: 'Id of the message that was sent', 'x-volatile': true }),
    thread_id: Type.String({ description: 'Id of its conversation', 'x-volatile': true }),
    labels: Type.Array(Type.String(), { description: 'Names of its labels' })
  }),
  errors: { upstream_not_found: 'No such draft; it may have been sent already' },
  examples: [
    {
      name: 'made_before',
      summary: 'A draft goes out',
      given: {
        operation: 'gmail_create_draft',
        input: { to: ['dora@example.com'], subject: 'Lunch', text: 'Friday?' },
        as: { draft_id: 'draft_id' }
      },
      input: { draft_id: 'r19b0000001510151' },
      output: { id: '19b0000001520152', thread_id: '19b0000001510151', labels: ['SENT'] }
    },
    { name: 'missing', summary: 'A draft that is not there', input: { draft_id: 'r404' }, error: { reason: 'upstream_not_found' } }
  ],
  message: ({ draft_id }) => `Send the draft ${draft_id}`,
  handler: ({ draft_id }, call) => sendDraft(call.client, draft_id, call)
})
