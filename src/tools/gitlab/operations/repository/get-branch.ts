import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getBranch } from '../../client/repository.ts'
import { FILL } from '../../examples.ts'
import { refName } from '../../file-inputs.ts'
import { MISSING } from '../../failures.ts'
import { project } from '../../inputs.ts'
import { Branch } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_branch',
  group: 'repository',
  summary: 'Get one branch',
  description:
    'Answers the newest commit of a branch, and whether it is protected, merged or the default. Use it before you write to a branch. For its commits use list_commits instead.',
  permission: 'read',
  http: 'GET /repository/branch',
  aliases: ['get_branch'],
  see_also: ['gitlab_list_branches', 'gitlab_list_commits'],
  input: Type.Object({project, branch: refName('Branch', ['branch_name'])}),
  output: Branch,
  errors: {...MISSING('branch or project')},
  examples: [
    { name: 'slash', summary: 'A branch with a slash in its name', input: {project: 'acme/web', branch: 'feature/dark-mode'}, output: FILL },
    { name: 'unknown', summary: 'A branch that does not exist', input: {project: 'acme/web', branch: 'no/such'}, error: { reason: 'upstream_not_found' } }
  ],
  message: ({ branch, project }) => `Get the branch ${branch} of ${project ?? 'the default project'}`,
  handler: (input, call) => getBranch(call.client, input, call)
})
