import { OperationError } from '../../../contract/errors.ts'
import type { UpstreamRequest } from '../../../lib/http/request.ts'
import { isRow, type Row } from '../../../lib/row.ts'
import type { Turn } from '../client/web.ts'
import { refused } from '../failures.ts'
import { limitOf } from './limits.ts'

/** Asks Brave one thing. Answers are not kept: its terms allow no more than the moment. */
export async function ask(path: string, query: UpstreamRequest['query'], { client, signal, observe }: Turn): Promise<Row> {
  if (!client.brave) throw notConfigured()
  const { body, headers } = await client.brave.request({ path: `res/v1/${path}`, ...(query && { query }), signal })
  const limit = limitOf(headers, Date.now())
  if (limit) observe(limit)
  if (isRow(body)) return body
  throw new OperationError('server_error', 'Brave Search answered something else than results.', {
    source: 'upstream',
    outcome: 'not_executed'
  })
}

const notConfigured = () =>
  refused('configuration_missing', 'Brave Search is not configured on this gateway, so that nothing can be searched.', {
    suggestions: ['Set BRAVE_API_KEY to a key from https://api-dashboard.search.brave.com.', 'Pages can be read without it: web_read_url.']
  })
