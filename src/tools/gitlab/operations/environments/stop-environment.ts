import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { stopEnvironment } from '../../client/environments/environments.ts'
import { resourceErrors } from '../../errors.ts'
import { reviewApp } from '../../examples.ts'
import { idOf, project } from '../../inputs/common.ts'
import { Environment } from '../../schemas/environments.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'stop_environment',
  group: 'environments',
  summary: 'Stop an environment',
  description:
    'Stops an environment and returns it. GitLab also runs the stop job of the environment, if it has one. Use it to take down a review app. The deployed application is gone until the next deployment: stop production only if the user asks for it.',
  permission: 'destructive',
  http: 'POST /environments/:environment_id/stop',
  success: [201],
  idempotent: true,
  see_also: ['gitlab_get_environment', 'gitlab_list_environments'],
  asked_as: {
    en: [
      'take down the review app',
      'shut off the staging environment',
      'tear down a deployed preview',
      'the preview is no longer needed, turn it off',
      'switch the demo server off',
      'take staging offline',
      'the branch is merged, its review app can go down',
      'stop paying for the test system',
      'pull the plug on the preview',
      'shut the qa stage down'
    ]
  },
  input: Type.Object({
    project,
    environment_id: idOf('environment'),
    force: Type.Boolean({ default: false, description: 'true: do not run the stop job. Default false' })
  }),
  output: Environment,
  errors: { ...resourceErrors('environment') },
  examples: [
    {
      name: 'review',
      summary: 'Stop a review app',
      input: { project: 'acme/playground', environment_id: 302, confirm: true },
      output: { ...reviewApp(3, '16d802c10835fa91fb69368ab819a010a12c4f01'), state: 'stopped', updated_at: '2026-11-26T16:42:29.673Z' }
    },
    {
      name: 'unknown',
      summary: 'An environment that does not exist',
      input: { project: 'acme/playground', environment_id: 9999, confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ environment_id, project }) => `Stop the environment ${environment_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => stopEnvironment(call.client, input, call)
})
