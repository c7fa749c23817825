import { createHash } from 'node:crypto'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { jobKeys } from '../keys.ts'
import { advance } from './advance.ts'
import { append } from './append.ts'
import { claim } from './claim.ts'
import { cancel, confirm, expire, pause, resume } from './control.ts'
import { create } from './create.ts'
import { listed } from './listed.ts'
import { PRELUDE } from './prelude.ts'
import { rest } from './rest.ts'
import { resync } from './resync.ts'
import { stumble } from './stumble.ts'
import { tell } from './tell.ts'

const SOURCES = { create, append, listed, confirm, claim, advance, resync, rest, stumble, cancel, pause, resume, expire, tell }
export type ScriptName = keyof typeof SOURCES

/** Runs one script on the keys of one job. The whole script is sent only to a Redis that has not seen it. */
export async function runScript(redis: RedisClient, name: ScriptName, jobId: string, values: (string | number)[] = []): Promise<string[]> {
  const { source, sha } = scriptOf(name)
  const keys = jobKeys(jobId)
  const reply = await redis.evalsha(sha, keys.length, ...keys, ...values).catch((error: Error) => {
    if (!error.message.startsWith('NOSCRIPT')) throw error
    return redis.eval(source, keys.length, ...keys, ...values)
  })
  return Array.isArray(reply) ? reply.map(String) : [String(reply)]
}

const scripts = new Map<ScriptName, { source: string; sha: string }>()

function scriptOf(name: ScriptName): { source: string; sha: string } {
  const known = scripts.get(name)
  if (known) return known
  const source = PRELUDE + SOURCES[name]
  const made = { source, sha: createHash('sha1').update(source).digest('hex') }
  scripts.set(name, made)
  return made
}
