import type { RedisOptions } from 'ioredis'
import { isLoopback } from '../loopback.ts'

/** Options of ioredis, without the one that changes the types of replies. */
export type ClientOptions = Omit<RedisOptions, 'replyMapping'>

interface RedisNode {
  host: string
  port: number
}

/** Address and credentials of Redis: one server, or the known nodes of a cluster. */
export type RedisEndpoint = { kind: 'single'; options: ClientOptions } | { kind: 'cluster'; nodes: RedisNode[]; options: ClientOptions }

const FORMS =
  'redis://[user:password@]host[:port][/db], rediss://… (TLS) or unix:///path/to/redis.sock; several nodes of one cluster: comma-separated'

/** Parses REDIS_URL. Throws an Error that states what is wrong, without the password. */
export function parseRedisUrl(text: string): RedisEndpoint {
  const urls = text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
    .map(parseUrl)
  const [first, ...others] = urls
  if (first === undefined) throw new Error(`it is empty. It must be ${FORMS}`)
  return others.length === 0 ? { kind: 'single', options: options(first) } : cluster([first, ...others])
}

/** Whether the server is on this host. */
export function isLocal(endpoint: RedisEndpoint): boolean {
  if (endpoint.kind === 'cluster') return endpoint.nodes.every(({ host }) => isLoopback(host))
  const { path, host = 'localhost' } = endpoint.options
  return path !== undefined || isLoopback(host)
}

/** Describes the endpoint for logs, without its password. */
export function describeRedis(endpoint: RedisEndpoint): string {
  if (endpoint.kind === 'cluster') return `Redis Cluster of ${endpoint.nodes.map(({ host, port }) => `${host}:${port}`).join(', ')}`
  const { path, host, port, db } = endpoint.options
  return `Redis at ${path ?? `${host}:${port}`}${db ? ` (database ${db})` : ''}`
}

function parseUrl(part: string): URL {
  const url = URL.parse(part)
  if (url === null || !['redis:', 'rediss:', 'unix:'].includes(url.protocol)) throw new Error(`it has a part that is not one of ${FORMS}`)
  if (url.protocol === 'unix:' ? url.pathname.length < 2 : url.hostname === '')
    throw new Error(`it has a part without a host or path. It must be ${FORMS}`)
  return url
}

function cluster(urls: [URL, ...URL[]]): RedisEndpoint {
  const [first] = urls
  if (urls.some(url => url.protocol !== first.protocol || url.protocol === 'unix:')) {
    throw new Error('the nodes of a cluster must be all redis:// or all rediss://')
  }
  if (urls.some(url => database(url) !== 0)) throw new Error('a cluster has only database 0: leave out the path')
  const login = urls.find(url => url.password !== '') ?? first
  const { host: _host, port: _port, db: _db, ...shared } = options(login)
  return { kind: 'cluster', nodes: urls.map(node), options: shared }
}

function options(url: URL): ClientOptions {
  const location = url.protocol === 'unix:' ? { path: decodeURIComponent(url.pathname) } : node(url)
  const username = decodeURIComponent(url.username)
  const password = decodeURIComponent(url.password) || url.searchParams.get('password')
  return {
    ...location,
    db: database(url),
    ...(username && { username }),
    ...(password && { password }),
    ...(url.protocol === 'rediss:' && { tls: {} })
  }
}

function node(url: URL): RedisNode {
  return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(url.port || 6379) }
}

function database(url: URL): number {
  const text = url.protocol === 'unix:' ? url.searchParams.get('db') : url.pathname.slice(1)
  if (!/^\d*$/.test(text ?? '')) throw new Error('its database must be a number, as in redis://host:6379/0')
  return Number(text ?? 0)
}
