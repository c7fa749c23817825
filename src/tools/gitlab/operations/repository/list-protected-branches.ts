import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listProtectedBranches } from '../../client/repository/protected-branches.ts'
import { globalErrors } from '../../errors.ts'
import { pages, project, search } from '../../inputs/common.ts'
import { Protection } from '../../schemas/protection.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_protected_branches',
  group: 'repository',
  summary: 'List the protected branches of a project',
  description:
    'Returns the protected branches and patterns of a project, with the roles that may push and merge. Use it to see why a push or merge is refused. For the branches themselves, use list_branches instead.',
  permission: 'read',
  http: 'GET /protected-branches',
  list: true,
  see_also: ['gitlab_protect_branch', 'gitlab_list_branches'],
  asked_as: {
    en: [
      'who may push to main',
      'which branches are protected',
      'why can I not push to the release branch',
      'branch protection rules',
      'which branches are locked',
      "where can't I push directly",
      'which branches are developers not allowed to push to',
      'is main locked',
      'what branches need a merge request',
      'rules for pushing to main',
      'who is allowed to merge into main',
      "what's protected in the repo"
    ]
  },
  input: Type.Object({ project, search: Type.Optional(search('Text in the name')), ...pages }),
  output: listOf(Protection, {}),
  errors: { ...globalErrors('project') },
  examples: [
    {
      name: 'all',
      summary: 'The protected branches',
      input: { project: 'acme/web' },
      output: {
        items: [
          {
            name: 'main',
            push: [{ access_level: 40, description: 'Maintainers', user_id: null, group_id: null }],
            merge: [{ access_level: 40, description: 'Maintainers', user_id: null, group_id: null }],
            allow_force_push: false,
            code_owner_approval_required: false
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/nothing' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ project }) => `List the protected branches of ${project ?? 'the default project'}`,
  handler: (input, call) => listProtectedBranches(call.client, input, call)
})
