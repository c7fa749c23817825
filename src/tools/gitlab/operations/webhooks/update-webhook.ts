import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne, atMostOne } from '../../../../contract/requires.ts'
import { redactTokens } from '../../client/content/redact.ts'
import { updateWebhook } from '../../client/webhooks/webhooks.ts'
import { resourceErrors } from '../../errors.ts'
import { ofGroup, projectName } from '../../inputs/common.ts'
import { webhookEvents, webhookId, webhookSettings, webhookUrl } from '../../inputs/webhooks.ts'
import { Webhook } from '../../schemas/webhooks.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'update_webhook',
  group: 'webhooks',
  summary: 'Update a webhook',
  description:
    'Updates the given properties of a webhook, keeps the others, and returns the webhook. If url changes, GitLab removes the secret: set secret again. Use it to change the URL or the events; for an additional receiver, use create_webhook instead.',
  permission: 'write',
  http: 'PATCH /webhooks/:webhook_id',
  idempotent: true,
  requires: [
    atMostOne('project', 'group'),
    atLeastOne('url', 'events', 'name', 'description', 'secret', 'branch_filter', 'ssl_verification')
  ],
  see_also: ['gitlab_list_webhooks', 'gitlab_list_webhook_deliveries'],
  asked_as: {
    en: [
      'change the URL of the hook',
      'turn on pipeline events for the hook',
      'rotate the secret of the webhook',
      'our server moved, GitLab must call the new one',
      'the bot should also hear about comments',
      'the hook should only fire for main',
      'use another token for the callbacks',
      'stop sending job events to Jenkins',
      'turn SSL checks on for the hook',
      'the webhook points to the wrong address'
    ]
  },
  input: Type.Object({
    project: Type.Optional(projectName('Project', 'that of the instance')),
    group: ofGroup,
    webhook_id: webhookId,
    url: Type.Optional(webhookUrl('New URL')),
    events: Type.Optional(webhookEvents('New events, which replace all existing ones')),
    ...webhookSettings()
  }),
  output: Webhook,
  errors: { ...resourceErrors('webhook') },
  examples: [
    {
      name: 'events',
      summary: 'Replace the events',
      input: { project: 'acme/playground', webhook_id: 803, events: ['push', 'pipeline'] },
      output: {
        id: 803,
        url: 'https://hooks.example.com/gitlab',
        name: 'Deployments',
        description: '',
        events: ['push', 'pipeline'],
        branch_filter: '',
        ssl_verification: true,
        alert_status: 'executable',
        disabled_until: null,
        created_at: '2026-01-25T08:00:00.000Z'
      }
    },
    {
      name: 'nothing',
      summary: 'Nothing to change',
      input: { project: 'acme/playground', webhook_id: 803 },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ webhook_id, url, project, group }) =>
    `Update the webhook ${webhook_id} of ${group ?? project ?? 'the default project'}${url === undefined ? '' : `, which then sends to ${redactTokens(url)}`}`,
  handler: (input, call) => updateWebhook(call.client, input, call)
})
