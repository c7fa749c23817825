import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listVariables } from '../../client/ci/pipelines.ts'
import { globalErrors } from '../../errors.ts'
import { idOf, project } from '../../inputs/common.ts'
import { Variable } from '../../schemas/ci.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_pipeline_variables',
  group: 'ci',
  summary: 'List the variables of a pipeline',
  description:
    'Returns the names and types of the variables that a pipeline was started with. Use it to see with which settings the pipeline ran. Values may be secrets: they are returned only with show_values, and only to a key with the scope gitlab:secrets.',
  permission: 'read',
  http: 'GET /pipelines/:pipeline_id/variables',
  list: true,
  aliases: ['list_pipeline_variables'],
  see_also: ['gitlab_get_pipeline', 'gitlab_create_pipeline'],
  asked_as: {
    en: [
      'which variables was the pipeline started with',
      'env vars of a build',
      'parameters of a CI run',
      'settings that the build ran with',
      'variables passed to the CI run',
      'which settings was the pipeline started with',
      'with what parameters was the build started',
      'what settings did the pipeline get',
      'was DEBUG set for that pipeline',
      'variables of pipeline 88',
      'values passed to the build'
    ]
  },
  input: Type.Object({
    project,
    pipeline_id: idOf('pipeline'),
    show_values: Type.Boolean({
      default: false,
      description: 'true: include the values, which needs the scope gitlab:secrets. Default false'
    })
  }),
  output: listOf(Variable, {}),
  errors: { ...globalErrors('pipeline') },
  examples: [
    {
      name: 'names',
      summary: 'Names of the variables',
      input: { project: 'acme/web', pipeline_id: 101 },
      output: {
        items: [{ key: 'DEPLOY_KEY', value: null, variable_type: 'env_var' }],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'A pipeline that does not exist',
      input: { project: 'acme/web', pipeline_id: 999999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ pipeline_id, project }) => `List the variables of the pipeline ${pipeline_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => listVariables(call.client, input, call)
})
