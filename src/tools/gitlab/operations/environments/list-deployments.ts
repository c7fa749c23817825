import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { listDeployments } from '../../client/environments/environments.ts'
import { globalErrors } from '../../errors.ts'
import { DEPLOYED } from '../../examples.ts'
import { moment, pages, project, sort } from '../../inputs/common.ts'
import { Deployment } from '../../schemas/environments.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_deployments',
  group: 'environments',
  summary: 'List the deployments of a project',
  description:
    'Returns deployments, newest first, with commit, environment, status and user. Use it to see what was deployed and when, or whether a deployment failed. For the latest deployment of one environment, use get_environment instead.',
  permission: 'read',
  http: 'GET /deployments',
  list: true,
  see_also: ['gitlab_get_deployment', 'gitlab_get_environment'],
  asked_as: {
    en: [
      'when was it last deployed to production',
      'did the rollout fail',
      'history of releases to staging',
      'what went live today',
      'what did we ship last week',
      'every rollout to production in March',
      'who deployed on Friday',
      'did anything go live today',
      'all failed deploys',
      'the last ten releases to staging',
      'when did we last deploy'
    ]
  },
  input: Type.Object({
    project,
    environment: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'Only deployments to the environment with this name' })
    ),
    status: Type.Optional(
      stringEnum(['created', 'running', 'success', 'failed', 'canceled', 'skipped', 'blocked'], {
        description: 'Only deployments with this status'
      })
    ),
    updated_after: Type.Optional(moment('Only deployments changed at or after this time')),
    updated_before: Type.Optional(moment('Only deployments changed at or before this time')),
    sort,
    ...pages
  }),
  output: listOf(Deployment, {}),
  errors: { ...globalErrors('project') },
  examples: [
    {
      name: 'production',
      summary: 'Deployments to production',
      input: { project: 'acme/web', environment: 'production' },
      output: {
        items: [DEPLOYED],
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
  message: ({ project }) => `List the deployments of ${project ?? 'the default project'}`,
  handler: (input, call) => listDeployments(call.client, input, call)
})
