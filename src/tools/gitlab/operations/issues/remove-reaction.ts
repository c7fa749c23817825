import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { oneOf } from '../../../../contract/requires.ts'
import { removeReaction } from '../../client/issues/reactions.ts'
import { resourceErrors } from '../../errors.ts'
import { emojiName, idOf, onIssue, onMergeRequest, onSnippet, project } from '../../inputs/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'remove_reaction',
  group: 'issues',
  summary: 'Remove your emoji reaction',
  description:
    "Removes an emoji that the token's user added to an issue, merge request or snippet, or to a comment on it. Use it to take back a reaction. Emoji of other users are never removed; without such an emoji, removed is false.",
  permission: 'write',
  http: 'DELETE /reactions',
  requires: [oneOf('issue_iid', 'merge_request_iid', 'snippet_id')],
  idempotent: true,
  see_also: ['gitlab_add_reaction', 'gitlab_list_reactions'],
  asked_as: {
    en: ['take back my thumbs up', 'undo my upvote', 'remove the emoji I added to the ticket']
  },
  input: Type.Object({
    project,
    issue_iid: onIssue,
    merge_request_iid: onMergeRequest,
    snippet_id: onSnippet,
    comment_id: Type.Optional(idOf('comment on it. Default: the issue, merge request or snippet itself')),
    name: emojiName
  }),
  output: Type.Object({
    name: Type.String({ description: 'Name of the emoji' }),
    removed: Type.Boolean({ description: 'false: the user had not added it' })
  }),
  errors: { ...resourceErrors('issue, merge request, snippet or comment') },
  examples: [
    {
      name: 'not_there',
      summary: 'An emoji that was not added',
      input: { project: 'acme/playground', issue_iid: 3, name: 'eyes' },
      output: { name: 'eyes', removed: false }
    },
    {
      name: 'nothing',
      summary: 'Without a target',
      input: { project: 'acme/playground', name: 'tada' },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ name, project }) => `Remove the reaction ${name} in ${project ?? 'the default project'}`,
  handler: (input, call) => removeReaction(call.client, input, call)
})
