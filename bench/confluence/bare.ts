import { EMAIL, TOKEN } from '../../sandbox/confluence/credentials.ts'
import { serveBare } from '../lib/bare.ts'

const searchParams = { 'body-format': 'storage', 'include-labels': true, status: 'current,archived,trashed' }

await serveBare({
  tool: 'confluence_get_page',
  path: '/v1/confluence/page',
  url: `${process.argv[2]}/wiki`,
  headers: { authorization: `Basic ${Buffer.from(`${EMAIL}:${TOKEN}`).toString('base64')}` },
  async call(client, { page_id }, signal, metadata) {
    const { body, headers } = await client(`api/v2/pages/${page_id}`, { searchParams, signal, responseType: 'json' })
    const [limit, remaining] = [Number(headers['x-ratelimit-limit']), Number(headers['x-ratelimit-remaining'])]
    const reset = new Date(String(headers['x-ratelimit-reset'])).toISOString()
    Object.assign(metadata, {
      rate_limit_remaining: remaining,
      rate_limit_reset: reset,
      rate_limit: { limit, remaining, reset, used: null }
    })
    return body
  }
})
