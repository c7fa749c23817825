import type { Json } from '../../contract/bulk.ts'
import { JOB_STATUSES, type JobStatus } from '../../contract/job.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import type { ITEM_STATUSES, ITEM_UPDATES, UpdateByte } from '../model/item-status.ts'
import type { Failure, PoisonSearch } from '../model/job-record.ts'
import { NO_WARNINGS, type Warnings, warningArgs } from '../model/warnings.ts'
import { PROGRESS_INTERVAL_MS } from '../settings.ts'
import { runJobCommand } from './lua/commands.ts'

export type Claim =
  | { kind: 'claimed'; epoch: string }
  | { kind: 'early'; until: number }
  | { kind: 'idle'; status: JobStatus }
  | { kind: 'gone' | 'stale' }

/** An item that a worker took: it is marked as in progress. */
export interface TakenItem {
  index: number
  id: string
  etag: string | undefined
  data: Json | undefined
  /** This job, or the one that it was created from, started it before: it may be done. */
  again?: boolean
  /** Its image before that, if the call stored one. */
  before?: Json
}

/** A change of an item's status. */
export interface ItemUpdate {
  index: number
  byte: UpdateByte
  /** Error, data and image, as JSON. */
  row?: string
}

export type Step = { kind: 'ok'; status: JobStatus; taken: TakenItem[] } | { kind: 'fenced' | 'lost' }

/** How a turn ends. `yield`: the job may continue at once. */
export type Ending = { poisonSearch?: PoisonSearch; warnings?: Warnings } & (
  | { how: 'yield' }
  /** `planned`: until the outcomes of unknown items can be checked. Any other such wait counts as a failure of the check. */
  | { how: 'wait'; reason: string; error: Failure; delayMs: number; planned?: boolean }
  | { how: 'pause' | 'fail'; reason: string; error: Failure }
)

export interface ListedItem {
  id: string
  etag: string | undefined
  data: string
  sample: string
  /** Row (JSON) of an item that may be done already; '' otherwise. */
  startedRow: string
}

export interface Page {
  number: number
  cursor: string
  ended: boolean
  digest: string
  size: number
  /** JSON; written with the first page only. */
  expected: string
  warnings: Warnings
  items: ListedItem[]
}

/**
 * `repeated`: the page was stored already. `behind`: Redis lost pages that this worker has seen stored. `circular`: its cursor came before, and no
 * new item since.
 */
const APPEND_RESULTS = ['ok', 'fenced', 'stopped', 'repeated', 'behind', 'circular'] as const
type AppendResult = (typeof APPEND_RESULTS)[number]

export type TurnEnd = { kind: 'ok'; status: JobStatus; waitingUntil: number | null } | { kind: 'fenced' }

const asStatus = (text: string | undefined): JobStatus => JOB_STATUSES.find(known => known === text) ?? 'failed'

/** Writes of a worker to one job. Each is one Lua script. All except `claimTurn` are refused once another worker has claimed the job. */
export function createJobStore(redis: RedisClient, id: string) {
  const publishLater = createProgressThrottle(redis, id)
  return {
    ...turnWrites(redis, id),
    ...listingWrites(redis, id, publishLater),
    ...itemWrites(redis, id, publishLater),
    ...checkWrites(redis, id, publishLater)
  }
}

export type JobStore = ReturnType<typeof createJobStore>

const turnWrites = (redis: RedisClient, id: string) => ({
  async claimTurn(turn: number, worker = ''): Promise<Claim> {
    const [kind, value] = await runJobCommand(redis, 'claimTurn', id, [turn, worker])
    if (kind === 'claimed') return { kind, epoch: value ?? '' }
    if (kind === 'early') return { kind, until: Number(value) }
    if (kind === 'idle') return { kind, status: asStatus(value) }
    return { kind: kind === 'gone' ? kind : 'stale' }
  },

  async endTurn(epoch: string, ending: Ending): Promise<TurnEnd> {
    const [reason, error] = ending.how === 'yield' ? ['', ''] : [ending.reason, JSON.stringify(ending.error)]
    const delay = ending.how === 'wait' ? ending.delayMs : 0
    const { poisonSearch, warnings = NO_WARNINGS } = ending
    const planned = ending.how === 'wait' && ending.planned ? '1' : ''
    const args = [epoch, ending.how, reason, error, Math.round(delay), poisonSearch ? JSON.stringify(poisonSearch) : '']
    const [kind, status, until] = await runJobCommand(redis, 'endTurn', id, [...args, ...warningArgs(warnings), planned])
    return kind === 'ok' ? { kind, status: asStatus(status), waitingUntil: until ? Number(until) : null } : { kind: 'fenced' }
  },

  /** Counts a turn that failed because of the engine. Returns the status of the job if that ended it. */
  async recordTurnFailure(epoch: string, max: number, error: Failure): Promise<JobStatus | undefined> {
    const [kind, status] = await runJobCommand(redis, 'recordTurnFailure', id, [epoch, max, JSON.stringify(error)])
    return kind === 'ended' ? asStatus(status) : undefined
  }
})

const listingWrites = (redis: RedisClient, id: string, publishLater: () => void) => ({
  async appendPage(epoch: string, page: Page): Promise<AppendResult> {
    const args = [epoch, page.number, page.cursor, page.ended ? '1' : '0', page.digest, page.size, page.expected]
    const [kind] = await runJobCommand(redis, 'appendPage', id, [...args, ...warningArgs(page.warnings), ...pageArgs(page.items)])
    publishLater()
    return APPEND_RESULTS.find(known => known === kind) ?? 'stopped'
  },

  async finishListing(
    epoch: string,
    {
      digest,
      token,
      confirmMs,
      sample,
      warnings
    }: { digest: string; token: string; confirmMs: number; sample: string[]; warnings: Warnings }
  ): Promise<void> {
    await runJobCommand(redis, 'finishListing', id, [epoch, digest, token, confirmMs, ...warningArgs(warnings), ...sample])
  },

  /** Offers the preview again instead of starting the first item. */
  async withdrawConfirmation(epoch: string, { token, confirmMs, warnings }: { token: string; confirmMs: number; warnings: Warnings }) {
    await runJobCommand(redis, 'withdrawConfirmation', id, [epoch, token, confirmMs, ...warningArgs(warnings)])
  }
})

const itemWrites = (redis: RedisClient, id: string, publishLater: () => void) => ({
  /** Writes results and takes up to `want` further items. `lost`: the response to an earlier step was lost; call `resync`. */
  async advance(epoch: string, step: { inProgress: number; want: number; ranMs: number; updates: ItemUpdate[] }): Promise<Step> {
    const args = [epoch, step.inProgress, step.want, Math.round(step.ranMs)]
    const [kind, status, ...taken] = await runJobCommand(redis, 'advance', id, [...args, ...updateArgs(step.updates)])
    if (step.updates.length > 0) publishLater()
    if (kind !== 'ok') return { kind: kind === 'lost' ? kind : 'fenced' }
    return { kind, status: asStatus(status), taken: readTaken(taken) }
  },

  /**
   * States which items this worker has in progress, and which it handed to the adapter and no longer has. Returns how many of the former are in
   * progress in the store; undefined if another worker has the job.
   */
  async resync(epoch: string, inProgress: number[], handedOver: number[] = []): Promise<number | undefined> {
    const [kind, count] = await runJobCommand(redis, 'resync', id, [epoch, inProgress.join(','), handedOver.join(',')])
    return kind === 'ok' ? Number(count) : undefined
  }
})

/**
 * The result of checking an item: it is done; it is not done; that cannot be determined, and a further attempt does no harm; or it is still
 * unknown, with the error in `row`. `mark`: mark of its row as it was read.
 */
export interface CheckedItem {
  index: number
  mark: string
  byte: typeof ITEM_STATUSES.succeeded.byte | typeof ITEM_STATUSES.unknown.byte | typeof ITEM_UPDATES.released | typeof ITEM_UPDATES.retried
  /** As in `ItemUpdate`; '' if there is none. */
  row: string
}

export type CheckDue = { kind: 'due'; status: JobStatus; from: string } | { kind: 'none' | 'fenced' }

const checkWrites = (redis: RedisClient, id: string, publishLater: () => void) => ({
  /** Returns whether the outcomes of unknown items are to be checked now. No item may be in progress. */
  async startOutcomeCheck(epoch: string, pauses: boolean): Promise<CheckDue> {
    const [kind, status, from = '0'] = await runJobCommand(redis, 'startOutcomeCheck', id, [epoch, pauses ? '1' : ''])
    if (kind === 'due') return { kind, status: asStatus(status), from }
    return { kind: kind === 'fenced' ? kind : 'none' }
  },

  /** Writes findings. Returns how many items are found done and not done; undefined if another worker has the job. */
  async recordFindings(
    epoch: string,
    settleMs: number,
    maxRounds: number,
    items: readonly CheckedItem[]
  ): Promise<{ done: number; notDone: number } | undefined> {
    const rows = items.flatMap(({ index, mark, byte, row }) => [index, mark, byte, row])
    const [kind, done, notDone] = await runJobCommand(redis, 'recordFindings', id, [epoch, settleMs, maxRounds, ...rows])
    publishLater()
    return kind === 'ok' ? { done: Number(done), notDone: Number(notDone) } : undefined
  },

  /** Ends a check, or the part of it up to the index `from`. Returns how long to wait, in milliseconds, before `open` items are checked again. */
  async endOutcomeCheck(
    epoch: string,
    settleMs: number,
    { from = '', canWait = false, givenUp = '' }: { from?: string; canWait?: boolean; givenUp?: string }
  ): Promise<{ waitMs: number; open: number } | undefined> {
    const [, wait, open] = await runJobCommand(redis, 'endOutcomeCheck', id, [epoch, settleMs, from, canWait ? '1' : '', givenUp])
    return wait ? { waitMs: Number(wait), open: Number(open) } : undefined
  }
})

/**
 * Returns a function to call after counters were written, which may not have been published. It publishes them soon, even if nothing more
 * happens.
 */
function createProgressThrottle(redis: RedisClient, id: string): () => void {
  let isScheduled = false
  const schedule = (delayMs: number): void => {
    if (isScheduled) return
    isScheduled = true
    setTimeout(() => publish().catch(() => undefined), delayMs).unref() // after an outage, the next change publishes it
  }
  const publish = async (): Promise<void> => {
    isScheduled = false
    const [delay] = await runJobCommand(redis, 'publishProgress', id)
    if (Number(delay) > 0) schedule(Number(delay))
  }
  return () => schedule(PROGRESS_INTERVAL_MS)
}

/** Items of a page as `appendPage` reads them. */
function pageArgs(items: ListedItem[]): (string | number)[] {
  const [data, sample, started]: [string[], string[], string[]] = [[], [], []]
  const entries = items.map((item, index) => {
    if (item.data) data.push(item.data)
    if (item.sample) sample.push(item.sample)
    if (item.startedRow) started.push(String(index), item.startedRow)
    return entryOf(item.id, item.etag)
  })
  return [items.length, data.length, started.length > 0 ? JSON.stringify(started) : '', JSON.stringify(entries), ...data, ...sample]
}

const NUL = '\0'

const entryOf = (id: string, etag: string | undefined): string => (etag === undefined ? id : `${id}${NUL}${etag}`)

/** Returns the ID and the etag of an entry of the list of IDs. */
export function readEntry(entry: string): { id: string; etag: string | undefined } {
  const cut = entry.indexOf(NUL)
  return cut < 0 ? { id: entry, etag: undefined } : { id: entry.slice(0, cut), etag: entry.slice(cut + 1) }
}

/** Updates as `settle` reads them: runs of adjacent items, in the order in which they ended, then the rows. */
function updateArgs(updates: ItemUpdate[]): (string | number)[] {
  const runs: { index: number; bytes: string }[] = []
  const rows: (string | number)[] = []
  for (const { index, byte, row } of updates) {
    const run = runs.at(-1)
    if (run && run.index + run.bytes.length === index) run.bytes += byte
    else runs.push({ index, bytes: byte })
    if (row) rows.push(index, row)
  }
  return [runs.length, ...runs.flatMap(({ index, bytes }) => [index, bytes]), ...rows]
}

const imageIn = (row: { before?: Json } = {}): Pick<TakenItem, 'before'> => (row.before === undefined ? {} : { before: row.before })

/** Items as `advance` returns them. */
function readTaken([runs, ids, data, started, rows]: string[]): TakenItem[] {
  if (!runs || !ids) return []
  const entries: string[] = JSON.parse(ids)
  const dataOfItems: Json[] = data ? JSON.parse(data) : []
  const images: { before?: Json }[] = rows ? JSON.parse(rows) : []
  const startedBefore = new Map(started?.split(',').map((index, at) => [Number(index), images[at]]))
  const bounds = runs.split(',').map(Number)
  const taken: TakenItem[] = []
  for (let at = 0; at < bounds.length; at += 2) {
    const [first = 0, count = 0] = [bounds[at], bounds[at + 1]]
    for (let index = first; index < first + count; index++) {
      const { id, etag } = readEntry(entries[taken.length] ?? '')
      const item: TakenItem = { index, id, etag, data: dataOfItems[taken.length] }
      if (started && startedBefore.has(index)) Object.assign(item, { again: true }, imageIn(startedBefore.get(index)))
      taken.push(item)
    }
  }
  return taken
}
