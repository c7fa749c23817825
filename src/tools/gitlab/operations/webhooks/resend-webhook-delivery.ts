import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { resendDelivery } from '../../client/webhooks/webhooks.ts'
import { resourceErrors } from '../../errors.ts'
import { idOf, ofGroup, projectName } from '../../inputs/common.ts'
import { webhookId } from '../../inputs/webhooks.ts'
import { Resent } from '../../schemas/webhooks.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'resend_webhook_delivery',
  group: 'webhooks',
  summary: 'Retry a delivery of a webhook',
  description:
    'Sends the event of a delivery to the URL of the webhook again, and returns the HTTP status of the response. Use it for failed deliveries, once the receiver works again, not to test it: the receiver may process the event twice.',
  permission: 'write',
  http: 'POST /webhooks/:webhook_id/deliveries/:delivery_id/resend',
  success: [201],
  requires: [atMostOne('project', 'group')],
  see_also: ['gitlab_list_webhook_deliveries'],
  asked_as: {
    en: [
      'send the event again',
      'redeliver the failed hook',
      'repeat the webhook call',
      'our server was down, send the missed call again',
      'the bot did not get it, fire the hook again',
      'try the failed callback again',
      'push the same event to Jenkins again',
      'trigger the notification a second time',
      'the delivery got lost, repeat it'
    ]
  },
  input: Type.Object({
    project: Type.Optional(projectName('Project', 'that of the instance')),
    group: ofGroup,
    webhook_id: webhookId,
    delivery_id: idOf('delivery, as list_webhook_deliveries returns it')
  }),
  output: Resent,
  errors: { ...resourceErrors('delivery or webhook') },
  examples: [
    {
      name: 'failed',
      summary: 'A failed delivery',
      input: { project: 'acme/platform/tools', webhook_id: 802, delivery_id: 8022 },
      output: { delivery_id: 8022, status: 200, untrusted: true }
    },
    {
      name: 'unknown',
      summary: 'A delivery that does not exist',
      input: { project: 'acme/platform/tools', webhook_id: 802, delivery_id: 1 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ delivery_id, webhook_id, project, group }) =>
    `Retry the delivery ${delivery_id} of the webhook ${webhook_id} of ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => resendDelivery(call.client, input, call)
})
