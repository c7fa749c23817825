import { Cluster, type Redis } from 'ioredis'
import type { RedisClient } from './connect.ts'

const OLDEST = '6.2'

export interface RedisCheck {
  /** `strict`: every answered write is on the disk. `relaxed`: a crash of Redis may lose some, or nobody could find out. */
  durability: 'strict' | 'relaxed'
  warnings: string[]
  /** What Toolgate cannot work with: it must not start. */
  errors: string[]
}

type Facts = Record<string, string>

/** Looks at the servers behind a connection before anything relies on them. Works as far as it can where INFO or CONFIG are forbidden, as on a managed Redis. */
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
      ? ['Redis could not be checked: its user may not run INFO. It needs maxmemory-policy noeviction']
      : []
  return {
    durability: loss === undefined ? 'strict' : 'relaxed',
    warnings: loss === undefined ? blind : [...blind, loss],
    errors: [tooOld(facts), readOnly(facts), oneOfACluster(facts, clustered), evicting(facts)].filter(word => word !== undefined)
  }
}

function tooOld({ redis_version: version, server_name: name }: Facts): string | undefined {
  if (version === undefined || name === 'valkey' || version.localeCompare(OLDEST, 'en', { numeric: true }) >= 0) return undefined
  return `Redis ${version} is too old: ${OLDEST} or newer is needed, or Valkey. Upgrade it, or name another in REDIS_URL`
}

function readOnly({ role }: Facts): string | undefined {
  return role === 'slave' ? 'REDIS_URL names a replica, which refuses writes. Name its master' : undefined
}

function oneOfACluster({ cluster_enabled: enabled }: Facts, clustered: boolean): string | undefined {
  if (enabled !== '1' || clustered) return undefined
  return 'REDIS_URL names one node of a Redis Cluster. Name two or more, comma-separated (the same one twice will do)'
}

function evicting({ maxmemory_policy: policy }: Facts): string | undefined {
  if (policy === undefined || policy === 'noeviction') return undefined
  return `maxmemory-policy is ${policy}: Redis would throw away jobs when its memory is short. ${howToSet('maxmemory-policy', 'noeviction')}`
}

function possibleLoss({ aof_enabled: enabled, appendfsync: sync, no_appendfsync_on_rewrite: lazy }: Facts): string | undefined {
  const isSynced = enabled === '1' && sync === 'always'
  if (isSynced && lazy !== 'yes') return undefined
  const unless = 'a crash of Redis may lose jobs, or repeat items that were done'
  if (isSynced)
    return `no-appendfsync-on-rewrite is yes: while Redis rewrites its files ${unless}. ${howToSet('no-appendfsync-on-rewrite', 'no')}`
  if (enabled === undefined) return `Whether Redis keeps an append-only file cannot be read here. Without one ${unless}`
  if (enabled !== '1') return `appendonly is no: ${unless}. ${howToSet('appendonly', 'yes')} and appendfsync to always`
  if (sync === undefined)
    return `appendfsync cannot be read here (CONFIG is forbidden). Where it is not always, ${unless} of the last second`
  return `appendfsync is ${sync}: ${unless} of the last second. ${howToSet('appendfsync', 'always')}`
}

function howToSet(name: string, value: string): string {
  return `Set it with \`redis-cli CONFIG SET ${name} ${value}\` and in redis.conf (a managed Redis: in its parameter group)`
}

/** What INFO does not tell. */
const ASKED = ['appendfsync', 'no-appendfsync-on-rewrite', 'maxmemory-policy']

async function readFacts(server: Redis): Promise<Facts> {
  const [info, ...configs] = await Promise.all([readInfo(server), ...ASKED.map(name => readConfig(server, name))])
  return Object.assign({}, ...configs, info)
}

async function readInfo(server: Redis): Promise<Facts> {
  const text = await server.info().catch(nothingIfForbidden)
  const lines = [...String(text ?? '').matchAll(/^(\w+):(.*?)\r?$/gm)]
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]))
}

async function readConfig(server: Redis, name: string): Promise<Facts> {
  const reply = await server.config('GET', name).catch(nothingIfForbidden)
  const value: unknown = Array.isArray(reply) ? reply[1] : undefined
  // Named as INFO names it.
  return typeof value === 'string' ? { [name.replaceAll('-', '_')]: value } : {}
}

/** A refusal is an answer too; anything else, as a lost connection, is not. */
function nothingIfForbidden(error: Error): undefined {
  if (error.name === 'ReplyError') return undefined
  throw error
}
