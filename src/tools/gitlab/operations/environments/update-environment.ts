import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne } from '../../../../contract/requires.ts'
import { updateEnvironment } from '../../client/environments/environments.ts'
import { resourceErrors } from '../../errors.ts'
import { reviewApp } from '../../examples.ts'
import { idOf, project } from '../../inputs/common.ts'
import { environmentContent } from '../../inputs/environments.ts'
import { Environment } from '../../schemas/environments.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'update_environment',
  group: 'environments',
  summary: 'Update an environment',
  description:
    'Updates the URL, tier or description of an environment and returns it; properties that you omit stay unchanged. Use it when the deployed application gets another URL. An environment cannot be renamed. To take down an environment, use stop_environment instead.',
  permission: 'write',
  http: 'PATCH /environments/:environment_id',
  idempotent: true,
  requires: [atLeastOne('external_url', 'tier', 'description')],
  see_also: ['gitlab_get_environment', 'gitlab_list_environments'],
  asked_as: {
    en: [
      'staging has a new address',
      'correct the URL of production in GitLab',
      'change the link of the review app',
      'describe what the qa stage is for',
      'the demo server moved to another domain',
      'mark the environment as production tier',
      'the link to staging is wrong',
      'set the URL of the deployed site',
      'point the environment to the new host'
    ]
  },
  input: Type.Object({ project, environment_id: idOf('environment'), ...environmentContent('New tier') }),
  output: Environment,
  errors: { ...resourceErrors('environment') },
  examples: [
    {
      name: 'moved',
      summary: 'Another URL and tier',
      input: { project: 'acme/sandpit', environment_id: 402, external_url: 'https://preview.acme.example.com', tier: 'testing' },
      output: {
        ...reviewApp(4, 'bcdb93033e242455bf377011dbee82baa2a9fec7'),
        external_url: 'https://preview.acme.example.com',
        tier: 'testing',
        updated_at: '2026-11-26T16:42:29.673Z'
      }
    },
    {
      name: 'unknown',
      summary: 'An environment that does not exist',
      input: { project: 'acme/sandpit', environment_id: 9999, tier: 'testing' },
      error: { reason: 'upstream_not_found' }
    },
    {
      name: 'nothing',
      summary: 'No change given',
      input: { project: 'acme/sandpit', environment_id: 402 },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ environment_id, project }) => `Update the environment ${environment_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => updateEnvironment(call.client, input, call)
})
