import { type Static, Type } from 'typebox'
import { nullable } from '../../../contract/schema.ts'
import { count, flag, id, newId, now, text, time, untrusted, word } from './common.ts'

const properties = {
  url: word('URL that GitLab sends events to'),
  name: text('Name'),
  description: text('Description'),
  events: Type.Array(Type.String(), { description: 'Events that GitLab sends, as create_webhook takes them' }),
  branch_filter: word('Pattern of the branches whose pushes GitLab sends; empty: all'),
  ssl_verification: flag('true: GitLab checks the certificate'),
  alert_status: word('executable, temporarily_disabled or disabled'),
  disabled_until: time('Time until which it is disabled', 'if it is not temporarily disabled')
}
export const Webhook = Type.Object({ id: id('webhook'), ...properties, created_at: time('Time it was created') })
export const NewWebhook = Type.Object({ id: newId('webhook'), ...properties, created_at: now('Time it was created') })
export type Webhook = Static<typeof Webhook>

export const WebhookDelivery = Type.Object({
  id: id('delivery'),
  trigger: word('Kind of event, such as push_hooks'),
  url: word('URL it was sent to'),
  status: word('HTTP status of the response, or internal error'),
  duration: nullable(Type.Number(), { description: 'Duration of the delivery in seconds; null if unknown' }),
  request: text('Sent event, as JSON', 'unless full is true'),
  response: text('Text of the response', 'unless full is true')
})
export type WebhookDelivery = Static<typeof WebhookDelivery>

export const Resent = Type.Object({ delivery_id: count('ID of the delivery'), status: count('HTTP status of the new response'), untrusted })
