import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listDraftNotes } from '../../client/merge-requests/draft-notes.ts'
import { globalErrors } from '../../errors.ts'
import { mergeRequestIid, project } from '../../inputs/common.ts'
import { DraftNote } from '../../schemas/review.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_draft_notes',
  group: 'merge_requests',
  summary: 'List your draft comments on a merge request',
  description:
    "Returns the draft comments that the token's user wrote on a merge request. No other user sees them. Use it before publish_draft_notes. For published comments, use list_discussions instead.",
  permission: 'read',
  http: 'GET /merge-requests/:merge_request_iid/drafts',
  list: true,
  see_also: ['gitlab_create_draft_note', 'gitlab_publish_draft_notes'],
  asked_as: {
    en: [
      'my pending review comments',
      'what did I draft on the PR',
      'unpublished remarks of my review',
      "which of my review remarks aren't sent yet",
      'what have I noted on the MR but not published',
      'my unsent comments on a merge request',
      "what's still in my pending review",
      'comments of mine that no one can see yet',
      'do I have unpublished comments on the MR',
      "the remarks I've prepared for the review"
    ]
  },
  input: Type.Object({ project, merge_request_iid: mergeRequestIid }),
  output: listOf(DraftNote, {}),
  errors: { ...globalErrors('merge request') },
  examples: [
    {
      name: 'none',
      summary: 'A merge request without drafts',
      input: { project: 'acme/web', merge_request_iid: 1 },
      output: { items: [], next_cursor: null, total: { value: 0, relation: 'eq' } }
    },
    {
      name: 'unknown',
      summary: 'A number that no merge request of the project has',
      input: { project: 'acme/web', merge_request_iid: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ merge_request_iid, project }) => `List the draft comments on !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => listDraftNotes(call.client, input, call)
})
