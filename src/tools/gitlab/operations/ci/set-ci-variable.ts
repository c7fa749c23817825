import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { setVariable } from '../../client/ci/variables.ts'
import { resourceErrors } from '../../errors.ts'
import { groupName, projectName } from '../../inputs/common.ts'
import { variableKey } from '../../inputs/variables.ts'
import { CiVariable } from '../../schemas/activity.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'set_ci_variable',
  group: 'ci',
  summary: 'Set a CI/CD variable of a project or group',
  description:
    'Updates a CI/CD variable of a project or group, or creates it if it does not exist. Returns its settings; the value is never returned or logged. Use it to give CI jobs a setting or a secret. If several variables of a project have the key, set environment_scope. For a single pipeline, use create_pipeline with variables instead.',
  permission: 'write',
  http: 'PUT /variables/:key',
  requires: [atMostOne('project', 'group')],
  idempotent: true,
  see_also: ['gitlab_list_ci_variables', 'gitlab_delete_ci_variable'],
  asked_as: {
    en: [
      'add a secret for CI',
      'change the deploy token of the pipeline',
      'give all jobs an environment variable',
      'rotate a CI secret',
      'store the new API key for the builds',
      'CI needs a new password',
      'the builds need the token',
      'set DEPLOY_TOKEN for the pipelines',
      'save a secret for the jobs',
      'the key of the CI has changed',
      'put the database password into the CI settings',
      'change the value of a CI variable',
      "add an env var to the project's CI"
    ]
  },
  input: Type.Object({
    project: Type.Optional(projectName('Project', 'that of the instance')),
    group: Type.Optional(groupName('Group, instead of a project')),
    key: variableKey,
    value: Type.String({ maxLength: 10_000, 'x-secret': true, description: 'Value, at most 10,000 characters. Never returned or logged' }),
    masked: Type.Optional(Type.Boolean({ description: 'true: masked in logs; the value must have at least 8 characters and no spaces' })),
    protected: Type.Optional(Type.Boolean({ description: 'true: only for protected branches and tags' })),
    raw: Type.Optional(Type.Boolean({ description: 'true: $ in the value is not expanded' })),
    variable_type: Type.Optional(
      stringEnum(['env_var', 'file'], {
        description: 'env_var, or file: jobs get the path of a file that contains the value. Default for a new variable: env_var'
      })
    ),
    environment_scope: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Environments that get the variable, such as production or review/*; * means all. Default for a new variable: *'
      })
    ),
    description: Type.Optional(Type.String({ maxLength: 255, description: 'Description' }))
  }),
  output: Type.Object({
    ...CiVariable.properties,
    created: Type.Boolean({ description: 'true: the variable was created; false: it was updated' })
  }),
  errors: { ...resourceErrors('project or group'), version_conflict: 'Several variables have this key: set environment_scope' },
  examples: [
    {
      name: 'new',
      summary: 'A new masked variable',
      input: { project: 'acme/playground', key: 'API_TOKEN', value: 'sandbox-secret-2', masked: true },
      output: {
        key: 'API_TOKEN',
        variable_type: 'env_var',
        protected: false,
        masked: true,
        hidden: false,
        raw: false,
        environment_scope: '*',
        description: null,
        created: true
      }
    },
    {
      name: 'short',
      summary: 'A masked value that is too short',
      input: { project: 'acme/playground', key: 'API_TOKEN', value: 'short', masked: true },
      error: { reason: 'upstream_refused' }
    }
  ],
  message: ({ key, project, group }) => `Set the CI/CD variable ${key} of ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => setVariable(call.client, input, call)
})
