import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { readOrCreate } from '../../lib/create-once.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { HOSTS } from '../store/keys.ts'

/** Returns the ID of this host, which is stored in host.json in the data folder. Jobs that act on a host run only where they were created. */
export async function readHostId(dataDirectory: string): Promise<string> {
  const file = path.join(dataDirectory, 'host.json')
  const { id } = JSON.parse(await readOrCreate(file, () => JSON.stringify({ id: randomBytes(8).toString('hex') })))
  if (typeof id !== 'string' || !/^[a-z0-9-]{4,64}$/.test(id)) throw new Error(`${file} does not contain the ID of this host: {"id":"…"}`)
  return id
}

/** A host that has not been seen for this long is removed; if one of its jobs is found later, it counts as seen then. */
const FORGET_S = 30 * 86_400

/** Records that a worker of the host is running. */
export async function recordHost(redis: RedisClient, hostId: string): Promise<void> {
  const now = await secondsOf(redis)
  await redis.zadd(HOSTS, now, hostId)
  await redis.zremrangebyscore(HOSTS, '-inf', now - FORGET_S)
}

/** Returns a function that returns the seconds since a host was last seen. Each host is read once. */
export function hostAges(redis: RedisClient): (hostId: string) => Promise<number> {
  const ages = new Map<string, Promise<number>>()
  return hostId => {
    const age = ages.get(hostId) ?? ageOf(redis, hostId)
    ages.set(hostId, age)
    return age
  }
}

async function ageOf(redis: RedisClient, hostId: string): Promise<number> {
  const now = await secondsOf(redis)
  await redis.zadd(HOSTS, 'NX', now, hostId)
  return now - Number(await redis.zscore(HOSTS, hostId))
}

/** The clock of Redis: those of hosts differ. */
async function secondsOf(redis: RedisClient): Promise<number> {
  const [seconds] = await redis.time()
  return Number(seconds)
}
