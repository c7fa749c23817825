import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { oneOf } from '../../../../contract/requires.ts'
import { markTodosDone } from '../../client/activity.ts'
import { globalErrors } from '../../errors.ts'
import { idOf } from '../../inputs/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'mark_todos_done',
  group: 'users',
  summary: 'Mark your to-do items as done',
  description:
    "Marks to-do items of the token's user as done: those in todo_ids or, with all: true, all pending ones. Use it after you have handled them. To close an issue or merge request, use close_issue or close_merge_request instead. If one item fails, the items before it stay marked.",
  permission: 'write',
  http: 'POST /todos/done',
  requires: [oneOf('todo_ids', 'all')],
  idempotent: true,
  see_also: ['gitlab_list_todos', 'gitlab_get_my_work'],
  asked_as: {
    en: [
      'clear my to-do list in GitLab',
      'I handled this mention, tick it off',
      'mark all notifications as read in GitLab',
      'dismiss a to-do',
      "I've dealt with everything on my gitlab to-do list",
      'tick off all my to-dos in GitLab',
      'clear my GitLab notifications',
      "I've seen the mention, mark it done",
      'my GitLab to-dos are finished',
      'check off everything that GitLab wants from me',
      'empty my to-do list in the forge',
      'that to-do in GitLab is done'
    ]
  },
  input: Type.Object({
    todo_ids: Type.Optional(
      Type.Array(idOf('to-do item'), { minItems: 1, maxItems: 100, description: 'To-do items: their IDs, as list_todos returns them' })
    ),
    all: Type.Optional(Type.Boolean({ description: 'true: all pending to-do items' }))
  }),
  output: Type.Object({
    done: Type.Array(Type.Integer(), { description: 'IDs of the marked to-do items; empty with all: true' }),
    all: Type.Boolean({ description: 'true: all pending to-do items were marked' })
  }),
  errors: { ...globalErrors('to-do item') },
  examples: [
    { name: 'one', summary: 'Mark one to-do item', input: { todo_ids: [501] }, output: { done: [501], all: false } },
    { name: 'nothing', summary: 'Neither todo_ids nor all', input: {}, error: { reason: 'missing_required_field' } }
  ],
  message: ({ todo_ids }) => `Mark ${todo_ids === undefined ? 'all to-do items' : `the to-do items ${todo_ids.join(', ')}`} as done`,
  handler: (input, call) => markTodosDone(call.client, input, call)
})
