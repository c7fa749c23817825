import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { addReaction } from '../../client/issues/reactions.ts'
import { resourceErrors } from '../../errors.ts'
import { describeReactionTarget, emojiName, reactionTarget } from '../../inputs/common.ts'
import { reactsToOne } from '../../inputs/requirements.ts'
import { Reaction } from '../../schemas/activity.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'add_reaction',
  group: 'issues',
  summary: 'Add an emoji reaction to an issue, merge request, snippet, epic or comment',
  description:
    "Adds an emoji reaction on behalf of the token's user to an issue, merge request, snippet or epic, or to a comment on one of them, and returns the reaction. Use it to acknowledge or vote without a comment; for text, use add_issue_comment instead. An emoji that the user already added is refused.",
  permission: 'write',
  http: 'POST /reactions',
  requires: [reactsToOne],
  success: [201],
  see_also: ['gitlab_list_reactions', 'gitlab_remove_reaction'],
  asked_as: {
    en: [
      'give the issue a thumbs up',
      'react to a comment with an emoji',
      'upvote a ticket',
      'acknowledge the review comment with a tada',
      'like this merge request',
      'give #8 a thumbs up',
      'put a heart on the MR',
      'add a smiley to the comment',
      'vote for that feature request',
      'show that I like the ticket',
      'put a rocket under the merge request',
      'react with a thumbs down'
    ]
  },
  input: Type.Object({
    ...reactionTarget,
    name: emojiName
  }),
  output: Reaction,
  errors: { ...resourceErrors('issue, merge request, snippet, epic or comment'), already_exists: 'The user already added this emoji' },
  examples: [
    {
      name: 'thumbsup',
      summary: 'React to an issue',
      input: { project: 'acme/playground', issue_iid: 2, name: 'thumbsup' },
      output: { id: 1105, name: 'thumbsup', user: { id: 1, username: 'sam', name: 'Sam Sandbox' }, created_at: '2026-11-25T21:36:05.347Z' }
    },
    {
      name: 'nothing',
      summary: 'Without a target',
      input: { project: 'acme/playground', name: 'tada' },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ name, ...target }) => `Add the reaction ${name} to ${describeReactionTarget(target)}`,
  handler: (input, call) => addReaction(call.client, input, call)
})
