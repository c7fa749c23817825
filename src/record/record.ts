import type { Caller } from '../contract/call.ts'
import { OperationError } from '../contract/errors.ts'
import { principalOf } from '../contract/principal.ts'
import { type CallFilter, seesAll } from '../contract/record.ts'
import type { Log } from '../contract/runtime.ts'
import { decodeCursor, encodeCursor, queryDigest } from '../lib/cursor.ts'
import { createFairPool } from '../lib/fair-pool.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import { createLock } from '../lib/redis/lock.ts'
import type { Secrets } from '../lib/secrets.ts'
import type { CallEnd, RecordedCall, RecordPort } from '../pipeline/ports.ts'
import { recordOf } from './call-record.ts'
import { CHAIN } from './chain.ts'
import { actionRow, bodyOf, callRow, DIGESTS } from './entry.ts'
import { locateRecord } from './location.ts'
import { type Entry, rowText } from './row.ts'
import type { RecordSettings } from './settings.ts'
import type { Found, Search } from './store/search.ts'
import { createRecordStore, type RecordStore } from './store/thread.ts'
import { createStreamWriter, streamKey } from './stream.ts'
import type { StreamBound } from './stream-bound.ts'
import { createWriter } from './writer.ts'

export interface RecordOptions {
  dataDirectory: string
  /** ID of the data folder. */
  hostId: string
  /** Of the PostgreSQL database for the rows; undefined: they are in the data folder. */
  databaseUrl?: string | undefined
  redis: RedisClient
  secrets: Secrets
  log: Log
  settings: RecordSettings
  bound?: StreamBound
}

/** The record of one data folder. */
export interface CallLog extends Omit<RecordPort, 'replay'> {
  /** Returns what a call of this caller was. Throws call_not_found or body_not_stored. */
  storedCall: (caller: Caller, id: string) => Promise<{ operation: string; input: Record<string, unknown> }>
  /** Deletes what is older than the settings allow. */
  deleteOld: () => Promise<void>
  /** Why calls wait in Redis to be written, without secrets; undefined if they do not. */
  problem: () => string | undefined
  /** Why old rows are not deleted, without secrets; undefined if they are. */
  retentionProblem: () => string | undefined
  /** Writes what is still in memory. */
  close: () => Promise<void>
}

const DAY_MS = 86_400_000

/** Maximum time that a read of the record waits for the latest calls to be written. */
const SETTLE_MS = 2_000

/** Opens the record. Nothing is read or written before the first call. */
export function openRecord({ dataDirectory, hostId, databaseUrl, redis, secrets, log, settings, bound }: RecordOptions): CallLog {
  const key = secrets.derive(DIGESTS)[0].toString('base64')
  const store = createRecordStore({ ...locateRecord({ dataDirectory, hostId, databaseUrl }), keys: secrets.derive(CHAIN) })
  const read: RecordStore['run'] = async (name, input) =>
    await store.run(name, input).catch(err => {
      if (databaseUrl === undefined) throw err
      log.warn({ err }, 'The record of calls could not be read')
      throw unreachable()
    })
  const keep = {
    rows: settings.retention_days * DAY_MS,
    bodies: settings.body_retention_days * DAY_MS,
    acceptUntil: settings.accept_until_row
  }
  const stream = streamKey(hostId)
  const writer = createWriter({ redis, key: stream, lock: createLock(redis, `record:${hostId}`), store, log, keep })
  const entries = createStreamWriter({ redis, key: stream, log, wake: writer.wake, bound })
  const entryOf = (call: RecordedCall, end?: CallEnd): Entry => {
    const body = settings.bodies ? bodyOf(call) : undefined
    const isStored = end !== undefined && call.beginning === 'stored' // with its beginning
    return {
      text: rowText(callRow(call, key, body !== undefined, end)),
      hasBegun: end && call.beginning !== undefined,
      mustKeep: isStored,
      sealed: body === undefined || isStored ? undefined : secrets.seal(body, purposeOf(call.id))
    }
  }
  const settle = async (): Promise<void> => {
    await entries.flush().finally(writer.drain)
  }
  const latest = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, SETTLE_MS)
    settle().then(resolve, err => {
      log.warn({ err }, 'The latest calls are not in the record yet')
      resolve()
    })
    await promise.finally(() => clearTimeout(timer))
  }
  return {
    enabled: true,
    begin: async call => await entries.append(entryOf(call)),
    end: (call, end) => entries.appendSoon(() => entryOf(call, end)),
    action: action => entries.appendSoon(() => ({ text: rowText(actionRow(action, key)) })),
    async storedCall(caller, id) {
      await latest()
      const row = await read('find', id)
      // Also a key that may see all calls replays only its own.
      if (row?.principal !== principalOf(caller)) throw notFound(id)
      const sealed = await read('body', id)
      if (sealed === undefined) throw notStored(id, settings)
      return { operation: row.operation, input: JSON.parse(secrets.open(sealed, purposeOf(id))) }
    },
    calls: createCalls(read, latest),
    deleteOld: writer.deleteOld,
    problem() {
      const since = writer.failingSince()
      return since === undefined
        ? undefined
        : `The database of the record has not been writable since ${timeText(since)}: calls wait in Redis`
    },
    retentionProblem: writer.retentionProblem,
    async close() {
      await settle().catch(() => undefined) // makes room for the ends that wait, if the stream is full
      await entries.close()
      await writer.close()
      await store.close()
    }
  }
}

const EXPORT_PAGE = 500

/** Maximum searches that are passed to the thread at once, over all keys. */
const MAX_SEARCHES = 4

/** Waiting searches, of all keys and of one. */
const MAX_WAITING = 500
const MAX_WAITING_EACH = 20

const tooManySearches = (): OperationError =>
  new OperationError('rate_limit_exceeded', 'Too many searches of the record are waiting.', {
    source: 'gateway',
    outcome: 'not_executed',
    retry_after_ms: 2_000,
    suggestions: ['Call again when an earlier search of this key has ended.']
  })

const unreachable = (): OperationError =>
  new OperationError('connection_failed', 'The database of the record of calls does not respond.', {
    source: 'gateway',
    outcome: 'not_executed',
    retryable: true,
    retry_after_ms: 5_000,
    suggestions: ['The log of the gateway contains the cause. Calls are still recorded: they wait in Redis.']
  })

/** `latest`: waits for the latest calls to be written. */
function createCalls(read: RecordStore['run'], latest: () => Promise<void>): RecordPort['calls'] {
  // Few at a time, so that the thread can write between two; one of each key, so that no key waits for the searches of another.
  const turns = createFairPool({
    max: MAX_SEARCHES,
    each: 1,
    waiting: { max: MAX_WAITING, each: MAX_WAITING_EACH, refuse: tooManySearches }
  })
  const run = (caller: Caller, search: Search, signal: AbortSignal): Promise<Found> =>
    turns.run(caller.id, signal, () => read('search', search))
  return {
    async list(caller, { limit, cursor, ...requested }, signal = new AbortController().signal) {
      const filter = visibleTo(caller, requested)
      if (!filter) return { items: [], next_cursor: null, total: null }
      const query = queryDigest(filter)
      const after = cursor === undefined ? undefined : positionIn(cursor, query)
      await latest()
      const { rows, next } = await run(caller, { filter, limit, after }, signal)
      return { items: rows.map(recordOf), next_cursor: next ? encodeCursor([query, ...next]) : null, total: null }
    },
    async get(caller, id) {
      await latest()
      const row = await read('find', id)
      if (!row || !visibleTo(caller, { principal: row.principal })) throw notFound(id)
      return recordOf(row)
    },
    async statistics(caller, requested, signal) {
      const to = requested.to ?? new Date().toISOString()
      const from = requested.from ?? new Date(Date.parse(to) - DEFAULT_RANGE_MS).toISOString()
      const interval = intervalOf(Date.parse(to) - Date.parse(from))
      const filter = visibleTo(caller, { ...requested, from, to })
      await latest()
      const { intervals, failures, since } = filter
        ? await turns.run(caller.id, signal, () => read('count', { filter, interval }))
        : { intervals: [], failures: [] }
      return {
        from: since === undefined ? from : timeText(since),
        to,
        complete: since === undefined,
        all_keys: seesAll(caller),
        calls: intervals.reduce((sum, { calls }) => sum + calls, 0),
        errors: intervals.reduce((sum, { errors }) => sum + errors, 0),
        interval_seconds: interval / 1_000,
        intervals: intervals.map(({ at, ...counts }) => ({ at: timeText(at), ...counts })),
        failures: failures.map(({ latestAt, latestId, ...failure }) => ({
          ...failure,
          latest_at: timeText(latestAt),
          latest_id: latestId
        }))
      }
    },
    async *pages(caller, requested, signal) {
      const filter = visibleTo(caller, requested)
      if (!filter) return
      await latest()
      for (let after: Search['after']; ; ) {
        signal.throwIfAborted()
        const { rows, next } = await run(caller, { filter, limit: EXPORT_PAGE, after }, signal)
        if (rows.length > 0) yield rows.map(recordOf)
        if (!next) return
        after = next
      }
    }
  }
}

const timeText = (time: number): string => new Date(time).toISOString()

const MINUTE_MS = 60_000
const DEFAULT_RANGE_MS = 60 * MINUTE_MS

/** Lengths of the intervals of statistics: a minute, 5, 15, an hour, 6, a day. The first one that divides a range into few enough is taken. */
const INTERVALS = [1, 5, 15, 60, 360, 1_440].map(minutes => minutes * MINUTE_MS)
const MAX_INTERVALS = 120

const intervalOf = (range: number): number => INTERVALS.find(length => range / length <= MAX_INTERVALS) ?? 1_440 * MINUTE_MS

/** Returns the filter with the caller's own principal, unless it may see all; undefined if it names another one. */
function visibleTo(caller: Caller, filter: CallFilter): CallFilter | undefined {
  if (seesAll(caller)) return filter
  const principal = principalOf(caller)
  return filter.principal === undefined || filter.principal === principal ? { ...filter, principal } : undefined
}

function positionIn(cursor: string, query: string): readonly [number, number] {
  const [digest, at, seq] = decodeCursor(cursor)
  if (digest !== query || typeof at !== 'number' || typeof seq !== 'number')
    throw new OperationError('invalid_field_value', '`cursor` does not belong to this list with these filters.', {
      source: 'gateway',
      issues: [{ path: 'cursor', message: 'is not a cursor of this list', expected: 'next_cursor of a response with the same filters' }]
    })
  return [at, seq]
}

const purposeOf = (id: string): string => `the input of the recorded call ${id}`

const notStored = (id: string, { bodies, body_retention_days: days }: RecordSettings): OperationError =>
  new OperationError('body_not_stored', `The input of call ${id} is not stored, so it cannot be replayed.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: [
      bodies
        ? `Inputs are kept for ${days} days, except those with secrets or files. Send the call again with its input.`
        : 'The operator can set record.bodies to true in the config file. Send the call again with its input.'
    ]
  })

const notFound = (id: string): OperationError =>
  new OperationError('call_not_found', `No call ${id} is visible to this key.`, { source: 'gateway', outcome: 'not_executed' })
