import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listWebhooks } from '../../client/webhooks/webhooks.ts'
import { globalErrors } from '../../errors.ts'
import { ofGroup, pages, projectName } from '../../inputs/common.ts'
import { Webhook } from '../../schemas/webhooks.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_webhooks',
  group: 'webhooks',
  summary: 'List the webhooks of a project or group',
  description:
    'Returns the webhooks of a project or group with their URLs and events, never their secrets. Use it to see which systems are notified, and whether GitLab disabled a webhook after failures. Needs the Maintainer role.',
  permission: 'read',
  http: 'GET /webhooks',
  list: true,
  requires: [atMostOne('project', 'group')],
  see_also: ['gitlab_create_webhook', 'gitlab_list_webhook_deliveries'],
  asked_as: {
    en: [
      'which systems does GitLab notify',
      'hooks of the repo',
      'is the Slack hook still on',
      'who gets the push events',
      'where does GitLab send events',
      'who is informed when we push',
      'which integrations hang on the project',
      'does anything call the old server',
      'all the callbacks of the group',
      'is Jenkins still connected'
    ]
  },
  input: Type.Object({ project: Type.Optional(projectName('Project', 'that of the instance')), group: ofGroup, ...pages }),
  output: listOf(Webhook, {}),
  errors: { ...globalErrors('project or group') },
  examples: [
    {
      name: 'all',
      summary: 'The webhooks of a project',
      input: { project: 'acme/web' },
      output: {
        items: [
          {
            id: 801,
            url: 'https://hooks.example.com/gitlab',
            name: 'Deployments',
            description: '',
            events: ['push', 'merge_requests'],
            branch_filter: '',
            ssl_verification: true,
            alert_status: 'executable',
            disabled_until: null,
            created_at: '2026-01-25T08:00:00.000Z'
          }
        ],
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
  message: ({ project, group }) => `List the webhooks of ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => listWebhooks(call.client, input, call)
})
