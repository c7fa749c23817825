import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listCiVariables } from '../../client/ci/variables.ts'
import { globalErrors } from '../../errors.ts'
import { groupName, pages, projectName } from '../../inputs/common.ts'
import { CiVariable } from '../../schemas/activity.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_ci_variables',
  group: 'ci',
  summary: 'List the CI/CD variables of a project or group',
  description:
    'Returns the names and settings of the CI/CD variables of a project or group, never their values. Use it to see which variables jobs get, and for which environments. For the variables of one pipeline, use list_pipeline_variables instead.',
  permission: 'read',
  http: 'GET /variables',
  list: true,
  requires: [atMostOne('project', 'group')],
  see_also: ['gitlab_set_ci_variable', 'gitlab_delete_ci_variable'],
  asked_as: {
    en: [
      'which secrets does CI have',
      'environment variables of the project',
      'is DEPLOY_TOKEN set for the jobs',
      'CI settings of the group',
      'which variables are set for our builds',
      'what env vars does CI get',
      'names of the secrets in GitLab',
      'is there a variable for the API key in CI',
      'list the CI secrets',
      'which passwords do the pipelines use',
      'configured CI/CD variables'
    ]
  },
  input: Type.Object({
    project: Type.Optional(projectName('Project', 'that of the instance')),
    group: Type.Optional(groupName('Group, instead of a project')),
    ...pages
  }),
  output: listOf(CiVariable, {}),
  errors: { ...globalErrors('project or group') },
  examples: [
    {
      name: 'names',
      summary: 'Variables of a project',
      input: { project: 'acme/web' },
      output: {
        items: [
          {
            key: 'DEPLOY_TOKEN',
            variable_type: 'env_var',
            protected: true,
            masked: true,
            hidden: false,
            raw: false,
            environment_scope: '*',
            description: null
          },
          {
            key: 'REGION',
            variable_type: 'env_var',
            protected: false,
            masked: false,
            hidden: false,
            raw: false,
            environment_scope: 'production',
            description: null
          }
        ],
        next_cursor: null,
        total: { value: 2, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/nothing' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ project, group }) => `List the CI/CD variables of ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => listCiVariables(call.client, input, call)
})
