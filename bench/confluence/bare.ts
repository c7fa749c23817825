import { Agent } from 'node:http'
import Fastify from 'fastify'
import got from 'got'
import pino from 'pino'
import { EMAIL, TOKEN } from '../../sandbox/confluence/credentials.ts'
import { reportUsage } from '../lib/measure.ts'

// What a careful author would write by hand: one got instance with keep-alive, the same call, and the same envelope around what it answers.
const client = got.extend({
  prefixUrl: `${process.argv[2]}/wiki`,
  headers: { authorization: `Basic ${Buffer.from(`${EMAIL}:${TOKEN}`).toString('base64')}` },
  agent: { http: new Agent({ keepAlive: true }) },
  timeout: { request: 30_000 }
})
const app = Fastify({
  loggerInstance: pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: false })),
  logController: new Fastify.LogController({ disableRequestLogging: true })
})

app.get<{ Querystring: { page_id: string } }>('/v1/confluence/page', async request => {
  const started = performance.now()
  const searchParams = { 'body-format': 'storage', 'include-labels': true }
  const page = await client(`api/v2/pages/${request.query.page_id}`, { searchParams, signal: request.signal }).json()
  const duration_ms = Math.round((performance.now() - started) * 10) / 10
  request.log.info(
    { tool: 'confluence_get_page', duration_ms, success: true, caller: 'bench', request_id: request.id, params: request.query },
    'Tool execution completed'
  )
  return {
    success: true,
    data: page,
    metadata: { operation: 'confluence_get_page', instance: 'default', request_id: request.id, execution_time_ms: duration_ms }
  }
})
reportUsage(await app.listen({ port: 0, host: '127.0.0.1' }))
