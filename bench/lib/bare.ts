import { Agent } from 'node:http'
import Fastify from 'fastify'
import got, { type Got } from 'got'
import pino from 'pino'
import { reportUsage } from './measure.ts'

export interface BareRoute {
  /** ID of the operation that does the same. */
  tool: string
  path: string
  /** Base URL of the system. */
  url: string
  headers: Record<string, string>
  /** Returns the data, and adds to `metadata` what the envelope contains besides. */
  call: (client: Got, input: Record<string, string>, signal: AbortSignal, metadata: Record<string, unknown>) => Promise<unknown>
}

/** A carefully hand-written server: one got instance with keep-alive, the same request, awaited as got's promise, and the same envelope around the data. */
export async function serveBare({ tool, path, url, headers, call }: BareRoute): Promise<void> {
  const client = got.extend({ prefixUrl: url, headers, agent: { http: new Agent({ keepAlive: true }) }, timeout: { request: 30_000 } })
  const app = Fastify({
    loggerInstance: pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: false })),
    logController: new Fastify.LogController({ disableRequestLogging: true })
  })
  app.get<{ Params: Record<string, string>; Querystring: Record<string, string> }>(path, async request => {
    const started = performance.now()
    const params = { ...request.params, ...request.query }
    const metadata: Record<string, unknown> = {}
    const data = await call(client, params, request.signal, metadata)
    const duration_ms = Math.round((performance.now() - started) * 10) / 10
    request.log.info({ tool, duration_ms, success: true, caller: 'bench', request_id: request.id, params }, 'Tool execution completed')
    return {
      success: true,
      data,
      metadata: { operation: tool, instance: 'default', request_id: request.id, execution_time_ms: duration_ms, ...metadata }
    }
  })
  reportUsage(await app.listen({ port: 0, host: '127.0.0.1' }))
}
