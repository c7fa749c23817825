import type { Json } from '../contract/bulk.ts'
import type { JobStatus } from '../contract/jobs.ts'
import { JOB_STATUSES } from '../contract/jobs.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import type { Failure } from './meta.ts'
import { runScript } from './scripts/run.ts'
import type { Suspicion } from './suspects.ts'
import { createTelling } from './telling.ts'
import { NOTHING, type Warned, warnedArgs } from './warnings.ts'

export type Claim =
  | { kind: 'claimed'; epoch: string }
  | { kind: 'early'; until: number }
  | { kind: 'idle'; status: JobStatus }
  | { kind: 'gone' | 'stale' }

/** An item a worker was given, marked as begun. */
export interface Taken {
  index: number
  id: string
  etag: string | undefined
  data: Json | undefined
  /** It was begun before, by this job or the one that this one was made from, and may be done. */
  again?: boolean
}

/** succeeded, skipped, failed, unknown; p: not begun after all; a: to be begun again, though it may be done. */
export type ItemByte = 's' | 'k' | 'f' | 'u' | 'p' | 'a'

export interface Settled {
  index: number
  byte: ItemByte
  /** What there is to say beside the byte: error, data and before, as JSON. */
  row?: string
}

export type Step = { kind: 'ok'; status: JobStatus; taken: Taken[] } | { kind: 'fenced' | 'lost' }

/** How a turn ends. `yield`: it may go on at once. */
export type Ending = { suspicion?: Suspicion; warned?: Warned } & (
  | { how: 'yield' }
  | { how: 'wait'; reason: string; error: Failure; delayMs: number }
  | { how: 'pause' | 'fail'; reason: string; error: Failure }
)

export interface ListedItem {
  id: string
  etag: string | undefined
  data: string
  sample: string
  /** It may be done already. */
  again: boolean
}

export interface Page {
  number: number
  cursor: string
  ended: boolean
  digest: string
  size: number
  /** JSON; written with the first page only. */
  expected: string
  warnings: Warned
  items: ListedItem[]
}

/**
 * `repeated`: it was there already. `behind`: the pages before it are not those that this worker knows of, as Redis came back without its last
 * ones. `circular`: its cursor came before, and nothing new since.
 */
const APPENDED = ['ok', 'fenced', 'stopped', 'repeated', 'behind', 'circular'] as const
type Appended = (typeof APPENDED)[number]

export type Rest = { kind: 'ok'; status: JobStatus; waitingUntil: number | null } | { kind: 'fenced' }

const asStatus = (word: string | undefined): JobStatus => JOB_STATUSES.find(known => known === word) ?? 'failed'

/** What a worker writes. Each call is one script; all but `claim` are refused once another worker has the job. */
export function createLedger(redis: RedisClient, id: string) {
  const tellLater = createTelling(redis, id)
  return { ...turnLedger(redis, id), ...listingLedger(redis, id, tellLater), ...actingLedger(redis, id, tellLater) }
}

const turnLedger = (redis: RedisClient, id: string) => ({
  async claim(turn: number): Promise<Claim> {
    const [kind, value] = await runScript(redis, 'claim', id, [turn])
    if (kind === 'claimed') return { kind, epoch: value ?? '' }
    if (kind === 'early') return { kind, until: Number(value) }
    if (kind === 'idle') return { kind, status: asStatus(value) }
    return { kind: kind === 'gone' ? kind : 'stale' }
  },

  async rest(epoch: string, ending: Ending): Promise<Rest> {
    const [reason, error] = ending.how === 'yield' ? ['', ''] : [ending.reason, JSON.stringify(ending.error)]
    const delay = ending.how === 'wait' ? ending.delayMs : 0
    const { suspicion, warned = NOTHING } = ending
    const values = [epoch, ending.how, reason, error, Math.round(delay), suspicion ? JSON.stringify(suspicion) : '']
    const [kind, status, until] = await runScript(redis, 'rest', id, [...values, ...warnedArgs(warned)])
    return kind === 'ok' ? { kind, status: asStatus(status), waitingUntil: until ? Number(until) : null } : { kind: 'fenced' }
  },

  /** Counts a turn that the engine broke off. Answers what the job came to where it was one too many in a row. */
  async stumble(epoch: string, most: number, error: Failure): Promise<JobStatus | undefined> {
    const [kind, status] = await runScript(redis, 'stumble', id, [epoch, most, JSON.stringify(error)])
    return kind === 'ended' ? asStatus(status) : undefined
  }
})

const listingLedger = (redis: RedisClient, id: string, tellLater: () => void) => ({
  async append(epoch: string, page: Page): Promise<Appended> {
    const place = [epoch, page.number, page.cursor, page.ended ? '1' : '0', page.digest, page.size]
    const items = pageArgs(page.items)
    const [kind] = await runScript(redis, 'append', id, [...place, page.expected, ...warnedArgs(page.warnings), ...items])
    tellLater()
    return APPENDED.find(known => known === kind) ?? 'stopped'
  },

  async listed(
    epoch: string,
    { digest, token, standsMs, sample, warnings }: { digest: string; token: string; standsMs: number; sample: string[]; warnings: Warned }
  ): Promise<void> {
    await runScript(redis, 'listed', id, [epoch, digest, token, standsMs, ...warnedArgs(warnings), ...sample])
  }
})

const actingLedger = (redis: RedisClient, id: string, tellLater: () => void) => ({
  async advance(epoch: string, step: { underWay: number; want: number; ranMs: number; results: Settled[] }): Promise<Step> {
    const head = [epoch, step.underWay, step.want, Math.round(step.ranMs)]
    const [kind, status, ...begun] = await runScript(redis, 'advance', id, [...head, ...settledArgs(step.results)])
    if (step.results.length > 0) tellLater()
    if (kind !== 'ok') return { kind: kind === 'lost' ? kind : 'fenced' }
    return { kind, status: asStatus(status), taken: readTaken(begun) }
  },

  /**
   * Says which items this worker has under way, and which it handed over and lost track of. Answers how many of the former the job knows of,
   * or undefined where it is fenced.
   */
  async resync(epoch: string, underWay: number[], astray: number[] = []): Promise<number | undefined> {
    const [kind, kept] = await runScript(redis, 'resync', id, [epoch, underWay.join(','), astray.join(',')])
    return kind === 'ok' ? Number(kept) : undefined
  }
})

export type Ledger = ReturnType<typeof createLedger>

/** Items of a page as `append` reads them. */
function pageArgs(items: ListedItem[]): (string | number)[] {
  const [data, sample, again]: [string[], string[], number[]] = [[], [], []]
  const entries = items.map((item, at) => {
    if (item.data) data.push(item.data)
    if (item.sample) sample.push(item.sample)
    if (item.again) again.push(at)
    return entryOf(item.id, item.etag)
  })
  return [items.length, data.length, again.join(','), JSON.stringify(entries), ...data, ...sample]
}

const NUL = '\0'

const entryOf = (id: string, etag: string | undefined): string => (etag === undefined ? id : `${id}${NUL}${etag}`)

/** The id, and the etag where there is one, of an entry of the ids list. */
export function readEntry(entry: string): { id: string; etag: string | undefined } {
  const cut = entry.indexOf(NUL)
  return cut < 0 ? { id: entry, etag: undefined } : { id: entry.slice(0, cut), etag: entry.slice(cut + 1) }
}

/** Results as `settle` reads them: runs of items that follow each other, in the order in which they ended, then what is to be said of some. */
function settledArgs(results: Settled[]): (string | number)[] {
  const runs: { index: number; bytes: string }[] = []
  const rows: (string | number)[] = []
  for (const { index, byte, row } of results) {
    const run = runs.at(-1)
    if (run && run.index + run.bytes.length === index) run.bytes += byte
    else runs.push({ index, bytes: byte })
    if (row) rows.push(index, row)
  }
  return [runs.length, ...runs.flatMap(({ index, bytes }) => [index, bytes]), ...rows]
}

/** Items begun, as `advance` answers them. */
function readTaken([runs, ids, data, again]: string[]): Taken[] {
  if (!runs || !ids) return []
  const entries: string[] = JSON.parse(ids)
  const kept: Json[] = data ? JSON.parse(data) : []
  const before = again ? new Set(again.split(',').map(Number)) : undefined
  const ends = runs.split(',').map(Number)
  const taken: Taken[] = []
  for (let at = 0; at < ends.length; at += 2) {
    const [first = 0, many = 0] = [ends[at], ends[at + 1]]
    for (let index = first; index < first + many; index++) {
      const { id, etag } = readEntry(entries[taken.length] ?? '')
      const item: Taken = { index, id, etag, data: kept[taken.length] }
      if (before?.has(index)) item.again = true
      taken.push(item)
    }
  }
  return taken
}
