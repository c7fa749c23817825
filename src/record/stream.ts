import { setImmediate } from 'node:timers/promises'
import { OperationError } from '../contract/errors.ts'
import type { Log } from '../contract/runtime.ts'
import { redisCommand, runCommand } from '../lib/redis/command.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import { asUnavailable } from '../lib/redis/errors.ts'
import { type Entry, lineOf } from './row.ts'

/** The Redis stream of entries that are not yet in the database. Each data folder has its own, since it has its own database. */
export const streamKey = (hostId: string): string => `tg:record:{${hostId}}`

/** Time for which the ends of calls are collected, since one command for many costs less. */
const FLUSH_MS = 50

/** Maximum characters of one command with several entries, and of the reads that wait for a Redis that is unavailable. */
const MAX_COMMAND = 524_288
const MAX_WAITING = 33_554_432

/** Maximum entries that are not built yet: they keep the inputs of their calls. */
const MAX_UNBUILT = 500

/** Bytes of the stream from which no write begins and ends wait, until the database can be written again; and how often they are counted. */
const MAX_STREAM = 268_435_456
const CHECK_MS = 1_000

/** A script, because clients of a cluster do not know that MEMORY USAGE names a key. KEYS: the stream. */
const STREAM_BYTES = redisCommand('recordBytes', "return redis.call('MEMORY', 'USAGE', KEYS[1]) or 0")

export interface StreamWriter {
  /** Resolves once the entry is durable. Rejects with redis_unavailable. */
  append: (entry: Entry) => Promise<void>
  /** Appends it soon. If Redis is unavailable or the stream is full, it waits in memory. Many are built at once, which costs half of building each at its time. */
  appendSoon: (build: () => Entry) => void
  flush: () => Promise<void>
  close: () => Promise<void>
}

interface StreamOptions {
  redis: RedisClient
  key: string
  log: Log
  /** Called whenever the stream has new entries. */
  onAppended: () => void
  /** Default: MAX_STREAM. */
  maxBytes?: number
}

/** An item of the stream has the lines of several entries. */
export function createStreamWriter({ redis, key, log, onAppended, maxBytes = MAX_STREAM }: StreamOptions): StreamWriter {
  const unbuilt: (() => Entry)[] = []
  const waiting: string[] = []
  let size = 0
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> | undefined
  let lost = 0
  let group: { lines: string[]; size: number; added: Promise<void> } | undefined
  const fullness = createFullness(redis, key, maxBytes)
  const add = async (lines: readonly string[]): Promise<void> => {
    await fullness.refuseIfFull()
    await redis.xadd(key, '*', 'e', lines.join('\n')).catch(asUnavailable)
    onAppended()
  }
  const build = (): void => {
    for (const one of unbuilt.splice(0)) {
      const entry = one()
      const line = lineOf(entry)
      // The end of a write is never dropped: there are no more of them than writes in progress when the stream became full.
      if (entry.hasBegun || size + line.length <= MAX_WAITING) {
        waiting.push(line)
        size += line.length
      } else lost += 1
    }
  }
  const flushAll = async (): Promise<void> => {
    for (build(); waiting.length > 0; build()) {
      const part = startOf(waiting)
      await add(part)
      waiting.splice(0, part.length)
      size -= sizeOf(part)
    }
    if (lost > 0) log.error({ calls: lost }, 'The record could not be written for too long: some reads are missing in it')
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
    appendSoon(one) {
      if (unbuilt.push(one) >= MAX_UNBUILT) build()
      later(FLUSH_MS)
    },
    flush,
    async close() {
      await flush().catch(() =>
        log.error({ calls: waiting.length }, 'The ends of some calls are missing in the record: Redis cannot store them')
      )
      clearTimeout(timer)
    }
  }
}

/** Whether the stream is full: the database cannot be written, or not as fast as calls are made. */
function createFullness(redis: RedisClient, key: string, maxBytes: number) {
  let checkedAt = Number.NEGATIVE_INFINITY
  let isFull = false
  const check = async (): Promise<void> => {
    checkedAt = performance.now()
    isFull = Number(await runCommand(redis, STREAM_BYTES, [key], []).catch(() => 0)) >= maxBytes
  }
  return {
    async refuseIfFull(): Promise<void> {
      if (!isFull && performance.now() - checkedAt >= CHECK_MS) void check()
      if (isFull) await check()
      if (isFull) throw full()
    }
  }
}

const full = (): OperationError =>
  new OperationError('redis_unavailable', 'The record of calls cannot be written: too much of it waits in Redis for its database.', {
    source: 'gateway',
    outcome: 'not_executed',
    retryable: true,
    retry_after_ms: 2_000,
    suggestions: ['The operator finds the cause in the log of the gateway: its disk may be full.']
  })

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

/** Items that the first command reads, and the maximum of a later one. An item is one entry, or several up to MAX_COMMAND. */
const FIRST_ITEMS = 20
const MAX_ITEMS = 500
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
