import type { Log } from '../contract/tool.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import { jobKey, LIVE_JOBS } from './keys.ts'
import { dropForgotten, UNBORN_MS } from './listing.ts'
import { type Meta, readMeta } from './meta.ts'
import type { Places } from './places.ts'
import type { Turns } from './queue.ts'
import { runScript } from './scripts/run.ts'
import { isTerminal, needsTurn } from './states.ts'

interface Parts {
  redis: RedisClient
  turns: Turns
  places: Places
  log: Log
}

/** Looks at every live job, and puts right what a crash left behind: a turn that was never queued, an offer nobody took up. */
export async function reconcile({ redis, turns, places, log }: Parts): Promise<void> {
  const rows = await redis.zrangebyscore(LIVE_JOBS, '-inf', '+inf', 'WITHSCORES')
  const lines = new Map<string, Set<string>>()
  for (let at = 0; at + 1 < rows.length; at += 2) {
    const id = rows[at] ?? ''
    try {
      const meta = readMeta(await redis.hgetall(jobKey(id, 'meta')))
      if (meta ? await isOver(redis, meta) : Date.now() - Number(rows[at + 1]) > UNBORN_MS) await redis.zrem(LIVE_JOBS, id)
      else if (meta && needsTurn(meta.status) && !(await standsInLine(places, meta, lines))) await turns.add(meta)
    } catch (error) {
      log.warn({ job: id, err: error }, 'A job could not be looked after')
    }
  }
}

/** A job that was held back is called by whoever leaves it a place; until then it needs no turn. */
async function standsInLine(places: Places, { id, key, reason }: Meta, lines: Map<string, Set<string>>): Promise<boolean> {
  if (reason !== 'concurrency_limit') return false
  const line = lines.get(key) ?? (await places.tidy(key))
  lines.set(key, line)
  return line.has(id)
}

async function isOver(redis: RedisClient, { id, status, expiresAt }: Meta): Promise<boolean> {
  if (status !== 'awaiting_confirmation' || expiresAt === null || Date.now() <= expiresAt) return isTerminal(status)
  const [, after] = await runScript(redis, 'expire', id)
  return after === 'expired'
}

/** Reconciles now, and every so often until it is stopped. */
export function startReconciler(parts: Parts, everyMs: number): { stop: () => Promise<void> } {
  let place = 0
  const round = async (): Promise<void> => {
    try {
      await reconcile(parts)
      place = await dropForgotten(parts.redis, place)
    } catch (error) {
      parts.log.warn({ err: error }, 'Jobs could not be looked after')
    }
  }
  let running = round()
  const timer = setInterval(() => {
    running = running.then(round)
  }, everyMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    }
  }
}
