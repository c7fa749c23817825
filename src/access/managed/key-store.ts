import { randomUUID } from 'node:crypto'
import { OperationError } from '../../contract/errors.ts'
import type { Log } from '../../contract/runtime.ts'
import { redisCommand, runForTexts } from '../../lib/redis/command.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { asUnavailable } from '../../lib/redis/errors.ts'
import { withTimeout } from '../../lib/timeout.ts'
import { isFinal, readRow, type StoredKey, type StoredRow } from './stored-key.ts'

/** Hash of all rows, by field. */
const ROWS = 'tg:{keys}:rows'
/** A text that differs after every change. */
const VERSION = 'tg:{keys}:version'
/** Set of the fields of keys that are neither revoked nor deleted, to count them. */
const LIVE = 'tg:{keys}:live'
/** Channel that announces changes. */
const CHANGED = 'tg:keys:changed'

/** Returns the version, then the field and the text of every row. */
const LOAD = redisCommand(
  'loadKeys',
  `local found = redis.call('HGETALL', KEYS[1])
table.insert(found, 1, redis.call('GET', KEYS[2]) or '')
return found`
)

/**
 * Replaces a row if it is still the one that was read. ARGV: field, text that was read ('': none), new text, new version, channel, 'live' for a
 * key that is neither revoked nor deleted, field that must not exist, maximum of live keys and of rows.
 */
const REPLACE = redisCommand(
  'replaceKey',
  `local field, before, live, taken = ARGV[1], ARGV[2], ARGV[6] == 'live', ARGV[7]
if (redis.call('HGET', KEYS[1], field) or '') ~= before then return 'changed' end
if live and before == '' then
  if redis.call('HEXISTS', KEYS[1], taken) == 1 then return 'taken' end
  if redis.call('SCARD', KEYS[3]) >= tonumber(ARGV[8]) then return 'full' end
  if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[9]) then return 'used_up' end
end
redis.call('HSET', KEYS[1], field, ARGV[3])
redis.call(live and 'SADD' or 'SREM', KEYS[3], field)
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

/** Maximum number of keys that are neither revoked nor deleted, and of rows: every process has all of them in memory. */
const LIMITS = { live: 5_000, rows: 30_000 }

/** The managed keys, and the revocations of keys of the configuration: in Redis, with a copy in memory that is at most a second old. */
export interface KeyStore {
  /** The row of a field, as this process knows it. */
  get: (field: string) => StoredRow | undefined
  rows: () => IteratorObject<StoredRow>
  /** IDs of the managed keys, including those that were revoked or deleted. */
  ids: () => string[]
  /** Whether the copy in memory is at most a second old. */
  isCurrent: () => boolean
  /** Updates the copy in memory now. Throws redis_unavailable. */
  refresh: () => Promise<void>
  /**
   * Replaces a row with the return value of `next`, which gets the row as Redis has it; undefined leaves it as it is. Returns the row after that. It is in
   * force in this process when the promise resolves. A new key is refused if there are too many, or if the field `taken` exists. Throws
   * redis_unavailable, too_many_keys, already_exists or busy.
   */
  change: (field: string, next: (row: StoredRow | undefined) => StoredKey | undefined, taken?: string) => Promise<StoredRow | undefined>
  /** Calls the listener after every change. */
  onChange: (listener: () => void) => void
  close: () => void
}

interface Connections {
  redis: RedisClient
  /** Used for the subscription only. Closed with the store. */
  subscriber: RedisClient
  log: Log
  limits?: typeof LIMITS
}

/** Opens the store, and loads it. */
export async function openKeyStore({ redis, subscriber, log, limits = LIMITS }: Connections): Promise<KeyStore> {
  const listeners = new Set<() => void>()
  /** Final rows that this process has seen. They outlive a loss of the data of Redis. */
  const final = new Map<string, StoredRow>()
  let rows = new Map<string, StoredRow>()
  let version: string | undefined
  let confirmedAt = -Infinity

  function put(found: Map<string, StoredRow>): void {
    rows = found
    for (const [field, row] of found) if (isFinal(row)) final.set(field, row)
    for (const listener of listeners) listener()
  }

  async function load(): Promise<void> {
    const sentAt = performance.now()
    const [found = '', ...fields] = await runForTexts(redis, LOAD, [ROWS, VERSION], [])
    confirmedAt = Math.max(confirmedAt, sentAt)
    if (found === version) return
    const texts = textsIn(fields)
    const read = readRows(texts)
    if ([...read.values()].some(({ kind }) => kind === 'unreadable_key' || kind === 'unreadable_entry'))
      log.error({}, 'Some keys in Redis were stored by another version of Toolgate; they are refused')
    const lost = [...final].filter(([field]) => !isKept(read.get(field)))
    version = found
    put(new Map([...read, ...lost]))
    if (lost.length > 0) restore(lost, texts).catch(again)
  }

  /** A Redis that lost its data, or was restored from a backup, must not make a revoked key valid again. */
  async function restore(lost: readonly [string, StoredRow][], texts: ReadonlyMap<string, string>): Promise<void> {
    log.error({ rows: lost.length }, 'Redis has lost revocations of keys; they stay in force, and are stored again')
    for (const [field, row] of lost) await replace(field, texts.get(field) ?? '', JSON.stringify(row), false)
  }

  /** Makes the next check load, and restore, again. */
  const again = (): void => {
    version = undefined
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

  async function replace(field: string, before: string, after: string, isLive: boolean, taken = ''): Promise<string | undefined> {
    const args = [field, before, after, randomUUID(), CHANGED, isLive ? 'live' : '', taken, limits.live, limits.rows]
    const [reply] = await runForTexts(redis, REPLACE, [ROWS, VERSION, LIVE], args)
    return reply
  }

  return {
    get: field => rows.get(field),
    rows: () => rows.values(),
    ids: () => [...rows.values()].flatMap(row => ('id' in row && MANAGED.has(row.kind) ? row.id : [])),
    isCurrent: () => performance.now() - confirmedAt <= MAX_AGE_MS,
    refresh,
    async change(field, next, taken) {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const text = await redis.hget(ROWS, field).catch(asUnavailable)
        const before = text === null ? undefined : readRow(field, text)
        const after = next(before)
        if (after === undefined) return before
        const isLive = after.kind === 'key' && after.revoked_at === undefined
        const reply = await replace(field, text ?? '', JSON.stringify(after), isLive, taken).catch(mayBeChanged)
        if (reply === 'changed') continue
        if (reply !== 'replaced') throw refusal(reply, limits)
        // If Redis is lost just now, this process does not wait for the next check.
        await refresh().catch(() => put(new Map(rows).set(field, after)))
        return after
      }
      throw new OperationError('busy', 'Other callers are changing the same key.', GATEWAY)
    },
    onChange: listener => void listeners.add(listener),
    close() {
      clearInterval(timer)
      subscriber.disconnect()
    }
  }
}

const MANAGED: ReadonlySet<StoredRow['kind']> = new Set(['key', 'deleted', 'unreadable_key'])

/** Redis returns a hash as a list of fields and texts. */
function textsIn(list: readonly string[]): Map<string, string> {
  const texts = new Map<string, string>()
  for (let at = 0; at < list.length; at += 2) texts.set(list[at] ?? '', list[at + 1] ?? '')
  return texts
}

function readRows(texts: ReadonlyMap<string, string>): Map<string, StoredRow> {
  const rows = new Map<string, StoredRow>()
  for (const [field, text] of texts) {
    const row = readRow(field, text)
    if (row) rows.set(field, row)
  }
  return rows
}

/** Whether the row still refuses what a final one refused. One of another version does, and is not overwritten. */
const isKept = (row: StoredRow | undefined): boolean => row !== undefined && (row.kind === 'unreadable_key' || isFinal(row))

const GATEWAY = { source: 'gateway', outcome: 'not_executed' } as const

function refusal(reply: string | undefined, { live, rows }: typeof LIMITS): OperationError {
  if (reply === 'taken')
    return new OperationError('already_exists', 'The ID belongs, or belonged, to a key of the configuration.', {
      ...GATEWAY,
      suggestions: ['Choose another ID.']
    })
  const [limit, what] = reply === 'full' ? [live, 'managed keys'] : [rows, 'managed keys, including those that were deleted']
  return new OperationError('too_many_keys', `The gateway has ${limit} ${what}, which is the maximum.`, {
    ...GATEWAY,
    suggestions: [
      reply === 'full' ? 'Revoke or delete keys that are no longer used.' : 'Use the keys that exist: rotate them with keys_rotate.'
    ]
  })
}

/** The command may have been executed although its response was lost. */
function mayBeChanged(cause: unknown): never {
  throw new OperationError(
    'redis_unavailable',
    'Redis did not respond, so it is unknown whether the key was changed.',
    { source: 'gateway', outcome: 'unknown', suggestions: ['Read the key with keys_get, and repeat the call if it was not changed.'] },
    { cause }
  )
}
