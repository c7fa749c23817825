import { Agent } from 'node:http'
import Fastify from 'fastify'
import got from 'got'
import pino from 'pino'
import { TOKEN } from '../../sandbox/gitlab/credentials.ts'
import { reportUsage } from '../lib/measure.ts'

// What a careful author would write by hand: one got instance with keep-alive, the same call, and the same envelope around what it answers.
const client = got.extend({
  prefixUrl: `${process.argv[2]}/api/v4`,
  headers: { 'private-token': TOKEN },
  agent: { http: new Agent({ keepAlive: true }) },
  timeout: { request: 30_000 }
})
const app = Fastify({
  loggerInstance: pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: false })),
  logController: new Fastify.LogController({ disableRequestLogging: true })
})

app.get<{ Params: { iid: string }; Querystring: { project: string } }>('/v1/gitlab/issues/:iid', async request => {
  const started = performance.now()
  const path = `projects/${encodeURIComponent(request.query.project)}/issues/${request.params.iid}`
  const issue = await client(path, { signal: request.signal }).json()
  const duration_ms = Math.round((performance.now() - started) * 10) / 10
  request.log.info(
    { tool: 'gitlab_get_issue', duration_ms, success: true, caller: 'bench', request_id: request.id, params: request.query },
    'Tool execution completed'
  )
  return {
    success: true,
    data: issue,
    metadata: { operation: 'gitlab_get_issue', instance: 'default', request_id: request.id, execution_time_ms: duration_ms }
  }
})
reportUsage(await app.listen({ port: 0, host: '127.0.0.1' }))
