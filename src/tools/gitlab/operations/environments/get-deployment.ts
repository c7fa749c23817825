import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getDeployment } from '../../client/environments/environments.ts'
import { globalErrors } from '../../errors.ts'
import { FAILED_DEPLOYMENT } from '../../examples.ts'
import { idOf, project } from '../../inputs/common.ts'
import { Deployment } from '../../schemas/environments.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_deployment',
  group: 'environments',
  summary: 'Get a deployment',
  description:
    'Returns a deployment with its commit, environment, user and CI job. Use it to find the job of a failed deployment. For the log of the job, use get_job_log.',
  permission: 'read',
  http: 'GET /deployments/:deployment_id',
  see_also: ['gitlab_list_deployments', 'gitlab_get_job_log'],
  asked_as: {
    en: [
      'why did this rollout fail',
      'details of one rollout',
      'which job did the deployment',
      'who deployed version 3 to staging',
      'what happened to rollout 42',
      'check a single deployment',
      'was that deploy successful',
      'which commit went out with deployment 17',
      'what did deployment 9 ship'
    ]
  },
  input: Type.Object({ project, deployment_id: idOf('deployment') }),
  output: Deployment,
  errors: { ...globalErrors('deployment') },
  examples: [
    {
      name: 'failed',
      summary: 'A failed deployment',
      input: { project: 'acme/web', deployment_id: 1002 },
      output: FAILED_DEPLOYMENT
    },
    {
      name: 'unknown',
      summary: 'A deployment that does not exist',
      input: { project: 'acme/web', deployment_id: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ deployment_id, project }) => `Get the deployment ${deployment_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => getDeployment(call.client, input, call)
})
