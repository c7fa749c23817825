import { publicSchema, toJsonSchema } from '../../catalog/json-schema.ts'
import { ApprovalNotice } from '../../contract/approvals.ts'
import { WebhookEvent } from '../../contract/job-events.ts'
import type { Components, Node } from './components.ts'

const HEADERS = {
  'webhook-id': 'ID of the event, the same for every attempt to deliver it. Ignore events that you have already received.',
  'webhook-timestamp': 'When this attempt was sent, in seconds since 1970. Refuse attempts that are minutes old.',
  'webhook-signature':
    'One or several signatures, separated by spaces: v1, a comma, then the base64 HMAC-SHA256 of ID, timestamp and body, joined by dots. One valid signature is enough.'
}

const RECEIVED = { description: 'Received, like any other 2xx. The body is ignored; respond within 15 s.' }

/** The requests that the gateway sends to the notify_url of a job, and to the operator, as Standard Webhooks defines them. */
export function webhooks(components: Components): Node {
  const parameters = Object.entries(HEADERS).map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' }
  }))
  return {
    job: {
      post: {
        operationId: 'toolgate_job_event',
        summary: 'Receive an event of a job',
        description: [
          'Sent to the `notify_url` of a bulk job when it ends or needs attention, signed as Standard Webhooks (standardwebhooks.com) defines: any of its libraries verifies it.',
          'Verify the signature over the raw body before you parse it. Events may arrive late, twice (ignore a known `webhook-id`) or out of order',
          '(the event with the higher `data.sequence` is newer). Any status other than 2xx is retried: after 5 s, 5 min, 30 min, then 2, 5, 10, 14, 20 and 24 hours,',
          'or later if `Retry-After` requests it. Redirects are not followed.'
        ].join(' '),
        tags: ['Jobs'],
        security: [],
        parameters,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: components.schema('JobEvent', publicSchema(toJsonSchema(WebhookEvent))) } }
        },
        responses: { 200: RECEIVED, 410: { description: 'No further events of the job are sent.' } }
      }
    },
    approval: {
      post: {
        operationId: 'toolgate_approval_event',
        summary: 'Receive a request for an approval',
        description:
          'Sent to the address that the operator of the gateway has set, whenever a call requests an approval. It is signed and repeated like an event of a job, until the approval was decided or has expired.',
        tags: ['Approvals'],
        security: [],
        parameters,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: components.schema('ApprovalEvent', publicSchema(toJsonSchema(ApprovalNotice))) } }
        },
        responses: { 200: RECEIVED, 410: { description: 'This request is not sent again.' } }
      }
    }
  }
}
