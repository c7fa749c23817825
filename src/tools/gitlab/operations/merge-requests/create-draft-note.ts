import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { createDraftNote } from '../../client/merge-requests/draft-notes.ts'
import { resourceErrors } from '../../errors.ts'
import { commentText, discussionId, LONG_TEXT_BODY, mergeRequestIid, project } from '../../inputs/common.ts'
import { linePosition } from '../../inputs/files.ts'
import { requiresLine } from '../../inputs/requirements.ts'
import { DraftNote } from '../../schemas/review.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_draft_note',
  group: 'merge_requests',
  summary: 'Create a draft comment of a review',
  description:
    'Creates a draft comment on a merge request, on one of its lines or in a thread (discussion_id), and returns it. No one else sees it until you call publish_draft_notes. Use it to collect the comments of a review; for a comment that everyone sees immediately, use create_discussion instead. Set path with new_line for an added line, with old_line for a removed line, and with both for an unchanged line.',
  permission: 'write',
  http: 'POST /merge-requests/:merge_request_iid/drafts',
  requires: [requiresLine, atMostOne('discussion_id', 'path')],
  success: [201],
  max_body: LONG_TEXT_BODY,
  see_also: ['gitlab_publish_draft_notes', 'gitlab_list_draft_notes'],
  asked_as: {
    en: [
      'start a review without notifying anyone yet',
      'add a pending review comment',
      'draft a remark on a line of the MR',
      'collect review comments before sending them',
      "note something on the MR but don't publish it",
      'write a review comment that no one sees yet',
      'keep a remark for my review',
      'jot down a review remark for later',
      "I'll review the MR, save this comment for now",
      'add this to my pending review',
      'comment on the line, but only as a draft'
    ]
  },
  input: Type.Object({
    project,
    merge_request_iid: mergeRequestIid,
    body: commentText,
    discussion_id: Type.Optional(discussionId('list_discussions')),
    resolve_discussion: Type.Optional(
      Type.Boolean({ description: 'true: resolve the thread when the draft is published. Needs discussion_id' })
    ),
    ...linePosition
  }),
  output: DraftNote,
  errors: { ...resourceErrors('merge request or thread') },
  examples: [
    {
      name: 'on_a_line',
      summary: 'A draft on an added line',
      input: { project: 'acme/playground', merge_request_iid: 1, body: 'Why black?', path: 'src/style.css', new_line: 3 },
      output: {
        id: 1105,
        body: 'Why black?',
        discussion_id: null,
        resolve_discussion: false,
        path: 'src/style.css',
        new_line: 3,
        old_line: null
      }
    },
    {
      name: 'no_line',
      summary: 'A file without a line',
      input: { project: 'acme/playground', merge_request_iid: 1, body: 'Why?', path: 'src/style.css' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ merge_request_iid, project }) => `Create a draft comment on !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => createDraftNote(call.client, input, call)
})
