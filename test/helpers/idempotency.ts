import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import type { Operation } from '../../src/contract/operation.ts'
import { connectRedis, type RedisClient } from '../../src/lib/redis/connect.ts'
import type { Secrets } from '../../src/lib/secrets.ts'
import { createIdempotency } from '../../src/pipeline/idempotency/idempotency.ts'
import { startApp, type TestAppOptions } from './app.ts'
import { silentLog } from './bulk.ts'
import { startTestRedis, type TestRedis } from './redis.ts'
import { testSecrets } from './secrets.ts'

export interface Answer {
  status: number
  headers: Record<string, unknown>
  // biome-ignore lint/suspicious/noExplicitAny: any response of the gateway
  body: any
}

export interface Counter {
  app: FastifyInstance
  redis: TestRedis
  /** Calls an operation by its own route, as a caller. */
  call: (operation: Operation, input: object, headers?: Record<string, string>, caller?: string) => Promise<Answer>
}

/**
 * Operations behind the REST surface, with a real Redis for their idempotency keys. Every key of the header X-API-Key is a caller of that
 * name.
 */
export async function openCounter(
  t: Test,
  definitions: Operation[],
  {
    through = client => client,
    limits,
    secrets = testSecrets,
    ...options
  }: TestAppOptions & { through?: (client: RedisClient) => RedisClient; limits?: { keys: number; bytes: number }; secrets?: Secrets } = {}
): Promise<Counter> {
  const redis = await startTestRedis(t)
  const client = through(connectRedis({ kind: 'single', options: redis.options }, 'http', silentLog))
  t.teardown(() => client.disconnect())
  await new Promise(resolve => client.once('ready', resolve))
  const { app } = await startApp(t, {
    definitions,
    auth: { identify: key => ({ id: key, scopes: ['*'] }), anonymous: undefined },
    ...options,
    ports: { idempotency: createIdempotency(client, silentLog, secrets, limits), ...options.ports }
  })
  return {
    app,
    redis,
    async call({ http, tool }, input, headers = {}, caller = 'alice') {
      const [, where = ''] = http.split(' ')
      const answer = await app.inject({
        method: 'POST',
        url: `/v1/${tool.name}${where}`,
        headers: { 'content-type': 'application/json', 'x-api-key': caller, ...headers },
        payload: JSON.stringify(input)
      })
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
    }
  }
}

export const keyed = (key: string): Record<string, string> => ({ 'idempotency-key': key })
