import type { Lock, Log } from '../contract/runtime.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import type { RecordStore } from './store/thread.ts'
import { readStream } from './stream.ts'

/** Delay between an entry and the transaction that writes it, so that one transaction writes many. Readers of the record do not wait for it. */
const DELAY_MS = 1_000

/** Interval at which entries are written that a process left when it was killed. */
const SWEEP_MS = 30_000
const RETENTION_MS = 600_000

const LOCK_MS = 10_000

export interface RecordWriter {
  /** The stream has entries to be written. */
  wake: () => void
  /** Writes all entries that the stream has now. */
  drain: () => Promise<void>
  /** Deletes what is too old. */
  deleteOld: () => Promise<void>
  /** Since when the database cannot be written: Unix time in milliseconds; undefined if it can. */
  failingSince: () => number | undefined
  /** Why rows are not deleted that are too old; undefined if they are. */
  retentionProblem: () => string | undefined
  close: () => Promise<void>
}

interface WriterOptions {
  redis: RedisClient
  key: string
  lock: Lock
  store: RecordStore
  log: Log
  /** Ages in milliseconds after which rows and bodies are deleted; and the row up to which rows are deleted although they do not verify. */
  keep: { rows: number; bodies: number; acceptUntil: number }
}

/** Moves entries from the stream to the database. One process at a time holds the lock to do so; none holds it while the stream is empty. */
export function createWriter({ redis, key, lock, store, log, keep }: WriterOptions): RecordWriter {
  const closing = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let draining: Promise<void> | undefined
  let failingSince: number | undefined
  let retentionProblem: string | undefined
  const isEmpty = async (): Promise<boolean> => (await redis.xlen(key)) === 0
  const append = async (items: readonly string[]): Promise<void> => {
    try {
      const unreadable = await store.run('append', items)
      if (unreadable > 0) log.error({ entries: unreadable }, 'Entries for the record could not be read; they are not in it')
    } catch (error) {
      failingSince ??= Date.now()
      throw error
    }
  }
  const writeAll = async (): Promise<void> => {
    if (await isEmpty()) return
    await lock('writer', LOCK_MS, closing.signal, async ({ signal }) => {
      for (;;) {
        const part = await readStream(redis, key)
        if (!part) return
        signal.throwIfAborted()
        await append(part.items)
        await part.remove()
        if (part.isAll) return // what was added in the meantime waits, so that the next transaction writes many
      }
    })
  }
  const drain = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    await draining?.catch(() => undefined) // entries that were appended since it began
    draining ??= writeAll().finally(() => {
      draining = undefined
    })
    await draining
    if (failingSince !== undefined) log.info({}, 'The record of calls can be written again')
    failingSince = undefined
  }
  const attempt = async (): Promise<void> => {
    const wasFailing = failingSince !== undefined
    await drain().catch(err => {
      if (!closing.signal.aborted && !wasFailing) log.warn({ err }, 'The record of calls could not be written; it waits in Redis')
    })
  }
  const deleteOld = async (): Promise<void> => {
    const now = Date.now()
    const limits = { ...keep, rows: now - keep.rows, bodies: now - keep.bodies }
    for (let isMore = true; isMore; ) {
      const retained = await lock('writer', LOCK_MS, closing.signal, () => store.run('retain', limits))
      isMore = retained.isMore
      if (isMore) continue
      if (retained.problem !== undefined && retained.problem !== retentionProblem) log.error({}, retained.problem)
      retentionProblem = retained.problem
    }
  }
  const sweeps = setInterval(() => void attempt(), SWEEP_MS).unref()
  const deletions = setInterval(() => {
    deleteOld().catch(err => {
      if (!closing.signal.aborted) log.warn({ err }, 'Old rows of the record could not be deleted')
    })
  }, RETENTION_MS).unref()
  return {
    wake() {
      timer ??= setTimeout(() => void attempt(), DELAY_MS).unref()
    },
    drain,
    deleteOld,
    failingSince: () => failingSince,
    retentionProblem: () => retentionProblem,
    async close() {
      clearInterval(sweeps)
      clearInterval(deletions)
      clearTimeout(timer)
      await attempt()
      closing.abort()
    }
  }
}
