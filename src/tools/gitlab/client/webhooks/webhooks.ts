import { flag, flagOrNull, has, integerOrNull, numberOrNull, pick, type Row, textOrNull, time } from '../../../../lib/row.ts'
import { WEBHOOK_EVENTS } from '../../inputs/webhooks.ts'
import type { Webhook, WebhookDelivery } from '../../schemas/webhooks.ts'
import type { GitLab } from '../connection.ts'
import { redactedValue, redactTokens } from '../content/redact.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import { type Owner, projectOrGroup } from '../projects/projects.ts'
import type { GitLabCall } from '../request.ts'

/** Receivers put secrets into URLs and responses. */
function redactedOrNull(row: Row, name: string): string | null {
  const value = textOrNull(row, name)
  return value === null ? null : redactTokens(value)
}

const webhookOf = (row: Row): Webhook => ({
  id: integerOrNull(row, 'id'),
  url: redactedOrNull(row, 'url'),
  name: textOrNull(row, 'name'),
  description: textOrNull(row, 'description'),
  events: WEBHOOK_EVENTS.filter(name => flag(row, `${name}_events`)),
  branch_filter: textOrNull(row, 'push_events_branch_filter'),
  ssl_verification: flagOrNull(row, 'enable_ssl_verification'),
  alert_status: textOrNull(row, 'alert_status'),
  disabled_until: time(row, 'disabled_until'),
  created_at: time(row, 'created_at')
})

export async function listWebhooks(gitlab: GitLab, input: Owner & Paging, call: GitLabCall) {
  const { path, subject } = await projectOrGroup(gitlab, input, call)
  return await list(gitlab, { path: `${path}/hooks`, subject }, pagingOf(input), webhookOf, call)
}

interface WebhookContent extends Owner {
  url?: string
  events?: string[]
  name?: string
  description?: string
  secret?: string
  branch_filter?: string
  ssl_verification?: boolean
}

const bodyOf = ({ events, secret, branch_filter, ssl_verification, ...content }: WebhookContent): Row => ({
  ...pick(content, ['url', 'name', 'description']),
  ...(events && Object.fromEntries(WEBHOOK_EVENTS.map(name => [`${name}_events`, events.includes(name)]))),
  ...(secret !== undefined && { token: secret }),
  ...(branch_filter !== undefined && { push_events_branch_filter: branch_filter }),
  ...(ssl_verification !== undefined && { enable_ssl_verification: ssl_verification })
})

export async function createWebhook(gitlab: GitLab, input: WebhookContent, call: GitLabCall) {
  const { path, subject } = await projectOrGroup(gitlab, input, call)
  return webhookOf(await gitlab.row({ method: 'POST', path: `${path}/hooks`, json: bodyOf(input), subject }, call))
}

interface WebhookRef extends Owner {
  webhook_id: number
}

async function webhookTarget(gitlab: GitLab, { webhook_id, ...owner }: WebhookRef, call: GitLabCall) {
  const { path, subject } = await projectOrGroup(gitlab, owner, call)
  return { path: `${path}/hooks/${webhook_id}`, subject: { kind: 'webhook', name: `${webhook_id} of ${subject.name}` } }
}

/** GitLab requires the URL also for other changes: it is read first. With another URL, GitLab forgets the secret, so that no other system gets it. */
export async function updateWebhook(gitlab: GitLab, { webhook_id, ...change }: WebhookContent & WebhookRef, call: GitLabCall) {
  const target = await webhookTarget(gitlab, { ...change, webhook_id }, call)
  const previous = textOrNull(await gitlab.row(target, call), 'url')
  const url = change.url ?? previous
  const row = await gitlab.row({ method: 'PUT', ...target, json: { url, ...bodyOf(change) } }, call)
  if (url !== previous && change.secret === undefined)
    call.warn('GitLab removes the secret of a webhook whose URL changes: set secret, if the webhook had one.')
  return webhookOf(row)
}

export async function deleteWebhook(gitlab: GitLab, name: WebhookRef, call: GitLabCall) {
  await gitlab.send({ method: 'DELETE', ...(await webhookTarget(gitlab, name, call)) }, call)
  return { webhook_id: name.webhook_id, deleted: true }
}

const asJson = (row: Row, name: string): string | null => (has(row, name) ? JSON.stringify(redactedValue(row[name])) : null)

/** Without headers: they may contain secrets of the receiver. */
const deliveryOf = (row: Row): WebhookDelivery => ({
  id: integerOrNull(row, 'id'),
  trigger: textOrNull(row, 'trigger'),
  url: redactedOrNull(row, 'url'),
  status: textOrNull(row, 'response_status'),
  duration: numberOrNull(row, 'execution_duration'),
  request: asJson(row, 'request_data'),
  response: redactedOrNull(row, 'response_body')
})

interface DeliveriesQuery extends WebhookRef, Paging {
  status?: string
  full: boolean
}

export async function listDeliveries(gitlab: GitLab, { status, full, ...input }: DeliveriesQuery, call: GitLabCall) {
  const { path, subject } = await webhookTarget(gitlab, input, call)
  const map = (row: Row): WebhookDelivery => ({ ...deliveryOf(row), ...(!full && { request: null, response: null }) })
  const request = { path: `${path}/events`, query: { ...(status !== undefined && { 'status[]': [status] }) }, subject }
  return { ...(await list(gitlab, request, pagingOf(input), map, call)), untrusted: true }
}

export async function resendDelivery(gitlab: GitLab, { delivery_id, ...name }: WebhookRef & { delivery_id: number }, call: GitLabCall) {
  const { path, subject } = await webhookTarget(gitlab, name, call)
  const row = await gitlab.row({ method: 'POST', path: `${path}/events/${delivery_id}/resend`, subject }, call)
  return { delivery_id, status: integerOrNull(row, 'response_status'), untrusted: true }
}
