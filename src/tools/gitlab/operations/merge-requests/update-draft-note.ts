import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { updateDraftNote } from '../../client/merge-requests/draft-notes.ts'
import { resourceErrors } from '../../errors.ts'
import { commentText, idOf, LONG_TEXT_BODY, mergeRequestIid, project } from '../../inputs/common.ts'
import { DraftNote } from '../../schemas/review.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'update_draft_note',
  group: 'merge_requests',
  summary: 'Update a draft comment of a review',
  description:
    "Replaces the text of a draft comment of the token's user, and returns the draft comment. Use it before the review is published; for a published comment, use update_comment instead.",
  permission: 'write',
  http: 'PATCH /merge-requests/:merge_request_iid/drafts/:draft_id',
  idempotent: true,
  max_body: LONG_TEXT_BODY,
  see_also: ['gitlab_list_draft_notes', 'gitlab_publish_draft_notes'],
  asked_as: {
    en: [
      'reword a pending review comment',
      'edit the draft of my review remark',
      'change an unpublished comment',
      'word my unsent review remark more politely',
      'the remark I prepared for the review has a typo',
      "rewrite a comment I haven't published yet",
      'change my pending comment on the MR',
      'make the unsent comment friendlier',
      'correct the draft of a review comment'
    ]
  },
  input: Type.Object({
    project,
    merge_request_iid: mergeRequestIid,
    draft_id: idOf('draft comment, as list_draft_notes returns it'),
    body: commentText
  }),
  output: DraftNote,
  errors: { ...resourceErrors('draft comment') },
  examples: [
    {
      name: 'reword',
      summary: 'Replace the text',
      input: { project: 'acme/sandpit', merge_request_iid: 1, draft_id: 602, body: 'Rename it to tint?' },
      output: {
        id: 602,
        body: 'Rename it to tint?',
        discussion_id: null,
        resolve_discussion: false,
        path: null,
        new_line: null,
        old_line: null
      }
    },
    {
      name: 'unknown',
      summary: 'A draft that does not exist',
      input: { project: 'acme/playground', merge_request_iid: 1, draft_id: 999999, body: 'Text' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ merge_request_iid, project }) => `Update a draft comment on !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => updateDraftNote(call.client, input, call)
})
