import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { updateComment } from '../../client/comments.ts'
import { NOT_FOUND } from '../../failures.ts'
import { commentText, idOf } from '../../inputs.ts'
import { Comment } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'update_comment',
  group: 'comments',
  summary: 'Change what a comment says',
  description:
    'Replaces the text of a comment and answers it. Use it to correct what was written; Trello lets only the author do that. The text before is not kept: to add something use add_comment. Find the id with list_comments.',
  permission: 'write',
  idempotent: true,
  http: 'PATCH /comments/:comment_id',
  see_also: ['trello_list_comments', 'trello_add_comment'],
  input: Type.Object({ comment_id: idOf('comment'), text: commentText }),
  output: Comment,
  errors: { ...NOT_FOUND('comment') },
  examples: [
    {
      name: 'correct',
      summary: 'Another text',
      input: { comment_id: '698dced05eed000000000434', text: 'I can take this one tomorrow.' },
      output: {
        id: '698dced05eed000000000434',
        card_id: '6979fa405eed00000000022c',
        text: 'I can take this one tomorrow.',
        author: { id: '695b7d905eed000000000001', username: 'samsandbox', full_name: 'Sam Sandbox' },
        created: '2026-02-12T13:00:00.000Z',
        edited: '2026-11-22T02:36:12.181Z'
      }
    },
    {
      name: 'unknown',
      summary: 'A comment that does not exist',
      input: { comment_id: '0123456789abcdef01234567', text: 'Hello' },
      error: { reason: 'upstream_not_found', message: 'Trello has no comment 0123456789abcdef01234567 that this token can see.' }
    }
  ],
  message: ({ comment_id, text }) => `Change the comment ${comment_id} to: ${brief(text)}`,
  handler: (input, call) => updateComment(call.client, input, call)
})
