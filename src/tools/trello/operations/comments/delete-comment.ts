import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteComment } from '../../client/cards/comments.ts'
import { idOf } from '../../inputs.ts'
import { deleted, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'delete_comment',
  group: 'comments',
  summary: 'Delete a comment permanently',
  description:
    'Permanently deletes a comment: there is no undo. Use it only for comments that should not have been written; to correct a comment, use update_comment. Only its author and board admins can do this. A comment that is already gone returns 404.',
  permission: 'destructive',
  http: 'DELETE /comments/:comment_id',
  see_also: ['trello_list_comments', 'trello_update_comment'],
  asked_as: {
    en: [
      'remove what I wrote on a card',
      'take back a Trello comment',
      'erase my note on the task',
      'my remark on the card was wrong, remove it',
      'delete what I posted on a task',
      'I wrote nonsense on the card',
      'I regret what I wrote on the card',
      'that comment on the card should go',
      'my post on the task was wrong, delete it',
      'take down what I said on the card',
      'remove the note under the card'
    ]
  },
  input: Type.Object({ comment_id: idOf('comment') }),
  output: Type.Object({ id: idOf('comment'), deleted }),
  errors: { ...NOT_FOUND('comment') },
  examples: [
    {
      name: 'confirmed',
      summary: 'A comment written by mistake',
      input: { comment_id: '698ddce05eed000000000435', confirm: true },
      output: { id: '698ddce05eed000000000435', deleted: true }
    },
    {
      name: 'no_id',
      summary: 'A value that is not an ID',
      input: { comment_id: 'first', confirm: true },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ comment_id }) => `Permanently delete the comment ${comment_id}`,
  handler: ({ comment_id }, call) => deleteComment(call.client, comment_id, call)
})
