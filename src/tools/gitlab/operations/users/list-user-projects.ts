import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { listUserProjects } from '../../client/projects/projects.ts'
import { globalErrors } from '../../errors.ts'
import { DOTFILES } from '../../examples.ts'
import { orderProjects as order_by, pages, search, sort, userName } from '../../inputs/common.ts'
import { Project } from '../../schemas/projects.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_user_projects',
  group: 'users',
  summary: 'List the projects of a user',
  description:
    "Returns the projects in a user's namespace that the token can see. Use it to see a user's own projects. For the projects of a group, use list_group_projects; for all projects, list_projects instead.",
  permission: 'read',
  http: 'GET /users/:user/projects',
  list: true,
  aliases: ['list_user_projects'],
  see_also: ['gitlab_list_projects', 'gitlab_search_users'],
  asked_as: {
    en: [
      'which repos belong to a person',
      'what projects does a colleague own',
      "someone's repositories",
      'repos of a colleague',
      'projects owned by a developer',
      'which repos does Mia own',
      'what has a developer got in his account',
      'whose personal projects are these',
      'what is she working on, list her repos',
      'all projects of one person',
      'does Ben have repos of his own'
    ]
  },
  input: Type.Object({
    user: userName('Owner of the projects', ['user_id'], 'username or ID'),
    search: Type.Optional(search('Words in the name or path')),
    owned: Type.Optional(Type.Boolean({ description: "true: only projects that the token's user owns" })),
    starred: Type.Optional(Type.Boolean({ description: "true: only projects that the token's user starred" })),
    archived: Type.Optional(Type.Boolean({ description: 'true: only archived projects; false: only others. Default: both' })),
    visibility: Type.Optional(stringEnum(['private', 'internal', 'public'], { description: 'Only projects with this visibility' })),
    order_by,
    sort,
    ...pages
  }),
  output: listOf(Project, {}),
  errors: { ...globalErrors('user') },
  examples: [
    {
      name: 'of_sam',
      summary: 'Public projects of a user',
      input: { user: 'sam', visibility: 'public' },
      output: {
        next_cursor: null,
        total: { value: 1, relation: 'eq' },
        items: [DOTFILES]
      }
    },
    { name: 'unknown', summary: 'A user that does not exist', input: { user: 'no-such-user' }, error: { reason: 'upstream_not_found' } }
  ],
  message: ({ user }) => `List the projects of ${user}`,
  handler: (input, call) => listUserProjects(call.client, input, call)
})
