import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listDeliveries } from '../../client/webhooks/webhooks.ts'
import { globalErrors } from '../../errors.ts'
import { ofGroup, pages, projectName } from '../../inputs/common.ts'
import { webhookId } from '../../inputs/webhooks.ts'
import { untrusted } from '../../schemas/common.ts'
import { WebhookDelivery } from '../../schemas/webhooks.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_webhook_deliveries',
  group: 'webhooks',
  summary: 'List the latest deliveries of a webhook',
  description:
    'Returns what GitLab sent in the last few days, newest first, with the status of each response; if full is true, also with the event and the response. Use it to find out why a system was not notified. To send an event again, use resend_webhook_delivery.',
  permission: 'read',
  http: 'GET /webhooks/:webhook_id/deliveries',
  list: true,
  requires: [atMostOne('project', 'group')],
  see_also: ['gitlab_list_webhooks', 'gitlab_resend_webhook_delivery'],
  asked_as: {
    en: [
      'did the hook fire',
      'why did our server not get the push',
      'failed webhook calls',
      'what did GitLab send to the bot',
      'our bot got nothing, what happened',
      'did GitLab call us when I pushed',
      'which callbacks failed today',
      'what response did our server give to the hook',
      'the last events sent to Jenkins',
      'see why the integration is silent'
    ]
  },
  input: Type.Object({
    project: Type.Optional(projectName('Project', 'that of the instance')),
    group: ofGroup,
    webhook_id: webhookId,
    status: Type.Optional(
      Type.String({
        pattern: '^(successful|client_failure|server_failure|[2-5]\\d\\d)$',
        maxLength: 20,
        'x-form': 'successful, client_failure, server_failure, or a status such as 502',
        description: 'Only deliveries with this result: successful, client_failure, server_failure, or a status such as 502'
      })
    ),
    full: Type.Boolean({ default: false, description: 'true: include the sent event and the response. Default false' }),
    ...pages
  }),
  output: listOf(WebhookDelivery, { untrusted }),
  errors: { ...globalErrors('webhook') },
  examples: [
    {
      name: 'failed',
      summary: 'Deliveries that the receiver failed to process',
      input: { project: 'acme/web', webhook_id: 801, status: 'server_failure', full: true },
      output: {
        items: [
          {
            id: 8012,
            trigger: 'push_hooks',
            url: 'https://hooks.example.com/gitlab',
            status: '500',
            duration: 0.25,
            request: '{"object_kind":"push","ref":"refs/heads/main","user_username":"chen"}',
            response: 'Too busy'
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' },
        untrusted: true
      }
    },
    {
      name: 'unknown',
      summary: 'A webhook that does not exist',
      input: { project: 'acme/web', webhook_id: 1 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ webhook_id, project, group }) =>
    `List the deliveries of the webhook ${webhook_id} of ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => listDeliveries(call.client, input, call)
})
