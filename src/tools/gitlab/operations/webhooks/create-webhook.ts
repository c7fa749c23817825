import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { redactTokens } from '../../client/content/redact.ts'
import { createWebhook } from '../../client/webhooks/webhooks.ts'
import { resourceErrors } from '../../errors.ts'
import { ofGroup, projectName } from '../../inputs/common.ts'
import { webhookEvents, webhookSettings, webhookUrl } from '../../inputs/webhooks.ts'
import { NewWebhook } from '../../schemas/webhooks.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_webhook',
  group: 'webhooks',
  summary: 'Create a webhook for a project or group',
  description:
    'Creates a webhook and returns it. GitLab then sends the selected events, with their content, to the URL. Use it to notify another system, and only for a URL that the user confirmed. Webhooks of groups need a paid plan. Calling it twice creates two webhooks.',
  permission: 'write',
  http: 'POST /webhooks',
  success: [201],
  requires: [atMostOne('project', 'group')],
  see_also: ['gitlab_list_webhooks', 'gitlab_update_webhook', 'gitlab_delete_webhook'],
  asked_as: {
    en: [
      'notify our server on every push',
      'call a URL when an MR changes',
      'connect GitLab to our chat bot',
      'send events to Jenkins',
      'our server wants to know when someone pushes',
      'notify the deploy service about new tags',
      'call us back when a pipeline fails',
      'set up a callback for new issues',
      'the chat should hear about merge requests',
      'trigger the build server from GitLab',
      'inform another system about every comment'
    ]
  },
  input: Type.Object({
    project: Type.Optional(projectName('Project', 'that of the instance')),
    group: ofGroup,
    url: webhookUrl('URL that receives the events'),
    events: webhookEvents('Events to send'),
    ...webhookSettings('. Default true')
  }),
  output: NewWebhook,
  errors: { ...resourceErrors('project or group') },
  examples: [
    {
      name: 'pushes',
      summary: 'Send pushes to release branches',
      input: {
        project: 'acme/playground',
        url: 'https://ci.example.com/hook',
        events: ['push', 'tag_push'],
        secret: 'sandbox-secret-3',
        branch_filter: 'release/*'
      },
      output: {
        id: 1105,
        url: 'https://ci.example.com/hook',
        name: '',
        description: '',
        events: ['push', 'tag_push'],
        branch_filter: 'release/*',
        ssl_verification: true,
        alert_status: 'executable',
        disabled_until: null,
        created_at: '2026-11-26T16:42:28.432Z'
      }
    },
    {
      name: 'no_url',
      summary: 'A URL is required',
      input: { project: 'acme/playground', events: ['push'] },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ url, project, group }) => `Send events of ${group ?? project ?? 'the default project'} to ${redactTokens(url)}`,
  handler: (input, call) => createWebhook(call.client, input, call)
})
