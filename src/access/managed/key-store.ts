import { randomUUID } from 'node:crypto'
import { OperationError } from '../../contract/errors.ts'
import type { Log } from '../../contract/runtime.ts'
import { redisCommand, runForTexts } from '../../lib/redis/command.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { asUnavailable } from '../../lib/redis/errors.ts'
import { withTimeout } from '../../lib/timeout.ts'
import { fieldOfEntry, fieldOfKey, readStoredKey, type StoredKey } from './stored-key.ts'

/** Hash of all rows, by field. */
const ROWS = 'tg:{keys}:rows'
/** A text that differs after every change. */
const VERSION = 'tg:{keys}:version'
/** Channel that announces changes. */
const CHANGED = 'tg:keys:changed'

/** Returns the version, then every row. */
const LOAD = redisCommand(
  'loadKeys',
  `local found = redis.call('HVALS', KEYS[1])
table.insert(found, 1, redis.call('GET', KEYS[2]) or '')
return found`
)

/** Replaces a row if it is still the one that was read. ARGV: field, text that was read ('': none), new text, new version, channel. */
const REPLACE = redisCommand(
  'replaceKey',
  `if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then return 'changed' end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('SET', KEYS[2], ARGV[4])
redis.call('PUBLISH', ARGV[5], ARGV[4])
return 'replaced'`
)

/** Interval of the check for changes whose announcement was lost. */
const CHECK_MS = 250
/** Without a successful check for this long, a key could have been revoked without this process knowing. */
const MAX_AGE_MS = 1_000
/** Maximum time that a request waits for a check. */
const REFRESH_MS = 500
/** Attempts at a change while others change the same key. */
const MAX_ATTEMPTS = 10

/** The managed keys, and the revocations of keys of the configuration: in Redis, with a copy in memory that is at most a second old. */
export interface KeyStore {
  /** The row of a field, as this process knows it. */
  get: (field: string) => StoredKey | undefined
  rows: () => IteratorObject<StoredKey>
  /** IDs of the managed keys, also of those that were revoked or deleted. */
  ids: () => string[]
  /** Whether the copy in memory is at most a second old. */
  isCurrent: () => boolean
  /** Updates the copy in memory now. Throws redis_unavailable. */
  refresh: () => Promise<void>
  /**
   * Replaces a row by the return value of `next`, which gets the row as Redis has it; undefined leaves it as it is. Returns the row after that. It is in
   * force in this process when the promise resolves. Throws redis_unavailable.
   */
  change: <Row extends StoredKey>(field: string, next: (row: StoredKey | undefined) => Row | undefined) => Promise<StoredKey | undefined>
  /** Calls the listener after every change. */
  onChange: (listener: () => void) => void
  close: () => void
}

interface Connections {
  redis: RedisClient
  /** Used for the subscription only. Closed with the store. */
  subscriber: RedisClient
  log: Log
}

/** Opens the store, and loads it. */
export async function openKeyStore({ redis, subscriber, log }: Connections): Promise<KeyStore> {
  const listeners = new Set<() => void>()
  let rows = new Map<string, StoredKey>()
  let version: string | undefined
  let confirmedAt = -Infinity

  async function load(): Promise<void> {
    const sentAt = performance.now()
    const [found = '', ...texts] = await runForTexts(redis, LOAD, [ROWS, VERSION], [])
    confirmedAt = Math.max(confirmedAt, sentAt)
    if (found === version) return
    const read = texts.map(readStoredKey)
    if (read.includes(undefined)) log.error({}, 'Some keys in Redis were stored by another version of Toolgate; they are refused')
    rows = new Map(read.flatMap(row => (row === undefined ? [] : [[fieldOf(row), row]])))
    version = found
    for (const listener of listeners) listener()
  }

  async function check(): Promise<void> {
    const sentAt = performance.now()
    const found = (await redis.get(VERSION)) ?? ''
    if (found === version) confirmedAt = Math.max(confirmedAt, sentAt)
    else await load()
  }

  const refresh = async (): Promise<void> => await withTimeout(check(), REFRESH_MS).catch(asUnavailable)
  const checkSoon = (): void => void check().catch(() => undefined) // until one succeeds, keys count as not current
  subscriber.on('message', checkSoon)
  subscriber.subscribe(CHANGED).catch(() => undefined) // it waits for Redis, and subscribes again after an outage
  await load()
  const timer = setInterval(checkSoon, CHECK_MS).unref()

  async function replace(field: string, before: string | null, after: StoredKey): Promise<boolean> {
    const args = [field, before ?? '', JSON.stringify(after), randomUUID(), CHANGED]
    const [reply] = await runForTexts(redis, REPLACE, [ROWS, VERSION], args).catch(mayBeChanged)
    return reply === 'replaced'
  }

  return {
    get: field => rows.get(field),
    rows: () => rows.values(),
    ids: () => [...rows.values()].flatMap(row => (row.kind === 'revoked_entry' ? [] : row.id)),
    isCurrent: () => performance.now() - confirmedAt <= MAX_AGE_MS,
    refresh,
    async change(field, next) {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const text = await redis.hget(ROWS, field).catch(asUnavailable)
        const before = text === null ? undefined : readStoredKey(text)
        if (text !== null && before === undefined) throw new Error(`The row ${field} was stored by another version of Toolgate.`)
        const after = next(before)
        if (after === undefined) return before
        if (!(await replace(field, text, after))) continue
        await refresh().catch(() => undefined) // the change is stored; this process learns of it as the others do
        return after
      }
      throw new OperationError('busy', 'Other callers are changing the same key.', { source: 'gateway', outcome: 'not_executed' })
    },
    onChange: listener => void listeners.add(listener),
    close() {
      clearInterval(timer)
      subscriber.disconnect()
    }
  }
}

const fieldOf = (row: StoredKey): string => (row.kind === 'revoked_entry' ? fieldOfEntry(row.hash) : fieldOfKey(row.id))

/** The command may have been executed although its response was lost. */
function mayBeChanged(cause: unknown): never {
  throw new OperationError(
    'redis_unavailable',
    'Redis did not respond, so it is unknown whether the key was changed.',
    { source: 'gateway', outcome: 'unknown', suggestions: ['Read the key with keys_get, and repeat the call if it was not changed.'] },
    { cause }
  )
}
