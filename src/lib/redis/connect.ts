import { Cluster, Redis } from 'ioredis'
import type { Log } from '../../contract/runtime.ts'
import type { ClientOptions, RedisEndpoint } from './endpoint.ts'

export type RedisClient = Redis | Cluster

/**
 * `http`: for commands that a caller waits for. A command fails immediately while Redis is unavailable, within `COMMAND_TIMEOUT` if Redis
 * does not respond, and is never sent twice. `jobs`: for BullMQ's workers and for subscriptions, which wait for Redis without limit.
 */
export type RedisUse = 'http' | 'jobs'

export const COMMAND_TIMEOUT = 5_000
/** Time without any reply to a sent command after which a connection is replaced: it may be dead although it seems to be open. */
const SOCKET_TIMEOUT = 2 * COMMAND_TIMEOUT
/** Time without data after which the operating system asks whether the other side is still there: it finds connections that wait and are dead. */
const KEEP_ALIVE = 30_000
const MAX_PAUSE = 1_000

const USES: Record<RedisUse, ClientOptions> = {
  http: {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: COMMAND_TIMEOUT,
    socketTimeout: SOCKET_TIMEOUT
  },
  jobs: { maxRetriesPerRequest: null }
}

/** Returns a connection that reconnects whenever Redis is available. It can be used after `whenReady`. */
export function connectRedis(endpoint: RedisEndpoint, use: RedisUse, log: Log): RedisClient {
  return redisConnector(endpoint, log)(use)
}

/** Creates connections that together report an outage once. */
export function redisConnector(endpoint: RedisEndpoint, log: Log): (use: RedisUse) => RedisClient {
  const report = outageReporter(log)
  return use => {
    const client = endpoint.kind === 'single' ? single(endpoint.options, use) : cluster(endpoint, use)
    report(client)
    return client
  }
}

/** Waits until the client is connected. Throws the last error after `maxWaitMs`. */
export async function whenReady(client: RedisClient, maxWaitMs: number): Promise<void> {
  if (client.status === 'ready') return
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let reason = 'it does not respond'
  const keep = (error: Error): void => {
    reason = words(error)
  }
  const timer = setTimeout(() => reject(new Error(`Redis cannot be reached: ${reason}`)), maxWaitMs)
  client.on('error', keep).once('ready', resolve)
  await promise.finally(() => {
    clearTimeout(timer)
    client.off('error', keep).off('ready', resolve)
  })
}

function single(options: ClientOptions, use: RedisUse): Redis {
  return new Redis({ ...options, ...USES[use], connectTimeout: COMMAND_TIMEOUT, keepAlive: KEEP_ALIVE, retryStrategy: pause })
}

function cluster({ nodes, options }: RedisEndpoint & { kind: 'cluster' }, use: RedisUse): Cluster {
  const { enableOfflineQueue = true, ...perNode } = USES[use]
  return new Cluster(nodes, {
    enableOfflineQueue,
    clusterRetryStrategy: pause,
    // Host names stay unresolved, so that they match the certificates of a TLS cluster.
    dnsLookup: (address, done) => done(null, address),
    redisOptions: { ...options, ...perNode, connectTimeout: COMMAND_TIMEOUT, keepAlive: KEEP_ALIVE }
  })
}

function pause(times: number): number {
  return Math.min(25 * 2 ** Math.min(times, 10), MAX_PAUSE) * (0.75 + Math.random() / 4)
}

/** Logs one line when the first connection is lost and one when all are restored, instead of one for each attempt or connection. */
function outageReporter(log: Log): (client: RedisClient) => void {
  const away = new Set<RedisClient>()
  const leave = (client: RedisClient, error: Error): void => {
    if (away.size === 0) log.warn({ reason: words(error) }, 'Redis connection lost; reconnecting')
    away.add(client)
  }
  const comeBack = (client: RedisClient): void => {
    if (away.delete(client) && away.size === 0) log.info({}, 'Redis connection restored')
  }
  return client => {
    client.on('error', error => leave(client, error))
    client.on('ready', () => comeBack(client))
    client.on('end', () => away.delete(client))
  }
}

/** The reason of a cluster error is in `lastNodeError`. A refused connection may have a code but no message. */
function words(error: Error): string {
  const inner = 'lastNodeError' in error && error.lastNodeError instanceof Error ? error.lastNodeError : error
  return inner.message || ('code' in inner ? String(inner.code) : inner.name)
}
