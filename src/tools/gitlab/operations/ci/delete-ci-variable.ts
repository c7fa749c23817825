import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { deleteVariable } from '../../client/ci/variables.ts'
import { resourceErrors } from '../../errors.ts'
import { groupName, projectName } from '../../inputs/common.ts'
import { variableKey } from '../../inputs/variables.ts'
import { deleted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'delete_ci_variable',
  group: 'ci',
  summary: 'Delete a CI/CD variable of a project or group',
  description:
    'Deletes a CI/CD variable of a project or group; its value is lost. Use it for variables that no job needs. To change one, use set_ci_variable instead. If a project has several variables with this key, set environment_scope.',
  permission: 'destructive',
  http: 'DELETE /variables/:key',
  requires: [atMostOne('project', 'group')],
  see_also: ['gitlab_list_ci_variables', 'gitlab_set_ci_variable'],
  asked_as: {
    en: [
      'remove a secret from CI',
      'drop an environment variable of the jobs',
      'the deploy token is no longer needed in CI',
      'we no longer use that secret in CI',
      "the builds don't need the variable any more",
      'take the password out of the CI settings',
      'get rid of an env var in GitLab CI',
      'the API key should be gone from the pipeline settings',
      'erase the old token from the CI/CD settings'
    ]
  },
  input: Type.Object({
    project: Type.Optional(projectName('Project', 'that of the instance')),
    group: Type.Optional(groupName('Group, instead of a project')),
    key: variableKey,
    environment_scope: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Environment scope of the variable, if several have this key. Ignored for a group'
      })
    )
  }),
  output: Type.Object({ key: Type.String({ description: 'Name of the variable' }), deleted }),
  errors: { ...resourceErrors('variable'), version_conflict: 'Several variables have this key. For a project, set environment_scope' },
  examples: [
    {
      name: 'unused',
      summary: 'An unused variable',
      input: { project: 'acme/sandpit', key: 'REGION', confirm: true },
      output: { key: 'REGION', deleted: true }
    },
    {
      name: 'unknown',
      summary: 'A variable that does not exist',
      input: { project: 'acme/sandpit', key: 'NO_SUCH', confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ key, project, group }) => `Delete the CI/CD variable ${key} of ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => deleteVariable(call.client, input, call)
})
