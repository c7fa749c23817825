import type { Budget } from '../contract/budget.ts'
import { holdsSpecial } from '../contract/caller.ts'
import { OperationError } from '../contract/errors.ts'
import type { BulkRequest, Jobs } from '../contract/jobs.ts'
import type { Permission } from '../contract/operation.ts'
import type { Connections } from '../contract/ports.ts'
import type { Log } from '../contract/tool.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import { redisNow } from '../lib/redis/time.ts'
import { bounded } from './bounded.ts'
import { adapterCall } from './call.ts'
import { costOf } from './cost.ts'
import { heeded } from './grace.ts'
import { jobIdFrom, newJobId } from './id.ts'
import { jsonText } from './json.ts'
import { keepCall } from './kept.ts'
import { hostQueue, NOTIFYING, SHARED_QUEUE } from './keys.ts'
import { writeMeta } from './meta.ts'
import type { Desk } from './read-job.ts'
import { enterWhereRoom, writeNew } from './room.ts'
import { runScript } from './scripts/run.ts'
import { type BulkSettings, MAX_METADATA, MAX_SENTENCE } from './settings.ts'
import { digestOf } from './token.ts'
import { createWarnings } from './warnings.ts'
import { acceptUrl, type Webhooks } from './webhooks/accept.ts'

interface Parts {
  connections: Pick<Connections, 'get'>
  hostId: string
  log: Log
  settings: BulkSettings
  demandDurability?: () => Promise<void>
  webhooks?: Webhooks
}

type Action = BulkRequest['adapter']

export interface NewJob {
  id: string
  queue: string
  turn: number
  fields: string[]
}

/** Prepares a job: what is wrong with its parameters is answered at once, not found on the job later. */
export async function newJob(request: BulkRequest, parts: Parts, jobs: Jobs): Promise<NewJob> {
  const { adapter, caller, input, options } = request
  await accept(request, parts)
  const { client, instance, budget, local = false } = await parts.connections.get(adapter.tool, request.instance ?? undefined)
  const warned = createWarnings()
  const { list_timeout_ms, abort_grace_ms } = parts.settings
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(list_timeout_ms)])
  const call = adapterCall({ client, instance, caller, jobs, log: parts.log, signal, warn: warned.add })
  const { query, action, metadata = {} } = await heeded(signal, abort_grace_ms, 'the parameters', () => adapter.prepare(input, call))
  const { warnings = [], ...facts } = metadata
  for (const text of warnings) warned.add(text)
  const { texts, more } = warned.take()
  const ids = request.ids && [...new Set(request.ids)]
  const id = request.once === undefined ? newJobId() : jobIdFrom(request.once)
  const queue = local ? hostQueue(parts.hostId) : SHARED_QUEUE
  const turn = 1
  const permission = typeof adapter.permission === 'string' ? adapter.permission : adapter.permission.of(input)
  const fields = writeMeta({
    id,
    queue,
    turn,
    key: caller.id,
    account: accountOf(adapter, permission, local ? queue : instance),
    operation: adapter.id,
    instance,
    message: messageOf(request),
    status: 'snapshotting',
    phase: 'list',
    epoch: 0,
    page: 0,
    query: JSON.stringify(query ?? null),
    action: JSON.stringify(action ?? null),
    metadata: JSON.stringify(bounded(facts, MAX_METADATA)),
    warnings: jsonText(texts),
    warnings_more: more,
    params: digestOf([adapter.id, instance, query, action, ids, options] satisfies unknown[]),
    given: ids?.length,
    ...traitsOf(adapter, permission),
    permission: request.permission ?? (typeof adapter.permission === 'string' ? undefined : permission),
    ...costsOf(request, budget),
    ...optionFields(request),
    ...(request.confirmed && { auto: true }),
    ...fixedBy(parts.settings, adapter)
  })
  return { id, queue, turn, fields }
}

/** What must be so before any job of the kind is made. */
async function accept(request: BulkRequest, parts: Parts): Promise<void> {
  const { adapter, options } = request
  if (options.confirm === 'auto') mayStartAtOnce(request)
  if (!adapter.idempotent && !options.dry_run) await parts.demandDurability?.()
  if (options.notify_url !== undefined) await acceptUrl(options.notify_url, parts.webhooks)
}

/** What the job draws, and what a job that undoes it would. */
function costsOf({ adapter, ids, options }: BulkRequest, budget: Budget | undefined) {
  const { max_batch, undo } = adapter
  const batch = Math.min(options.chunk ?? max_batch, ids?.length ?? max_batch)
  const cost = costOf(adapter, budget, { batch, named: ids !== undefined })
  const { cost_units, max_batch: undone = max_batch } = undo ?? {}
  const undoCost = cost_units && costOf({ cost_units, permission: adapter.permission }, budget, { batch: undone, named: false })
  return { cost: cost && JSON.stringify(cost), undo_cost: undoCost && JSON.stringify(undoCost) }
}

/** Settings that hold for a job as they were when it was made. */
const fixedBy = (settings: BulkSettings, { kind }: Action) => {
  const { keep_job_s, keep_stone_s, break_in_a_row, break_percent, break_least } = settings
  const keep_items_s = kind === 'call' ? Math.min(settings.keep_items_s, settings.keep_answer_s) : settings.keep_items_s
  return { keep_job_s, keep_items_s, keep_stone_s, break_in_a_row, break_percent, break_least }
}

const optionFields = ({ options: { dry_run, confirm, notify_url, max_items, on_failure, retries, chunk } }: BulkRequest) => ({
  dry_run,
  auto: confirm === 'auto',
  notify_url,
  max_items,
  on_failure,
  retries,
  chunk
})

/** What a job remembers of its action. */
const traitsOf = ({ kind, idempotent, undo, reconcile, keeps_data, items_per_second }: Action, permission: Permission) => ({
  kind,
  idempotent,
  undoable: undo !== undefined,
  undo_idempotent: undo?.idempotent,
  reconcilable: reconcile !== undefined,
  irreversible: permission === 'destructive' && undo === undefined,
  keeps_data,
  items_per_second
})

/** Ids named by the caller go first, then the job that needs them: in between, a crash leaves only what expires. */
export async function writeJob(
  { redis, settings }: Pick<Desk, 'redis' | 'settings'>,
  { id, fields }: NewJob,
  { caller, ids, kept, options }: BulkRequest
): Promise<void> {
  await enterWhereRoom(redis, { id, key: caller.id }, settings)
  if (options.notify_url !== undefined) await redis.zadd(NOTIFYING, await redisNow(redis), id)
  if (ids) await give(redis, id, [...new Set(ids)])
  if (kept !== undefined) await keepCall(redis, id, kept, ORPHAN_S)
  await writeNew(redis, id, fields)
}

const GIVEN_AT_A_TIME = 1_000
const ORPHAN_S = 3_600

async function give(redis: RedisClient, id: string, ids: string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += GIVEN_AT_A_TIME)
    await runScript(redis, 'give', id, [at, ORPHAN_S, ...ids.slice(at, at + GIVEN_AT_A_TIME)])
}

/** What a job changes, to whoever must not change it at the same time; nothing where it only reads, or makes one call, and no one can say it of a program. */
function accountOf({ kind, tool }: Action, permission: Permission, place: string | null): string {
  if (permission === 'read' || kind !== 'bulk') return ''
  return place === null ? tool.name : `${tool.name} (${place})`
}

function messageOf({ adapter, input }: BulkRequest): string {
  const text = adapter.message?.(input) ?? adapter.summary
  return text.length > MAX_SENTENCE ? `${text.slice(0, MAX_SENTENCE - 1)}…` : text
}

const AUTO_CONFIRM = 'jobs:auto_confirm'

function mayStartAtOnce({ caller, options }: BulkRequest): void {
  if (options.dry_run || holdsSpecial(caller, AUTO_CONFIRM)) return
  throw new OperationError('insufficient_permissions', 'This key may not start a job without a look at its preview.', {
    source: 'gateway',
    outcome: 'not_executed',
    required_scope: AUTO_CONFIRM,
    suggestions: ['Leave out confirm, then confirm the preview with jobs_confirm.', `Or use a key with the scope ${AUTO_CONFIRM}.`]
  })
}
