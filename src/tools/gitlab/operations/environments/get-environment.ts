import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getEnvironment } from '../../client/environments/environments.ts'
import { globalErrors } from '../../errors.ts'
import { PRODUCTION } from '../../examples.ts'
import { idOf, project } from '../../inputs/common.ts'
import { Environment } from '../../schemas/environments.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_environment',
  group: 'environments',
  summary: 'Get an environment',
  description:
    'Returns an environment with its latest deployment. Use it to see which commit runs there and who deployed it. For older deployments, use list_deployments instead.',
  permission: 'read',
  http: 'GET /environments/:environment_id',
  see_also: ['gitlab_list_environments', 'gitlab_list_deployments'],
  asked_as: {
    en: [
      'which version is live',
      'what commit runs on production',
      'who deployed last',
      'is staging up to date',
      'what runs on production right now',
      'which commit is on staging',
      'is the newest code live yet',
      'when did production change last',
      'did my change reach the customers',
      'what is deployed at the demo'
    ]
  },
  input: Type.Object({ project, environment_id: idOf('environment') }),
  output: Environment,
  errors: { ...globalErrors('environment') },
  examples: [
    {
      name: 'production',
      summary: 'The production environment',
      input: { project: 'acme/web', environment_id: 101 },
      output: PRODUCTION
    },
    {
      name: 'unknown',
      summary: 'An environment that does not exist',
      input: { project: 'acme/web', environment_id: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ environment_id, project }) => `Get the environment ${environment_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => getEnvironment(call.client, input, call)
})
