import { Agent } from 'node:http'
import Fastify from 'fastify'
import got, { type Got } from 'got'
import pino from 'pino'
import { reportUsage } from './measure.ts'

export interface BareRoute {
  /** The operation that does the same. */
  tool: string
  path: string
  /** Below which the system answers. */
  url: string
  headers: Record<string, string>
  /** Answers the data, and adds to `metadata` what the envelope tells besides. */
  call: (client: Got, input: Record<string, string>, signal: AbortSignal, metadata: Record<string, unknown>) => Promise<unknown>
}

/** What a careful author would write by hand: one got instance with keep-alive, the same call, awaited as got's promise, and the same envelope around what it answers. */
export async function serveBare({ tool, path, url, headers, call }: BareRoute): Promise<void> {
  const client = got.extend({ prefixUrl: url, headers, agent: { http: new Agent({ keepAlive: true }) }, timeout: { request: 30_000 } })
  const app = Fastify({
    loggerInstance: pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: false })),
    logController: new Fastify.LogController({ disableRequestLogging: true })
  })
  app.get<{ Params: Record<string, string>; Querystring: Record<string, string> }>(path, async request => {
    const started = performance.now()
    const params = { ...request.params, ...request.query }
    const told: Record<string, unknown> = {}
    const data = await call(client, params, request.signal, told)
    const duration_ms = Math.round((performance.now() - started) * 10) / 10
    request.log.info({ tool, duration_ms, success: true, caller: 'bench', request_id: request.id, params }, 'Tool execution completed')
    return {
      success: true,
      data,
      metadata: { operation: tool, instance: 'default', request_id: request.id, execution_time_ms: duration_ms, ...told }
    }
  })
  reportUsage(await app.listen({ port: 0, host: '127.0.0.1' }))
}
