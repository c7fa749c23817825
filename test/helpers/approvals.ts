import { globSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import { type ApprovalService, createApprovals } from '../../src/access/approvals/approvals.ts'
import type { Notify } from '../../src/access/approvals/notices.ts'
import { APPROVAL_DEFAULTS, type ApprovalSettings } from '../../src/access/approvals/settings.ts'
import type { PolicyRule } from '../../src/access/policy.ts'
import type { Definition } from '../../src/catalog/catalog.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { connectRedis, type RedisClient, whenReady } from '../../src/lib/redis/connect.ts'
import { createIdempotency } from '../../src/pipeline/idempotency/idempotency.ts'
import type { Ports } from '../../src/pipeline/ports.ts'
import { createPorts } from '../../src/server/ports.ts'
import { startApp } from './app.ts'
import { silentLog } from './bulk.ts'
import { startTestRedis, type TestRedis } from './redis.ts'
import { testSecrets } from './secrets.ts'

const TOOLS = path.join(import.meta.dirname, '../../src/tools')

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the response of any operation
  data: any
  // biome-ignore lint/suspicious/noExplicitAny: the error of any operation
  error: any
}

export interface ApprovalDesk {
  app: FastifyInstance
  redis: TestRedis
  client: RedisClient
  approvals: ApprovalService
  /** The policy in force. */
  setPolicy: (rules: PolicyRule[]) => void
  /** Calls with a key: POST with a body, otherwise GET. */
  send: (key: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Answer>
  /** Changes the expiry of an approval. */
  expire: (id: string) => Promise<void>
}

interface DeskOptions {
  definitions: readonly Definition[]
  /** Scopes of each key, which is its own text. */
  keys: Readonly<Record<string, string[]>>
  policy: PolicyRule[]
  settings?: Partial<ApprovalSettings>
  /** Principals that created or rotated a key. */
  makers?: Readonly<Record<string, string[]>>
  ports?: Partial<Ports>
  notify?: Notify
}

/** A gateway with approvals in a Redis of its own, and the operations that decide on them. */
export async function openApprovals(
  t: Test,
  { definitions, keys, policy, settings, makers = {}, ports, notify }: DeskOptions
): Promise<ApprovalDesk> {
  const redis = await startTestRedis(t)
  const client = connectRedis({ kind: 'single', options: redis.options }, 'http', silentLog)
  await whenReady(client, 5_000)
  let rules = policy
  const approvals = createApprovals({
    redis: client,
    secrets: testSecrets,
    settings: { ...APPROVAL_DEFAULTS, ...settings },
    publicUrl: notify ? 'https://gateway.example' : '',
    notify,
    policy: () => rules,
    operationOf: id => definitions.find((one): one is Operation => one.id === id),
    makersOf: id => makers[id] ?? [],
    wakeJob: async () => undefined
  })
  t.teardown(() => {
    approvals.close()
    client.disconnect()
  })
  const modules: { default: Definition }[] = await Promise.all(
    globSync('approvals/operations/*.ts', { cwd: TOOLS }).map(file => import(path.join(TOOLS, file)))
  )
  const { app } = await startApp(t, {
    definitions: [...definitions, ...modules.map(({ default: definition }) => definition)],
    auth: {
      identify(key) {
        const scopes = keys[key]
        return scopes ? { id: key, scopes } : 'unknown'
      },
      anonymous: undefined
    },
    ports: {
      ...createPorts({ policy: () => rules }),
      idempotency: createIdempotency(client, silentLog, testSecrets),
      approvals,
      ...ports
    }
  })
  return {
    app,
    redis,
    client,
    approvals,
    setPolicy(changed) {
      rules = changed
    },
    async send(key, url, body, headers = {}) {
      const response = await app.inject({
        method: body ? 'POST' : 'GET',
        url: `/v1/${url}`,
        headers: { 'x-api-key': key, ...headers },
        ...(body && { payload: body })
      })
      const { data, error } = response.json()
      return { status: response.statusCode, data, error }
    },
    async expire(id) {
      await client.hset(`tg:{approvals}:row:${id}`, 'expires_at', '1')
    }
  }
}
