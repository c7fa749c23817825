import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteDraft } from '../../client/send.ts'
import { id } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'delete_draft',
  core: true,
  summary: 'Delete a draft for good',
  description:
    'Deletes one draft at once, past the trash: what it says is lost, and there is no undo. Use it only for drafts that nobody needs. A message that was sent or received is deleted by trash_message or delete_message, not by this.',
  permission: 'destructive',
  http: 'DELETE /drafts/:draft_id',
  group: 'drafts',
  see_also: ['gmail_list_drafts', 'gmail_create_draft'],
  input: Type.Object({ draft_id: id('Id of the draft') }),
  output: Type.Object({
    draft_id: Type.String({ description: 'Id of the draft', 'x-volatile': true }),
    deleted: Type.Boolean({ description: 'Always true: it is gone' })
  }),
  errors: { upstream_not_found: 'No such draft; it may have been sent already' },
  examples: [
    {
      name: 'made_before',
      summary: 'A draft is gone',
      given: { operation: 'gmail_create_draft', input: { text: 'Never mind' }, as: { draft_id: 'draft_id' } },
      input: { draft_id: 'r19b0000001510151', confirm: true },
      output: { draft_id: 'r19b0000001510151', deleted: true }
    },
    {
      name: 'missing',
      summary: 'A draft that is not there',
      input: { draft_id: 'r404', confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ draft_id }) => `Delete the draft ${draft_id} for good`,
  handler: ({ draft_id }, call) => deleteDraft(call.client, draft_id, call)
})
