import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { nullable } from '../../../../contract/schema.ts'
import { publishDraftNotes } from '../../client/merge-requests/draft-notes.ts'
import { resourceErrors } from '../../errors.ts'
import { idOf, mergeRequestIid, project } from '../../inputs/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'publish_draft_notes',
  group: 'merge_requests',
  summary: 'Send your draft comments as a review',
  description:
    "Publishes all draft comments of the token's user on a merge request at once, or only the one in draft_id, and notifies the participants. Use it to finish a review that create_draft_note began. To approve as well, use approve_merge_request. For a single comment without a draft, use create_discussion instead.",
  permission: 'write',
  http: 'POST /merge-requests/:merge_request_iid/drafts/publish',
  see_also: ['gitlab_list_draft_notes', 'gitlab_approve_merge_request'],
  asked_as: {
    en: [
      'submit my review',
      'publish all pending review comments',
      'finish the code review',
      'send the drafted remarks',
      'send off my review',
      'my review is finished, publish it',
      'post all my pending remarks',
      "release the comments I've prepared",
      'let the author see my review now',
      'hand in my code review',
      'all my draft comments can go out',
      "I'm through with the MR, send the comments"
    ]
  },
  input: Type.Object({
    project,
    merge_request_iid: mergeRequestIid,
    draft_id: Type.Optional(idOf('draft comment to publish, as list_draft_notes returns it. Default: all'))
  }),
  output: Type.Object({
    published: Type.Boolean({ description: 'true: the draft comments are published' }),
    draft_id: nullable(Type.Integer({ 'x-volatile': true }), { description: 'ID of the draft comment; null if all were published' })
  }),
  errors: { ...resourceErrors('merge request or draft comment') },
  examples: [
    {
      name: 'all',
      summary: 'Publish all drafts',
      input: { project: 'acme/playground', merge_request_iid: 1 },
      output: { published: true, draft_id: null }
    },
    {
      name: 'unknown',
      summary: 'A draft that does not exist',
      input: { project: 'acme/playground', merge_request_iid: 1, draft_id: 999999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ merge_request_iid, project, draft_id }) =>
    `Publish ${draft_id === undefined ? 'all your draft comments' : `the draft comment ${draft_id}`} on !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => publishDraftNotes(call.client, input, call)
})
