import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listReactions } from '../../client/issues/reactions.ts'
import { globalErrors } from '../../errors.ts'
import { describeReactionTarget, pages, reactionTarget } from '../../inputs/common.ts'
import { reactsToOne } from '../../inputs/requirements.ts'
import { Reaction } from '../../schemas/activity.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_reactions',
  group: 'issues',
  summary: 'List the emoji reactions to an issue, merge request, snippet, epic or comment',
  description:
    'Returns all reactions to an issue, merge request, snippet or epic, or to a comment on one of them. Use it to count votes or see who acknowledged something. For the comments themselves, use list_issue_comments or list_merge_request_comments instead.',
  permission: 'read',
  http: 'GET /reactions',
  list: true,
  requires: [reactsToOne],
  see_also: ['gitlab_add_reaction', 'gitlab_remove_reaction'],
  asked_as: {
    en: [
      'who gave a thumbs up',
      'how many upvotes does the ticket have',
      'emoji on a comment',
      'who reacted to the MR',
      'who liked the issue',
      'who gave the MR a thumbs up',
      'who liked the ticket',
      'how was the comment received',
      'did anyone react to my issue',
      'what emojis did people put on it',
      'how many thumbs up are there',
      'votes on the feature request',
      'who put a heart on the issue'
    ]
  },
  input: Type.Object({
    ...reactionTarget,
    ...pages
  }),
  output: listOf(Reaction, {}),
  errors: { ...globalErrors('issue, merge request, snippet, epic or comment') },
  examples: [
    {
      name: 'none',
      summary: 'An issue without reactions',
      input: { project: 'acme/web', issue_iid: 3 },
      output: { items: [], next_cursor: null, total: { value: 0, relation: 'eq' } }
    },
    {
      name: 'unknown',
      summary: 'An issue that does not exist',
      input: { project: 'acme/web', issue_iid: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: target => `List the reactions to ${describeReactionTarget(target)}`,
  handler: (input, call) => listReactions(call.client, input, call)
})
