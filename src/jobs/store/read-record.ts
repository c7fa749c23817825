import type { Json } from '../../contract/bulk.ts'
import type { Constraints } from '../../contract/constraints.ts'
import { FOLLOW_UPS, JOB_KINDS, JOB_STATUSES } from '../../contract/job.ts'
import { MAX_RETRIES, ON_FAILURE } from '../../contract/jobs.ts'
import { PERMISSIONS } from '../../contract/operation.ts'
import type { Total } from '../../contract/schema.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import type { Cost } from '../model/cost.ts'
import { type Failure, type Meta, NO_POISON_SEARCH, type PoisonSearch } from '../model/job-record.ts'
import type { Warnings } from '../model/warnings.ts'
import { encryptedIn, isEncrypted } from './encrypted-fields.ts'
import { jobKey } from './keys.ts'

type Hash = Record<string, string>

const text = (hash: Hash, name: string): string => hash[name] ?? ''
const flag = (hash: Hash, name: string): boolean => hash[name] === '1'
const number = (hash: Hash, name: string): number => Number(hash[name] ?? 0)
const numberOrNull = (hash: Hash, name: string): number | null => (hash[name] ? Number(hash[name]) : null)
const parsed = <T>(hash: Hash, name: string, otherwise: T): T => (hash[name] ? JSON.parse(hash[name]) : otherwise)

/** Reads a field that may be encrypted. Returns `otherwise` if it is. */
const unencrypted = <T>(hash: Hash, name: string, otherwise: T): T => (isEncrypted(hash[name]) ? otherwise : parsed(hash, name, otherwise))

const readWarnings = (hash: Hash, name: string): Warnings => ({
  texts: parsed<string[]>(hash, name, []),
  more: number(hash, `${name}_more`),
  counts: parsed<Warnings['counts']>(hash, `${name}_counts`, [])
})

/** Reads a job; undefined if it does not exist. Requests only values, because the names are known: less than half of the hash. */
export async function fetchMeta(redis: RedisClient, id: string): Promise<Meta | undefined> {
  const values = await redis.hmget(jobKey(id, 'meta'), ...NAMES)
  const hash: Hash = {}
  for (const [at, value] of values.entries()) if (value !== null) hash[NAMES[at] ?? ''] = value
  return readMeta(hash)
}

/** Parses the hash of a job; undefined if there is none. */
export function readMeta(hash: Hash): Meta | undefined {
  const status = JOB_STATUSES.find(known => known === hash['status'])
  if (status === undefined) return undefined
  return { status, ...readRequest(hash), ...readFamily(hash), ...readListing(hash), ...readProgress(hash) }
}

/** A job without a kind is a bulk job. */
export const kindOf = (text: string | null | undefined): Meta['kind'] => JOB_KINDS.find(kind => kind === text) ?? 'bulk'

const readRequest = (hash: Hash) => ({
  id: text(hash, 'id'),
  kind: kindOf(hash['kind']),
  key: text(hash, 'key'),
  operation: text(hash, 'operation'),
  permission: PERMISSIONS.find(known => known === hash['permission']) ?? null,
  instance: hash['instance'] || null,
  constraints: parsed<Constraints>(hash, 'constraints', {}),
  fingerprint: hash['fingerprint'] || null,
  trace: hash['trace'] || null,
  message: isEncrypted(hash['message']) ? '' : text(hash, 'message'),
  idempotent: flag(hash, 'idempotent'),
  undoable: flag(hash, 'undoable'),
  undoIdempotent: flag(hash, 'undo_idempotent'),
  reconcilable: flag(hash, 'reconcilable'),
  irreversible: flag(hash, 'irreversible'),
  keepsData: flag(hash, 'keeps_data'),
  itemsPerSecond: numberOrNull(hash, 'items_per_second'),
  cost: parsed<Cost | null>(hash, 'cost', null),
  dryRun: flag(hash, 'dry_run'),
  maxItems: number(hash, 'max_items'),
  onFailure: ON_FAILURE.find(known => known === hash['on_failure']) ?? 'continue',
  retries: numberOrNull(hash, 'retries') ?? MAX_RETRIES,
  chunk: numberOrNull(hash, 'chunk'),
  query: unencrypted<Json>(hash, 'query', null),
  action: unencrypted<Json>(hash, 'action', null),
  metadata: unencrypted<Meta['metadata']>(hash, 'metadata', {}),
  encrypted: encryptedIn(hash),
  nonce: text(hash, 'nonce'),
  notifyUrl: hash['notify_url'] || null,
  queue: text(hash, 'queue'),
  createdAt: number(hash, 'created_at')
})

const readFamily = (hash: Hash) => ({
  parent: hash['parent'] || null,
  follows: FOLLOW_UPS.find(known => known === hash['follows']) ?? null,
  bytes: text(hash, 'bytes'),
  inverse: flag(hash, 'inverse'),
  children: parsed<string[]>(hash, 'children', []),
  claims: parsed<Record<string, string>>(hash, 'claims', {}),
  itemsReturned: flag(hash, 'items_returned')
})

const readListing = (hash: Hash) => ({
  namedCount: numberOrNull(hash, 'named_count'),
  expected: parsed<Total | null>(hash, 'expected', null),
  page: number(hash, 'page'),
  cursor: text(hash, 'cursor'),
  ended: flag(hash, 'ended'),
  listed: number(hash, 'listed'),
  digest: text(hash, 'digest'),
  warnings: readWarnings(hash, 'warnings'),
  token: hash['token'] || null,
  confirmedBy: hash['confirmed_by'] || null,
  approved: flag(hash, 'approved'),
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
  runWarnings: readWarnings(hash, 'run_warnings'),
  poisonSearch: parsed<PoisonSearch>(hash, 'poison_search', NO_POISON_SEARCH),
  counts: {
    succeeded: number(hash, 'succeeded'),
    skipped: number(hash, 'skipped'),
    failed: number(hash, 'failed'),
    unknown: number(hash, 'unknown'),
    not_attempted: number(hash, 'not_attempted')
  },
  publishedAt: number(hash, 'published_at'),
  startedAt: numberOrNull(hash, 'started_at'),
  finishedAt: numberOrNull(hash, 'finished_at'),
  expiresAt: numberOrNull(hash, 'expires_at'),
  waitingUntil: numberOrNull(hash, 'waiting_until'),
  runMs: number(hash, 'run_ms')
})

/** Names of all fields that `readMeta` reads, collected by parsing a hash that records each access. */
const NAMES: readonly string[] = fieldNames()

function fieldNames(): string[] {
  const names = new Set<string>()
  const recorder = new Proxy<Hash>(
    {},
    {
      get(_hash, name) {
        names.add(String(name))
        return name === 'status' ? JOB_STATUSES[0] : undefined
      }
    }
  )
  readMeta(recorder)
  return [...names]
}
