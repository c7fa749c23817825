import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { removeReaction } from '../../client/issues/reactions.ts'
import { resourceErrors } from '../../errors.ts'
import { describeReactionTarget, emojiName, reactionTarget } from '../../inputs/common.ts'
import { reactsToOne } from '../../inputs/requirements.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'remove_reaction',
  group: 'issues',
  summary: 'Remove your emoji reaction',
  description:
    "Removes an emoji reaction that the token's user added to an issue, merge request, snippet or epic, or to a comment on one of them. Use it to withdraw a reaction. Reactions of other users are never removed. If the user had not added the emoji, removed is false.",
  permission: 'write',
  http: 'DELETE /reactions',
  requires: [reactsToOne],
  idempotent: true,
  see_also: ['gitlab_add_reaction', 'gitlab_list_reactions'],
  asked_as: {
    en: [
      'take back my thumbs up',
      'undo my upvote',
      'remove the emoji I added to the ticket',
      'take my heart off the issue again',
      "I don't like the MR any more, undo my vote",
      'withdraw my thumbs up',
      'my emoji on the comment was a mistake',
      'remove the smiley I put there',
      'take my vote back',
      'the rocket under the MR should go'
    ]
  },
  input: Type.Object({
    ...reactionTarget,
    name: emojiName
  }),
  output: Type.Object({
    name: Type.String({ description: 'Name of the emoji' }),
    removed: Type.Boolean({ description: "true: the reaction is removed; false: the token's user had not added it" })
  }),
  errors: { ...resourceErrors('issue, merge request, snippet, epic or comment') },
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
  message: ({ name, ...target }) => `Remove the reaction ${name} from ${describeReactionTarget(target)}`,
  handler: (input, call) => removeReaction(call.client, input, call)
})
