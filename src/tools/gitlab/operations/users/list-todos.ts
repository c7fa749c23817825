import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { listTodos } from '../../client/activity.ts'
import { PENDING_TODOS } from '../../examples.ts'
import { pages } from '../../inputs/common.ts'
import { Todo } from '../../schemas/activity.ts'
import { untrusted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_todos',
  group: 'users',
  summary: 'List your to-do items',
  description:
    "Returns the to-do items of the token's user across all projects: mentions, assignments, review requests, failed pipelines. Use it to see what needs attention; call mark_todos_done afterwards. For an overview with issues and merge requests, use get_my_work instead.",
  permission: 'read',
  http: 'GET /todos',
  list: true,
  see_also: ['gitlab_mark_todos_done', 'gitlab_get_my_work'],
  asked_as: {
    en: [
      'my GitLab to-dos',
      'where was I mentioned',
      'what needs my attention in GitLab',
      'pending notifications of the forge',
      'what does GitLab want from me',
      "what's on my to-do list in GitLab",
      'what is waiting for me in GitLab',
      'has someone mentioned me in GitLab',
      'open to-dos of mine in the forge',
      'which notifications do I have in GitLab',
      'what do people want from me on GitLab',
      'things I still have to react to in GitLab',
      'my mentions'
    ]
  },
  input: Type.Object({
    state: stringEnum(['pending', 'done'], { default: 'pending', description: 'State. Default pending' }),
    action: Type.Optional(
      stringEnum(
        [
          'assigned',
          'mentioned',
          'build_failed',
          'marked',
          'approval_required',
          'unmergeable',
          'directly_addressed',
          'merge_train_removed',
          'member_access_requested',
          'review_requested'
        ],
        { description: 'Only items with this reason' }
      )
    ),
    target_type: Type.Optional(
      stringEnum(
        [
          'Issue',
          'MergeRequest',
          'Commit',
          'Epic',
          'DesignManagement::Design',
          'AlertManagement::Alert',
          'Project',
          'Namespace',
          'Vulnerability',
          'WikiPage::Meta'
        ],
        { description: 'Only items for targets of this type' }
      )
    ),
    ...pages
  }),
  output: listOf(Todo, { untrusted }),
  errors: {},
  examples: [
    {
      name: 'pending',
      summary: 'What is pending',
      input: {},
      output: {
        items: PENDING_TODOS,
        next_cursor: null,
        total: { value: 2, relation: 'eq' },
        untrusted: true
      }
    },
    { name: 'bad_state', summary: 'A state that does not exist', input: { state: 'open' }, error: { reason: 'invalid_field_value' } }
  ],
  message: () => 'List the to-do items of the user',
  handler: (input, call) => listTodos(call.client, input, call)
})
