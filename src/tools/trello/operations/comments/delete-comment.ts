import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteComment } from '../../client/comments.ts'
import { NOT_FOUND } from '../../failures.ts'
import { idOf } from '../../inputs.ts'
import { deleted } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'delete_comment',
  group: 'comments',
  summary: 'Delete a comment for good',
  description:
    'Deletes a comment. Its text is lost for good, there is no undo. Use it only for what should not have been written; to correct a comment use update_comment. Trello lets the author and admins of the board do that. One that is gone already answers 404.',
  permission: 'destructive',
  http: 'DELETE /comments/:comment_id',
  see_also: ['trello_list_comments', 'trello_update_comment'],
  input: Type.Object({ comment_id: idOf('comment') }),
  output: Type.Object({ id: idOf('comment'), deleted }),
  errors: { ...NOT_FOUND('comment') },
  examples: [
    {
      name: 'confirmed',
      summary: 'A comment that should not be there',
      input: { comment_id: '698ddce05eed000000000435', confirm: true },
      output: { id: '698ddce05eed000000000435', deleted: true }
    },
    { name: 'no_id', summary: 'What is no id', input: { comment_id: 'first', confirm: true }, error: { reason: 'invalid_field_value' } }
  ],
  message: ({ comment_id }) => `Delete the comment ${comment_id} for good`,
  handler: ({ comment_id }, call) => deleteComment(call.client, comment_id, call)
})
