import { Cluster, Redis } from 'ioredis'
import type { Log } from '../log.ts'
import type { ClientOptions, RedisEndpoint } from './endpoint.ts'

export type RedisClient = Redis | Cluster

/**
 * `http`: for what a caller waits on. A command fails at once while Redis is away, within `COMMAND_TIMEOUT` where it does not answer, and is
 * never sent twice. `jobs`: for BullMQ's workers and for subscriptions, which wait for Redis however long it takes.
 */
export type RedisUse = 'http' | 'jobs'

export const COMMAND_TIMEOUT = 5_000
const LONGEST_PAUSE = 1_000

const USES: Record<RedisUse, ClientOptions> = {
  http: { enableOfflineQueue: false, maxRetriesPerRequest: 0, autoResendUnfulfilledCommands: false, commandTimeout: COMMAND_TIMEOUT },
  jobs: { maxRetriesPerRequest: null }
}

/** A connection that comes back by itself whenever Redis does. It is there at once; `whenReady` waits until it can be used. */
export function connectRedis(endpoint: RedisEndpoint, use: RedisUse, log: Log): RedisClient {
  return redisConnector(endpoint, log)(use)
}

/** Makes connections that report an outage once, all together. */
export function redisConnector(endpoint: RedisEndpoint, log: Log): (use: RedisUse) => RedisClient {
  const report = outageReporter(log)
  return use => {
    const client = endpoint.kind === 'single' ? single(endpoint.options, use) : cluster(endpoint, use)
    report(client)
    return client
  }
}

/** Waits until the client can be used; throws the last reason why not once the patience (ms) is over. */
export async function whenReady(client: RedisClient, patience: number): Promise<void> {
  if (client.status === 'ready') return
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let reason = 'it does not answer'
  const keep = (error: Error): void => {
    reason = words(error)
  }
  const timer = setTimeout(() => reject(new Error(`Redis cannot be reached: ${reason}`)), patience)
  client.on('error', keep).once('ready', resolve)
  await promise.finally(() => {
    clearTimeout(timer)
    client.off('error', keep).off('ready', resolve)
  })
}

function single(options: ClientOptions, use: RedisUse): Redis {
  return new Redis({ ...options, ...USES[use], connectTimeout: COMMAND_TIMEOUT, retryStrategy: pause })
}

function cluster({ nodes, options }: RedisEndpoint & { kind: 'cluster' }, use: RedisUse): Cluster {
  const { enableOfflineQueue = true, ...perNode } = USES[use]
  return new Cluster(nodes, {
    enableOfflineQueue,
    clusterRetryStrategy: pause,
    // Names as they are, so that the certificates of a TLS cluster fit.
    dnsLookup: (address, done) => done(null, address),
    redisOptions: { ...options, ...perNode, connectTimeout: COMMAND_TIMEOUT }
  })
}

function pause(times: number): number {
  return Math.min(25 * 2 ** Math.min(times, 10), LONGEST_PAUSE) * (0.75 + Math.random() / 4)
}

/** One line when Redis goes and one when all are back, not one for each attempt or connection. */
function outageReporter(log: Log): (client: RedisClient) => void {
  const away = new Set<RedisClient>()
  const leave = (client: RedisClient, error: Error): void => {
    if (away.size === 0) log.warn({ reason: words(error) }, 'Redis is away; trying again until it is back')
    away.add(client)
  }
  const comeBack = (client: RedisClient): void => {
    if (away.delete(client) && away.size === 0) log.info({}, 'Redis is back')
  }
  return client => {
    client.on('error', error => leave(client, error))
    client.on('ready', () => comeBack(client))
    client.on('end', () => away.delete(client))
  }
}

/** A cluster's error hides the reason in `lastNodeError`; a refused connection may have no message but a code. */
function words(error: Error): string {
  const inner = 'lastNodeError' in error && error.lastNodeError instanceof Error ? error.lastNodeError : error
  return inner.message || ('code' in inner ? String(inner.code) : inner.name)
}
