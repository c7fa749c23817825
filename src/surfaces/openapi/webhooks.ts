import { plain, published } from '../../contract/schema.ts'
import { JobEvent } from '../../contract/webhooks.ts'
import type { Components, Node } from './components.ts'

const HEADERS = {
  'webhook-id': 'Id of the event: the same for every attempt to tell of it. What you have had already, drop',
  'webhook-timestamp': 'When this attempt was made, in seconds since 1970. Refuse what is minutes old',
  'webhook-signature':
    'One or several, with spaces between: v1, a comma, then the base64 HMAC-SHA256 of id, timestamp and body with dots between. One that fits is enough'
}

/** What the gateway sends to the notify_url of a job, by Standard Webhooks. */
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
        summary: 'Hear that a job has ended or needs somebody',
        description: [
          'Sent to the `notify_url` of a bulk job, signed as Standard Webhooks (standardwebhooks.com) says: any of its libraries verifies it.',
          'Check the signature over the raw body before you read it. Events may come late, twice (drop what has a `webhook-id` you know) or out of order',
          '(`data.sequence` says what is newer). Anything but 2xx is tried again: after 5 s, 5 min, 30 min, then 2, 5, 10, 14, 20 and 24 hours,',
          'or later where `Retry-After` says so. Redirects are not followed.'
        ].join(' '),
        tags: ['Jobs'],
        security: [],
        parameters,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: components.schema('JobEvent', published(plain(JobEvent))) } }
        },
        responses: {
          200: { description: 'Taken, as is any other 2xx. The body is not looked at; answer within 15 s' },
          410: { description: 'The job is told of no more' }
        }
      }
    }
  }
}
