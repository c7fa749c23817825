import { Cluster, type Redis } from 'ioredis'
import type { RedisClient } from './connect.ts'

/** The oldest version that works. */
const OLDEST = { major: 6, minor: 2 }

export interface RedisCheck {
  /** `strict`: every acknowledged write is on disk. `relaxed`: a crash of Redis may lose some, or the settings could not be read. */
  durability: 'strict' | 'relaxed'
  warnings: string[]
  /** Settings that Toolgate cannot work with: it must not start. */
  errors: string[]
}

export type Facts = Record<string, string>

/** Checks the servers of a connection before they are used. On a managed Redis that forbids INFO or CONFIG, checks what it can read. */
export async function checkRedis(client: RedisClient): Promise<RedisCheck> {
  const clustered = client instanceof Cluster
  const servers = clustered ? client.nodes('master') : [client]
  const checks = await Promise.all(servers.map(async server => judge(await readFacts(server), clustered)))
  return {
    durability: checks.every(({ durability }) => durability === 'strict') ? 'strict' : 'relaxed',
    warnings: [...new Set(checks.flatMap(({ warnings }) => warnings))],
    errors: [...new Set(checks.flatMap(({ errors }) => errors))]
  }
}

function judge(facts: Facts, clustered: boolean): RedisCheck {
  const loss = possibleLoss(facts)
  const blind =
    facts['redis_version'] === undefined
      ? ['Redis could not be checked: its user is not allowed to run INFO. It needs maxmemory-policy noeviction']
      : []
  return {
    durability: loss === undefined ? 'strict' : 'relaxed',
    warnings: loss === undefined ? blind : [...blind, loss],
    errors: [tooOld(facts), readOnly(facts), oneOfACluster(facts, clustered), evicting(facts)].filter(word => word !== undefined)
  }
}

function tooOld({ redis_version: version, server_name: name }: Facts): string | undefined {
  if (version === undefined || name === 'valkey') return undefined
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return undefined
  return `Redis ${version} is too old. Upgrade it to ${OLDEST.major}.${OLDEST.minor} or newer, use Valkey, or set REDIS_URL to another server`
}

function readOnly({ role }: Facts): string | undefined {
  return role === 'slave' ? 'REDIS_URL names a replica, which is read-only. Set it to the master' : undefined
}

function oneOfACluster({ cluster_enabled: enabled }: Facts, clustered: boolean): string | undefined {
  if (enabled !== '1' || clustered) return undefined
  return 'REDIS_URL names one node of a Redis Cluster. List two or more nodes, comma-separated (the same node twice works, too)'
}

function evicting({ maxmemory_policy: policy }: Facts): string | undefined {
  if (policy === undefined || policy === 'noeviction') return undefined
  return `maxmemory-policy is ${policy}: Redis would delete jobs when it runs out of memory. ${howToSet('maxmemory-policy', 'noeviction')}`
}

function possibleLoss({ aof_enabled: enabled, appendfsync: sync, no_appendfsync_on_rewrite: lazy }: Facts): string | undefined {
  const isSynced = enabled === '1' && sync === 'always'
  if (isSynced && lazy !== 'yes') return undefined
  const unless = 'a crash of Redis may lose jobs, or repeat items that were done'
  if (isSynced)
    return `no-appendfsync-on-rewrite is yes: while Redis rewrites its files ${unless}. ${howToSet('no-appendfsync-on-rewrite', 'no')}`
  if (enabled === undefined) return `Whether Redis keeps an append-only file cannot be read. Without one, ${unless}`
  if (enabled !== '1') return `appendonly is no: ${unless}. ${howToSet('appendonly', 'yes')} and appendfsync to always`
  if (sync === undefined) return `appendfsync cannot be read (CONFIG is forbidden). Unless it is always, ${unless} of the last second`
  return `appendfsync is ${sync}: ${unless} of the last second. ${howToSet('appendfsync', 'always')}`
}

function howToSet(name: string, value: string): string {
  return `Set it with \`redis-cli CONFIG SET ${name} ${value}\` and in redis.conf (a managed Redis: in its parameter group)`
}

/** INFO does not contain these. */
const ASKED = ['appendfsync', 'no-appendfsync-on-rewrite', 'maxmemory-policy']

async function readFacts(server: Redis): Promise<Facts> {
  const [info, ...configs] = await Promise.all([readInfo(server), ...ASKED.map(name => readConfig(server, name))])
  return Object.assign({}, ...configs, info)
}

/** Returns the sections of INFO; an empty object if INFO is forbidden. */
export async function readInfo(server: Pick<RedisClient, 'info'>): Promise<Facts> {
  const text = await server.info().catch(nothingIfForbidden)
  const lines = [...String(text ?? '').matchAll(/^(\w+):(.*?)\r?$/gm)]
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]))
}

async function readConfig(server: Redis, name: string): Promise<Facts> {
  const reply = await server.config('GET', name).catch(nothingIfForbidden)
  const value: unknown = Array.isArray(reply) ? reply[1] : undefined
  // With the spelling that INFO uses.
  return typeof value === 'string' ? { [name.replaceAll('-', '_')]: value } : {}
}

/** An error reply means that the command is forbidden. Any other error, such as a lost connection, is thrown. */
function nothingIfForbidden(error: Error): undefined {
  if (error.name === 'ReplyError') return undefined
  throw error
}
