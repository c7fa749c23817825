import { OperationError } from '../../../contract/errors.ts'
import type { UpstreamRequest } from '../../../lib/http/request.ts'
import { isRow, type Row } from '../../../lib/row.ts'
import type { WebCall } from '../client/web.ts'
import { pageError } from '../errors.ts'
import { limitOf } from './limits.ts'

/** Sends a request to Brave. Responses are not cached, because Brave's terms forbid storing them. */
export async function request(path: string, query: UpstreamRequest['query'], { client, signal, observe }: WebCall): Promise<Row> {
  if (!client.brave) throw notConfigured()
  const { body, headers } = await client.brave.request({ path: `res/v1/${path}`, ...(query && { query }), signal })
  const limit = limitOf(headers, Date.now())
  if (limit) observe(limit)
  if (isRow(body) && typeof body['type'] === 'string') return body
  throw new OperationError('server_error', 'Brave Search returned something other than results.', {
    source: 'upstream',
    outcome: 'not_executed'
  })
}

const notConfigured = () =>
  pageError('configuration_missing', 'Brave Search is not configured on this gateway, so search is not available.', {
    suggestions: ['Set BRAVE_API_KEY to a key from https://api-dashboard.search.brave.com.', 'Pages can be read without it: web_read_url.']
  })
