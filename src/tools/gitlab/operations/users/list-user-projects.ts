import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, words } from '../../../../contract/schema.ts'
import { listUserProjects } from '../../client/projects.ts'
import { MISSING } from '../../failures.ts'
import { orderProjects as order_by, pages, search, sort, userName } from '../../inputs.ts'
import { Project } from '../../schemas/projects.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_user_projects',
  group: 'users',
  summary: 'List the projects of a user',
  description:
    'Answers the projects in the name space of a user that the token can see. Use it to see what somebody works on of their own. For projects of a group or all of them use list_projects instead.',
  permission: 'read',
  http: 'GET /users/:user/projects',
  list: true,
  aliases: ['list_user_projects'],
  see_also: ['gitlab_list_projects', 'gitlab_search_users'],
  input: Type.Object({
    user: userName('Whose projects; or an id', ['user_id']),
    search: Type.Optional(search('Words of the name or path')),
    owned: Type.Optional(Type.Boolean({ description: 'true: only those that the user of the token owns' })),
    starred: Type.Optional(Type.Boolean({ description: 'true: only those with a star of that user' })),
    archived: Type.Optional(Type.Boolean({ description: 'true: only archived ones; false: only others. Absent: both' })),
    visibility: Type.Optional(words(['private', 'internal', 'public'], { description: 'Only of this visibility' })),
    order_by,
    sort,
    ...pages
  }),
  output: listOf(Project, {}),
  errors: { ...MISSING('user') },
  examples: [
    {
      name: 'of_sam',
      summary: 'Public projects of a user',
      input: { user: 'sam', visibility: 'public' },
      output: {
        next_cursor: null,
        total: { value: 1, relation: 'eq' },
        items: [
          {
            id: 5,
            path: 'sam/dotfiles',
            name: 'Dotfiles',
            description: 'Dotfiles of Acme.',
            visibility: 'public',
            default_branch: null,
            archived: false,
            topics: [],
            star_count: 0,
            open_issues_count: 0,
            url: 'https://gitlab.example.com/sam/dotfiles',
            created_at: '2026-01-10T08:00:00.000Z',
            last_activity_at: '2026-07-29T08:00:00.000Z'
          }
        ]
      }
    },
    { name: 'unknown', summary: 'A user that does not exist', input: { user: 'nobody-here' }, error: { reason: 'upstream_not_found' } }
  ],
  message: ({ user }) => `List the projects of ${user}`,
  handler: (input, call) => listUserProjects(call.client, input, call)
})
