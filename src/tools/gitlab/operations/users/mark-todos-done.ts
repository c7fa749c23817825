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
    "Marks the named to-do items of the token's user as done, or all of them with all: true. Use it after you have handled them. It changes no issue or merge request: to close those, use close_issue or close_merge_request instead. If one fails, those before it stay marked.",
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
    done: Type.Array(Type.Integer(), { description: 'IDs of those that were marked; empty with all' }),
    all: Type.Boolean({ description: 'true: all pending ones were marked' })
  }),
  errors: { ...globalErrors('to-do item') },
  examples: [
    { name: 'one', summary: 'Mark one', input: { todo_ids: [501] }, output: { done: [501], all: false } },
    { name: 'nothing', summary: 'Neither IDs nor all', input: {}, error: { reason: 'missing_required_field' } }
  ],
  message: ({ todo_ids }) => `Mark ${todo_ids === undefined ? 'all to-do items' : `the to-do items ${todo_ids.join(', ')}`} as done`,
  handler: (input, call) => markTodosDone(call.client, input, call)
})
