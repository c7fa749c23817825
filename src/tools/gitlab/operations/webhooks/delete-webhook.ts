import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { deleteWebhook } from '../../client/webhooks/webhooks.ts'
import { resourceErrors } from '../../errors.ts'
import { ofGroup, projectName } from '../../inputs/common.ts'
import { webhookId } from '../../inputs/webhooks.ts'
import { deleted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'delete_webhook',
  group: 'webhooks',
  summary: 'Delete a webhook',
  description:
    'Deletes a webhook of a project or group: its URL gets no more events. Use it when the receiving system is gone. To change a webhook, use update_webhook instead.',
  permission: 'destructive',
  http: 'DELETE /webhooks/:webhook_id',
  requires: [atMostOne('project', 'group')],
  see_also: ['gitlab_list_webhooks', 'gitlab_update_webhook'],
  asked_as: {
    en: [
      'stop notifying the old server',
      'remove the hook',
      'disconnect the bot from the repo',
      'GitLab should stop calling our server',
      'the chat bot is gone, remove its hook',
      'no more push events to the old address',
      'unsubscribe the old Jenkins from the repo',
      'the integration no longer exists',
      'switch the callbacks off for good',
      'we replaced the bot, drop its webhook'
    ]
  },
  input: Type.Object({ project: Type.Optional(projectName('Project', 'that of the instance')), group: ofGroup, webhook_id: webhookId }),
  output: Type.Object({ webhook_id: Type.Integer({ description: 'ID of the webhook' }), deleted }),
  errors: { ...resourceErrors('webhook') },
  examples: [
    {
      name: 'old',
      summary: 'Delete a webhook',
      input: { project: 'acme/sandpit', webhook_id: 804, confirm: true },
      output: { webhook_id: 804, deleted: true }
    },
    {
      name: 'unknown',
      summary: 'A webhook that does not exist',
      input: { project: 'acme/sandpit', webhook_id: 1, confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ webhook_id, project, group }) => `Delete the webhook ${webhook_id} of ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => deleteWebhook(call.client, input, call)
})
