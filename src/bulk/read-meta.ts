import type { Json } from '../contract/bulk.ts'
import { MOST_RETRIES, ON_FAILURE } from '../contract/bulk-options.ts'
import { JOB_KINDS } from '../contract/job-parts.ts'
import { FOLLOW_UPS, JOB_STATUSES } from '../contract/jobs.ts'
import { PERMISSIONS } from '../contract/operation.ts'
import type { Total } from '../contract/schema.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import type { Cost } from './cost.ts'
import { jobKey } from './keys.ts'
import type { Failure, Meta } from './meta.ts'
import { NO_SUSPICION, type Suspicion } from './suspects.ts'
import type { Warned } from './warnings.ts'

type Hash = Record<string, string>

const text = (hash: Hash, name: string): string => hash[name] ?? ''
const flag = (hash: Hash, name: string): boolean => hash[name] === '1'
const number = (hash: Hash, name: string): number => Number(hash[name] ?? 0)
const maybe = (hash: Hash, name: string): number | null => (hash[name] ? Number(hash[name]) : null)
const parsed = <T>(hash: Hash, name: string, otherwise: T): T => (hash[name] ? JSON.parse(hash[name]) : otherwise)

const readWarned = (hash: Hash, name: string): Warned => ({ texts: parsed<string[]>(hash, name, []), more: number(hash, `${name}_more`) })

/** Reads a job; undefined where there is none. Its names are known: only values are asked for, which is less than half of the hash. */
export async function fetchMeta(redis: RedisClient, id: string): Promise<Meta | undefined> {
  const values = await redis.hmget(jobKey(id, 'meta'), ...NAMES)
  const hash: Hash = {}
  for (const [at, value] of values.entries()) if (value !== null) hash[NAMES[at] ?? ''] = value
  return readMeta(hash)
}

/** Reads the hash; undefined where there is none. */
export function readMeta(hash: Hash): Meta | undefined {
  const status = JOB_STATUSES.find(known => known === hash['status'])
  if (status === undefined) return undefined
  return { status, ...readRequest(hash), ...readKin(hash), ...readListing(hash), ...readProgress(hash) }
}

/** Jobs that say nothing of it are bulk. */
export const kindOf = (word: string | null | undefined): Meta['kind'] => JOB_KINDS.find(kind => kind === word) ?? 'bulk'

const readRequest = (hash: Hash) => ({
  id: text(hash, 'id'),
  kind: kindOf(hash['kind']),
  key: text(hash, 'key'),
  operation: text(hash, 'operation'),
  permission: PERMISSIONS.find(known => known === hash['permission']) ?? null,
  instance: hash['instance'] || null,
  message: text(hash, 'message'),
  idempotent: flag(hash, 'idempotent'),
  undoable: flag(hash, 'undoable'),
  undoIdempotent: flag(hash, 'undo_idempotent'),
  reconcilable: flag(hash, 'reconcilable'),
  irreversible: flag(hash, 'irreversible'),
  keepsData: flag(hash, 'keeps_data'),
  itemsPerSecond: maybe(hash, 'items_per_second'),
  cost: parsed<Cost | null>(hash, 'cost', null),
  dryRun: flag(hash, 'dry_run'),
  maxItems: number(hash, 'max_items'),
  onFailure: ON_FAILURE.find(known => known === hash['on_failure']) ?? 'continue',
  retries: maybe(hash, 'retries') ?? MOST_RETRIES,
  chunk: maybe(hash, 'chunk'),
  query: parsed<Json>(hash, 'query', null),
  action: parsed<Json>(hash, 'action', null),
  metadata: parsed<Meta['metadata']>(hash, 'metadata', {}),
  params: text(hash, 'params'),
  notifyUrl: hash['notify_url'] || null,
  queue: text(hash, 'queue'),
  createdAt: number(hash, 'created_at')
})

const readKin = (hash: Hash) => ({
  parent: hash['parent'] || null,
  follows: FOLLOW_UPS.find(known => known === hash['follows']) ?? null,
  bytes: text(hash, 'bytes'),
  inverse: flag(hash, 'inverse'),
  children: parsed<string[]>(hash, 'children', []),
  claims: parsed<Record<string, string>>(hash, 'claims', {}),
  givenBack: flag(hash, 'given_back')
})

const readListing = (hash: Hash) => ({
  given: maybe(hash, 'given'),
  expected: parsed<Total | null>(hash, 'expected', null),
  page: number(hash, 'page'),
  cursor: text(hash, 'cursor'),
  ended: flag(hash, 'ended'),
  listed: number(hash, 'listed'),
  digest: text(hash, 'digest'),
  warnings: readWarned(hash, 'warnings'),
  token: hash['token'] || null,
  total: number(hash, 'total')
})

const readProgress = (hash: Hash) => ({
  turn: number(hash, 'turn'),
  revision: number(hash, 'revision'),
  reason: hash['reason'] || null,
  error: parsed<Failure | null>(hash, 'error', null),
  phase: hash['phase'] === 'act' ? ('act' as const) : ('list' as const),
  inflight: number(hash, 'inflight'),
  waits: number(hash, 'waits'),
  warned: readWarned(hash, 'warned'),
  suspicion: parsed<Suspicion>(hash, 'suspicion', NO_SUSPICION),
  counts: {
    succeeded: number(hash, 'succeeded'),
    skipped: number(hash, 'skipped'),
    failed: number(hash, 'failed'),
    unknown: number(hash, 'unknown'),
    not_attempted: number(hash, 'not_attempted')
  },
  toldAt: number(hash, 'told_at'),
  startedAt: maybe(hash, 'started_at'),
  finishedAt: maybe(hash, 'finished_at'),
  expiresAt: maybe(hash, 'expires_at'),
  waitingUntil: maybe(hash, 'waiting_until'),
  runMs: number(hash, 'run_ms')
})

/** The fields that are read of a hash, found by reading one that remembers what it was asked. */
const NAMES: readonly string[] = namesRead()

function namesRead(): string[] {
  const names = new Set<string>()
  const curious = new Proxy<Hash>(
    {},
    {
      get(_hash, name) {
        names.add(String(name))
        return name === 'status' ? JOB_STATUSES[0] : undefined
      }
    }
  )
  readMeta(curious)
  return [...names]
}
