import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../../contract/runtime.ts'
import { type Facts, readInfo } from '../check.ts'
import type { RedisClient } from '../connect.ts'

export interface Eraser {
  /** Call it after deleting data that must not stay on disk. */
  erased: () => void
  /** Waits up to a few seconds for pending rewrites. */
  close: () => Promise<void>
}

/** Deletions within this time share one rewrite. */
const SETTLE_MS = 1_000
/** The pause after a rewrite, as a multiple of its duration: rewrites use only a small share of the time. */
const PAUSE_FACTOR = 20
/** Maximum time until expired data is removed from disk, in ms. */
const EXPIRY_MS = 10 * 60_000
const MAX_REWRITE_MS = 60_000
const POLL_MS = 20

/**
 * Removes deleted data from the append-only file of Redis, which keeps every command until Redis rewrites it. Rewrites it at the start,
 * soon after each deletion, and every ten minutes for data that expires.
 */
export function createEraser(client: RedisClient, log: Log): Eraser {
  let timer: NodeJS.Timeout | undefined
  let pause = SETTLE_MS
  let running: Promise<void> | undefined

  const erased = (): void => {
    timer ??= setTimeout(run, pause).unref()
  }
  const run = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const mine = (running ?? Promise.resolve()).then(rewrite).finally(() => {
      if (running === mine) running = undefined
    })
    running = mine
    return mine
  }
  async function rewrite(): Promise<void> {
    pause = SETTLE_MS
    try {
      pause = Math.max(SETTLE_MS, PAUSE_FACTOR * (await rewriteOnce(client)))
    } catch (err) {
      log.warn({ err }, 'Deleted data could not be removed from the append-only file of Redis; retrying')
      erased()
    }
  }

  const expiring = setInterval(erased, EXPIRY_MS).unref()
  erased()
  return {
    erased,
    async close() {
      clearInterval(expiring)
      await running
      if (timer !== undefined) await run()
      clearTimeout(timer)
    }
  }
}

/** Runs one complete rewrite and returns its duration in milliseconds. Throws an Error if Redis did not complete it. */
async function rewriteOnce(client: RedisClient): Promise<number> {
  const before = await idle(client) // a rewrite in progress may have started before the deletion
  const began = performance.now()
  await client.bgrewriteaof()
  const after = await idle(client)
  if (after['run_id'] !== before['run_id']) throw new Error('Redis was restarted while it rewrote its append-only file')
  if (after['aof_last_bgrewrite_status'] !== 'ok') throw new Error('Redis could not rewrite its append-only file')
  return performance.now() - began
}

/** Returns what INFO reports once no rewrite is running or scheduled. */
async function idle(client: RedisClient): Promise<Facts> {
  for (const until = performance.now() + MAX_REWRITE_MS; performance.now() < until; await sleep(POLL_MS)) {
    const info = await readInfo(client)
    if (info['aof_rewrite_in_progress'] === '0' && info['aof_rewrite_scheduled'] === '0') return info
  }
  throw new Error(`Redis was still rewriting its append-only file after ${MAX_REWRITE_MS} ms`)
}
