import { Agent } from 'node:http'
import Fastify from 'fastify'
import got from 'got'
import pino from 'pino'
import { reportUsage } from '../lib/measure.ts'

// What a careful author would write by hand: one got instance with keep-alive, and one call a request.
const client = got.extend({
  prefixUrl: process.argv[2] ?? '',
  headers: { authorization: 'Bearer secret' },
  agent: { http: new Agent({ keepAlive: true }) },
  timeout: { request: 30_000 }
})
const app = Fastify({
  loggerInstance: pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: false })),
  logController: new Fastify.LogController({ disableRequestLogging: true })
})

app.get<{ Params: { thing_id: number } }>('/v1/bench/things/:thing_id', async request => {
  const started = performance.now()
  const thing = await client(`things/${request.params.thing_id}`, { searchParams: { full: true }, signal: request.signal }).json()
  const duration_ms = Math.round((performance.now() - started) * 10) / 10
  request.log.info(
    { tool: 'bench_get_thing', duration_ms, success: true, caller: 'bench', request_id: request.id, params: request.params },
    'Tool execution completed'
  )
  return {
    success: true,
    data: { thing },
    metadata: { operation: 'bench_get_thing', instance: 'default', request_id: request.id, execution_time_ms: duration_ms }
  }
})
reportUsage(await app.listen({ port: 0, host: '127.0.0.1' }))
