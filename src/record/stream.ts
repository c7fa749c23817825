import type { Log } from '../contract/runtime.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import { asUnavailable } from '../lib/redis/errors.ts'
import type { Entry } from './row.ts'

/** The Redis stream of entries that are not yet in the database. Each data folder has its own, since it has its own database. */
export const streamKey = (hostId: string): string => `tg:record:{${hostId}}`

/** Time for which the ends of calls are collected, since one command for many costs less. */
const FLUSH_MS = 50

/** Maximum characters of one command with several entries, and of the entries that wait for a Redis that is unavailable. */
const MAX_COMMAND = 524_288
const MAX_WAITING = 33_554_432

export interface StreamWriter {
  /** Resolves once the entry is durable. Rejects with redis_unavailable. */
  append: (entry: Entry) => Promise<void>
  /** Appends it soon. If Redis is unavailable, it waits in memory. */
  appendSoon: (entry: Entry) => void
  flush: () => Promise<void>
  close: () => Promise<void>
}

/** `onAppended` is called whenever the stream has new entries. */
export function createStreamWriter(redis: RedisClient, key: string, log: Log, onAppended: () => void): StreamWriter {
  /** Each is an Entry as JSON. */
  const waiting: string[] = []
  let size = 0
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> | undefined
  let lost = 0
  const flushAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const part = startOf(waiting)
      await redis.xadd(key, '*', ...part.flatMap(entry => ['e', entry]))
      waiting.splice(0, part.length)
      size -= sizeOf(part)
      onAppended()
    }
    if (lost > 0) log.error({ calls: lost }, 'Redis was unavailable for too long: the ends of some calls are missing in the record')
    lost = 0
  }
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    flushing ??= flushAll().finally(() => {
      flushing = undefined
    })
    await flushing
  }
  const later = (delay: number): void => {
    timer ??= setTimeout(() => void flush().catch(() => later(RETRY_MS)), delay).unref()
  }
  return {
    async append(entry) {
      await redis.xadd(key, '*', 'e', JSON.stringify(entry)).catch(asUnavailable)
      onAppended()
    },
    appendSoon(entry) {
      const text = JSON.stringify(entry)
      if (size + text.length <= MAX_WAITING) {
        waiting.push(text)
        size += text.length
      } else lost += 1
      later(FLUSH_MS)
    },
    flush,
    async close() {
      await flush().catch(() =>
        log.error({ calls: waiting.length }, 'Redis is unavailable: the ends of some calls are missing in the record')
      )
      clearTimeout(timer)
    }
  }
}

const RETRY_MS = 1_000

const sizeOf = (entries: readonly string[]): number => entries.reduce((size, { length }) => size + length, 0)

/** Returns the entries of the next command: at least one. */
function startOf(waiting: readonly string[]): string[] {
  let size = 0
  const end = waiting.findIndex((entry, index) => {
    size += entry.length
    return index > 0 && size > MAX_COMMAND
  })
  return waiting.slice(0, end === -1 ? undefined : end)
}

/** Items that one command reads. Each is one large entry, or entries up to MAX_COMMAND. */
const READ_ITEMS = 20
/** Once this many characters were read, no more are. */
const MAX_READ = 4_194_304

/** The start of the stream. */
interface StreamPart {
  /** Each is an Entry as JSON. */
  entries: string[]
  /** Deletes them from the stream. */
  remove: () => Promise<void>
}

/** Reads the start of the stream; undefined if it is empty. */
export async function readStream(redis: RedisClient, key: string, max: number): Promise<StreamPart | undefined> {
  const entries: string[] = []
  let next = '-'
  for (let count = 0; count < max && sizeOf(entries) < MAX_READ; count += READ_ITEMS) {
    const items = await redis.xrange(key, next, '+', 'COUNT', READ_ITEMS)
    entries.push(...items.flatMap(([, fields]) => fields.filter((_, index) => index % 2 === 1)))
    const last = items.at(-1)?.[0]
    if (last !== undefined) next = following(last)
    if (items.length < READ_ITEMS) break
  }
  if (next === '-') return undefined
  return { entries, remove: async () => void (await redis.xtrim(key, 'MINID', next)) }
}

/** Returns the ID after this one. */
function following(id: string): string {
  const [time = '', number = '0'] = id.split('-')
  return `${time}-${BigInt(number) + 1n}`
}
