import Fastify from 'fastify'
import { Redis } from 'ioredis'
import pino from 'pino'
import { jobKey } from '../../src/jobs/store/keys.ts'
import { reportUsage } from '../lib/measure.ts'

// The minimum that returns the status of a job: one HGETALL, returned unchanged, with the same log line.
const redis = new Redis({ path: process.argv[2] ?? '' })
const app = Fastify({
  loggerInstance: pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: false })),
  logController: new Fastify.LogController({ disableRequestLogging: true })
})

app.get<{ Params: { id: string } }>('/v1/jobs/:id', async request => {
  const started = performance.now()
  const data = await redis.hgetall(jobKey(request.params.id, 'meta'))
  const duration_ms = Math.round((performance.now() - started) * 10) / 10
  request.log.info(
    { tool: 'jobs_get', duration_ms, success: true, caller: 'bench', request_id: request.id, params: request.params },
    'Tool execution completed'
  )
  return {
    success: true,
    data,
    metadata: { operation: 'jobs_get', instance: null, request_id: request.id, execution_time_ms: duration_ms }
  }
})
reportUsage(await app.listen({ port: 0, host: '127.0.0.1' }))
