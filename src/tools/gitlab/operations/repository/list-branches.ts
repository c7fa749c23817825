import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listBranches } from '../../client/repository.ts'
import { FILL } from '../../examples.ts'
import { MISSING } from '../../failures.ts'
import { pages, project, search } from '../../inputs.ts'
import { Branch } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_branches',
  group: 'repository',
  summary: 'List branches of a repository',
  description:
    'Answers names, newest commits and protection of branches. Use it to see what is being worked on. To read one use get_branch, for tags list_tags instead.',
  permission: 'read',
  http: 'GET /repository/branches',
  list: true,
  aliases: ['list_branches'],
  see_also: ['gitlab_get_branch', 'gitlab_create_branch'],
  input: Type.Object({project, search: Type.Optional(search('Words of the name; ^ at the beginning or $ at the end tie it there')), ...pages}),
  output: listOf(Branch, {}),
  errors: {...MISSING('project')},
  examples: [
    { name: 'all', summary: 'All branches', input: {project: 'acme/web'}, output: FILL },
    { name: 'unknown', summary: 'A project that does not exist', input: {project: 'acme/nothing'}, error: { reason: 'upstream_not_found' } }
  ],
  message: ({ project }) => `List the branches of ${project ?? 'the default project'}`,
  handler: (input, call) => listBranches(call.client, input, call)
})
