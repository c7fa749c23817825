import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import type { Requirement } from '../../../contract/requires.ts'
import { invalidField } from '../../../lib/invalid-field.ts'
import { selectVariables, settingVariables } from '../client/bulk/variables.ts'
import { bulkErrors } from '../inputs/bulk.ts'
import { nameOfOwner, oneOwner } from '../inputs/owner.ts'
import { environmentScope, flagsIn, variableFlags, variableKey, variableOwner } from '../inputs/variables.ts'
import { gitlab } from '../tool.ts'

const noIds: Requirement = {
  text: 'Do not set ids: variables lists the keys with their values.',
  check: ({ ids }) => (ids === undefined ? undefined : { path: 'ids', message: 'cannot be set: variables lists the keys' })
}

export default defineBulk(gitlab, {
  name: 'set_ci_variables',
  group: 'ci',
  summary: 'Set many CI/CD variables of a project or group',
  description:
    'Creates a job that sets CI/CD variables of a project or group: it updates those that exist, and creates the others. Use it to import an .env file or to rotate several secrets; for one variable, use set_ci_variable. The values are encrypted while the job exists, and never returned or logged. The job shows a preview with the names, and changes nothing until you confirm it. Variables that already have this value and these settings are skipped. Undo deletes the variables that the job created; updated variables keep the new value, because the previous one is not stored. Returns the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['gitlab_list_ci_variables', 'gitlab_set_ci_variable', 'gitlab_bulk_update_ci_variables'],
  asked_as: {
    en: [
      'import the .env file into GitLab',
      'add all these secrets to the pipelines',
      'rotate all the keys of the CI',
      'the builds need a dozen new settings',
      'load the whole env file into the CI settings',
      'all passwords have changed, store the new ones for the jobs',
      'copy these environment variables to the project',
      'set twenty variables for staging'
    ],
    de: ['die .env-Datei in die CI-Variablen übernehmen']
  },
  input: Type.Object({
    ...variableOwner,
    variables: Type.Array(
      Type.Object({
        key: variableKey,
        value: Type.String({ maxLength: 10_000, description: 'Value, at most 10,000 characters. Never returned or logged' })
      }),
      { minItems: 1, maxItems: 500, 'x-secret': true, description: 'Variables to set, each key once; at most 500' }
    ),
    environment_scope: environmentScope('Environments that get the variables, such as production or review/*. Default *, which means all', {
      default: '*'
    }),
    ...variableFlags
  }),
  requires: [oneOwner, noIds],
  errors: bulkErrors(
    'project or group',
    'For undo: another user changed the variable, or its previous value is not stored; it was left unchanged'
  ),
  examples: [
    {
      name: 'two',
      summary: 'Two variables for staging: the job shows a preview and waits for confirmation',
      input: {
        project: 'acme/web',
        environment_scope: 'staging',
        variables: [
          { key: 'REGION', value: 'eu-west' },
          { key: 'API_TOKEN', value: 'sandbox-secret-4' }
        ],
        masked: false
      },
      output: awaitingJob({
        operation: 'gitlab_bulk_set_ci_variables',
        message: 'Set 2 CI/CD variables of acme/web for staging',
        undoable: true,
        sample: [
          { item_id: 'REGION:staging', display_name: 'REGION (staging)' },
          { item_id: 'API_TOKEN:staging', display_name: 'API_TOKEN (staging)' }
        ]
      })
    },
    {
      name: 'twice',
      summary: 'A key that occurs twice',
      input: {
        project: 'acme/web',
        variables: [
          { key: 'REGION', value: 'eu-west' },
          { key: 'REGION', value: 'eu-east' }
        ]
      },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ variables, environment_scope, ...owner }) =>
    `Set ${variables.length} CI/CD variables of ${nameOfOwner(owner)}${environment_scope === '*' ? '' : ` for ${environment_scope}`}`,
  async prepare({ variables, environment_scope: scope, ...input }, call) {
    const keys = variables.map(({ key }) => key)
    const twice = keys.findIndex((key, at) => keys.indexOf(key) !== at)
    if (twice >= 0) throw invalidField(`variables[${twice}].key`, `occurs twice: ${keys[twice]}`, 'each key once')
    const { owner } = await selectVariables(input, call)
    const values = variables.map(({ key, value }): [string, string] => [key, value])
    return { query: { keys }, action: { owner, values, scope, flags: flagsIn(input) } }
  },
  ...settingVariables
})
