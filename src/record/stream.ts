import { setImmediate } from 'node:timers/promises'
import type { Log } from '../contract/runtime.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import { asUnavailable } from '../lib/redis/errors.ts'
import { type Entry, lineOf } from './row.ts'
import { createFullness, type StreamBound, streamFull } from './stream-bound.ts'

/** The Redis stream of entries that are not yet in the database. Each data folder has its own, since it has its own database. */
export const streamKey = (hostId: string): string => `tg:record:{${hostId}}`

/** Time for which the ends of calls are collected, since one command for many costs less; and the pause after a failure. */
const FLUSH_MS = 50
const RETRY_MS = 1_000

/** Entries that are built at once, which costs half as much as building each separately: the code and what it needs are then in the processor's caches. With more, so much would wait that garbage collections copy it. */
const BUILT_AT_ONCE = 32

/** Maximum characters of one command with several entries; and of the entries that wait in memory, except those that must be kept. */
const MAX_COMMAND = 524_288
const MAX_WAITING = 33_554_432

export interface StreamWriter {
  /** Resolves once the entry is durable. Rejects with redis_unavailable. */
  append: (entry: Entry) => Promise<void>
  /** Appends it soon. If Redis is unavailable or the stream is full, it waits in memory. An entry that cannot be built is logged and counted. Until then, `build` is kept. */
  appendSoon: (build: () => Entry) => void
  flush: () => Promise<void>
  close: () => Promise<void>
}

interface StreamOptions {
  redis: RedisClient
  key: string
  log: Log
  /** Called when the stream has entries to be written to the database: new ones, or too many. */
  wake: () => void
  bound?: StreamBound | undefined
}

/** An item of the stream has the lines of several entries. */
export function createStreamWriter({ redis, key, log, wake, bound }: StreamOptions): StreamWriter {
  const unbuilt: (() => Entry)[] = []
  const waiting: string[] = []
  let size = 0
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> | undefined
  let hasFailed = false
  let lost = 0
  let group: { lines: string[]; size: number; added: Promise<void> } | undefined
  const fullness = createFullness(redis, key, log, bound)
  const add = async (lines: readonly string[]): Promise<void> => {
    if (await fullness.isFull()) {
      wake() // since nothing is added, nothing else would
      throw streamFull()
    }
    await redis.xadd(key, '*', 'e', lines.join('\n')).catch(asUnavailable)
    wake()
  }
  const keep = (entry: Entry): void => {
    const line = lineOf(entry)
    if (entry.mustKeep || size + line.length <= MAX_WAITING) {
      waiting.push(line)
      size += line.length
    } else lost += 1
  }
  const buildAll = (): void => {
    for (const build of unbuilt.splice(0)) {
      try {
        keep(build())
      } catch (err) {
        log.error({ err }, 'A row of the record could not be built')
        lost += 1
      }
    }
  }
  /** Sends what waits now. What is added in the meantime is for the next time: else there would be a command for every few calls, without a pause. */
  const sendWaiting = async (): Promise<void> => {
    buildAll()
    for (let left = waiting.length; left > 0; ) {
      const part = startOf(waiting, left)
      await add(part)
      waiting.splice(0, part.length)
      left -= part.length
      size -= sizeOf(part)
    }
    if (lost > 0) log.error({ calls: lost }, 'The record could not be written: the ends of some calls are missing from it')
    lost = 0
  }
  const startFlush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    try {
      await sendWaiting()
      hasFailed = false
    } catch (error) {
      hasFailed = true
      throw error
    } finally {
      flushing = undefined
      if (unbuilt.length + waiting.length > 0) later()
    }
  }
  const flush = async (): Promise<void> => {
    if (flushing) await flushing // which may have begun before the latest entries
    flushing ??= startFlush()
    await flushing
  }
  const later = (): void => {
    timer ??= setTimeout(() => void flush().catch(() => undefined), hasFailed ? RETRY_MS : FLUSH_MS).unref()
  }
  /** The writes that begin in one turn of the event loop share a command. */
  const startGroup = (): NonNullable<typeof group> => {
    const lines: string[] = []
    const send = async (): Promise<void> => {
      await setImmediate()
      if (group === started) group = undefined
      await add(lines)
    }
    const started = { lines, size: 0, added: send() }
    return started
  }
  return {
    async append(entry) {
      const line = lineOf(entry)
      if (!group || group.size + line.length > MAX_COMMAND) group = startGroup()
      group.lines.push(line)
      group.size += line.length
      await group.added
    },
    appendSoon(build) {
      if (unbuilt.push(build) >= BUILT_AT_ONCE || flushing || hasFailed) buildAll() // what waits for Redis keeps no inputs
      if (!flushing) later()
    },
    flush,
    async close() {
      await flushing?.catch(() => undefined) // it may have failed before this attempt
      fullness.forget()
      await flush().catch(() =>
        log.error({ calls: waiting.length }, 'The ends of some calls are missing from the record: Redis cannot store them')
      )
      clearTimeout(timer)
    }
  }
}

const sizeOf = (entries: readonly string[]): number => entries.reduce((size, { length }) => size + length, 0)

/** Returns the entries of the next command: at least one, at most `max`. */
function startOf(waiting: readonly string[], max: number): string[] {
  let size = 0
  const end = waiting.findIndex((entry, index) => {
    size += entry.length
    return index === max || (index > 0 && size > MAX_COMMAND)
  })
  return waiting.slice(0, end === -1 ? undefined : end)
}

/** Items that the first command reads, and the maximum of a later one, which is 32 MB. An item is one entry, or several up to MAX_COMMAND. */
const FIRST_ITEMS = 20
const MAX_ITEMS = 64
/** Characters after which no more is read. */
const MAX_READ = 4_194_304

/** The start of the stream. */
interface StreamPart {
  /** Each has the lines of its entries. */
  items: string[]
  /** Whether the stream had no more. */
  isAll: boolean
  /** Deletes them from the stream. */
  remove: () => Promise<void>
}

/** Reads the start of the stream; undefined if it is empty. The first items show whether more of them may be read at once. */
export async function readStream(redis: RedisClient, key: string): Promise<StreamPart | undefined> {
  const items: string[] = []
  let next = '-'
  let isAll = false
  for (let [count, size] = [FIRST_ITEMS, 0]; size < MAX_READ; ) {
    const read = await redis.xrange(key, next, '+', 'COUNT', count)
    const texts = read.flatMap(([, fields]) => fields.filter((_, index) => index % 2 === 1))
    items.push(...texts)
    const last = read.at(-1)?.[0]
    if (last !== undefined) next = following(last)
    isAll = read.length < count
    if (isAll) break
    const added = sizeOf(texts)
    size += added
    count = Math.min(MAX_ITEMS, Math.max(FIRST_ITEMS, Math.floor((MAX_READ / (added + 1)) * count)))
  }
  if (next === '-') return undefined
  return { items, isAll, remove: async () => void (await redis.xtrim(key, 'MINID', next)) }
}

/** Returns the ID after this one. */
function following(id: string): string {
  const [time = '', number = '0'] = id.split('-')
  return `${time}-${BigInt(number) + 1n}`
}
