import { hasSpecialScope } from '../../contract/call.ts'
import { OperationError } from '../../contract/errors.ts'
import type { BulkRequest, Jobs } from '../../contract/jobs.ts'
import { isHigher, type Permission } from '../../contract/operation.ts'
import type { Budget } from '../../contract/runtime.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { redisNow } from '../../lib/redis/time.ts'
import { inSpan, isTracing, traceHeaders } from '../../lib/telemetry/telemetry.ts'
import { narrowClient } from '../../pipeline/narrow-client.ts'
import type { Connections } from '../../pipeline/ports.ts'
import { withAbortGrace } from '../engine/abort-grace.ts'
import { adapterCall } from '../engine/create-adapter-call.ts'
import { newNonce } from '../model/confirm-token.ts'
import { costOf } from '../model/cost.ts'
import { jobIdFrom, newJobId } from '../model/job-id.ts'
import { writeMeta } from '../model/job-record.ts'
import { bounded, jsonText } from '../model/lua-json.ts'
import { needsTurn } from '../model/states.ts'
import { createWarningCollector } from '../model/warnings.ts'
import type { QueuedJob } from '../scheduling/queue.ts'
import { type JobSettings, MAX_METADATA, MAX_SENTENCE } from '../settings.ts'
import { ORPHAN_S, storeCallPayload } from '../store/call-payload.ts'
import { encryptField } from '../store/encrypted-fields.ts'
import { hostQueue, jobKey, NOTIFYING_JOBS, SHARED_QUEUE } from '../store/keys.ts'
import { runJobCommand } from '../store/lua/commands.ts'
import { addWithinQuota, writeNew } from '../store/quota.ts'
import type { JobsContext } from '../store/read-job.ts'
import { fetchMeta } from '../store/read-record.ts'
import { withRedisTimeout } from '../store/redis-timeout.ts'
import { checkNotifyUrl } from '../webhooks/webhooks.ts'
import { queueTurn } from './control.ts'

/** Dependencies for creating a job: `prepare` of the adapter runs in the request. */
interface CreateContext extends JobsContext {
  connections: Pick<Connections, 'get'>
  hostId: string
}

type Action = BulkRequest['adapter']

interface NewJob extends QueuedJob {
  fields: string[]
}

/** Creates a job and queues its first turn. Returns its ID, or the ID of the job that an earlier attempt at the same request created. */
export async function createJob(context: CreateContext, request: BulkRequest, jobs: Jobs): Promise<string> {
  if (!isTracing()) return await createUntraced(context, request, jobs)
  const attributes = { 'messaging.system': 'bullmq', 'messaging.operation.type': 'send', 'toolgate.operation': request.adapter.id }
  return await inSpan({ name: `send ${request.adapter.id}`, kind: 'producer', attributes }, () => createUntraced(context, request, jobs))
}

async function createUntraced(context: CreateContext, request: BulkRequest, jobs: Jobs): Promise<string> {
  const known = await createdBefore(context, request)
  if (known !== undefined) return known
  const job = await prepareJob(context, request, jobs)
  await withRedisTimeout(context.redis, () => writeJob(context, job, request))
  await queueTurn(context, job)
  return job.id
}

/** The process that created it may have ended before the turn was queued. */
async function createdBefore(context: JobsContext, { dedupeKey }: BulkRequest): Promise<string | undefined> {
  if (dedupeKey === undefined) return undefined
  const { redis } = context
  const id = jobIdFrom(dedupeKey)
  // A request that was over the quota before may be within it now.
  const [meta] = await withRedisTimeout(redis, () => Promise.all([fetchMeta(redis, id), redis.del(jobKey(id, 'refused'))]))
  if (meta && needsTurn(meta.status)) await queueTurn(context, meta)
  const exists = meta ?? (await withRedisTimeout(redis, () => redis.exists(jobKey(id, 'tombstone'))))
  return exists === 0 ? undefined : id
}

/** Checks the parameters, so that invalid ones fail the request and not the job later. Returns the fields to write. */
async function prepareJob(context: CreateContext, request: BulkRequest, jobs: Jobs): Promise<NewJob> {
  const { adapter, caller, input } = request
  const { secrets, settings } = context
  await checkRequest(context, request)
  const {
    client,
    instance,
    budget,
    local = false,
    fingerprint
  } = await context.connections.get(adapter.tool, request.instance ?? undefined)
  const collector = createWarningCollector()
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(settings.list_timeout_ms)])
  let permission = typeof adapter.permission === 'string' ? adapter.permission : adapter.permission.of(input)
  const call = adapterCall({
    client: narrowClient(adapter.tool, client, caller),
    instance,
    caller,
    jobs,
    log: context.log,
    signal,
    warn: collector.add,
    requirePermission(needed) {
      request.requirePermission?.(needed)
      if (isHigher(needed, permission)) permission = needed
    }
  })
  const {
    query,
    action,
    metadata = {}
  } = await withAbortGrace(signal, settings.abort_grace_ms, 'prepare', () => adapter.prepare(input, call))
  const { warnings = [], ...facts } = metadata
  for (const text of warnings) collector.add(text)
  const { texts, more } = collector.take()
  const ids = request.ids && [...new Set(request.ids)]
  const id = request.dedupeKey === undefined ? newJobId() : jobIdFrom(request.dedupeKey)
  const queue = local ? hostQueue(context.hostId) : SHARED_QUEUE
  const turn = 1
  const fields = writeMeta({
    id,
    queue,
    turn,
    key: caller.id,
    account: accountOf(adapter, permission, local ? queue : instance),
    operation: adapter.id,
    instance,
    constraints: caller.constraints && JSON.stringify(caller.constraints),
    fingerprint,
    trace: traceHeaders()['traceparent'],
    message: encryptField(secrets, messageOf(request)),
    status: 'snapshotting',
    phase: 'list',
    epoch: 0,
    page: 0,
    query: encryptField(secrets, query ?? null),
    action: encryptField(secrets, action ?? null),
    metadata: encryptField(secrets, bounded(facts, MAX_METADATA)),
    warnings: jsonText(texts),
    warnings_more: more,
    nonce: newNonce(),
    named_count: ids?.length,
    ...traitsOf(adapter, permission),
    permission: request.permission ?? (typeof adapter.permission === 'string' ? undefined : permission),
    ...costsOf(request, budget),
    ...optionFields(request),
    ...(request.confirmed && { auto: true }),
    ...(request.approved && { approved: true }),
    ...settingFields(settings, adapter)
  })
  return { id, operation: adapter.id, queue, turn, fields }
}

async function checkRequest(context: CreateContext, request: BulkRequest): Promise<void> {
  const { adapter, options } = request
  if (options.confirm === 'auto') requireAutoConfirm(request)
  if (!adapter.idempotent && !options.dry_run) await context.requireDurability?.()
  if (options.notify_url !== undefined) await checkNotifyUrl(options.notify_url, context.webhooks)
}

/** Costs of the job, and of a job that undoes it. */
function costsOf({ adapter, ids, options }: BulkRequest, budget: Budget | undefined) {
  const { max_batch, undo } = adapter
  const batch = Math.min(options.chunk ?? max_batch, ids?.length ?? max_batch)
  const cost = costOf(adapter, budget, { batch, named: ids !== undefined })
  const { cost_units, max_batch: undoBatch = max_batch } = undo ?? {}
  const undoCost = cost_units && costOf({ cost_units, permission: adapter.permission }, budget, { batch: undoBatch, named: false })
  return { cost: cost && JSON.stringify(cost), undo_cost: undoCost && JSON.stringify(undoCost) }
}

/** Settings that stay as they were when the job was created. */
const settingFields = (settings: JobSettings, { kind }: Action) => {
  const { keep_job_s, keep_tombstone_s, breaker_streak, breaker_percent, breaker_min_items } = settings
  const keep_items_s = kind === 'call' ? Math.min(settings.keep_items_s, settings.keep_call_result_s) : settings.keep_items_s
  return { keep_job_s, keep_items_s, keep_tombstone_s, breaker_streak, breaker_percent, breaker_min_items }
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

/** Properties of the action that stay as they were when the job was created. */
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

/** Writes IDs that the caller named first, then the job that needs them: after a crash in between, only data that expires is left. */
async function writeJob(
  { redis, secrets, settings }: JobsContext,
  { id, fields }: NewJob,
  { caller, ids, kept, options }: BulkRequest
): Promise<void> {
  await addWithinQuota(redis, { id, key: caller.id }, settings)
  if (options.notify_url !== undefined) await redis.zadd(NOTIFYING_JOBS, await redisNow(redis), id)
  if (ids) await addNamedIds(redis, id, [...new Set(ids)])
  if (kept !== undefined) await storeCallPayload({ redis, secrets }, id, kept)
  await writeNew(redis, id, fields)
}

const IDS_PER_WRITE = 1_000

async function addNamedIds(redis: RedisClient, id: string, ids: string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += IDS_PER_WRITE)
    await runJobCommand(redis, 'addNamedIds', id, [at, ORPHAN_S, ...ids.slice(at, at + IDS_PER_WRITE)])
}

/**
 * Returns what the job changes: jobs that change the same account do not run at the same time. Returns '' if it only reads, makes a single call,
 * or is a program, whose effects are unknown.
 */
function accountOf({ kind, tool }: Action, permission: Permission, instance: string | null): string {
  if (permission === 'read' || kind !== 'bulk') return ''
  return instance === null ? tool.name : `${tool.name} (${instance})`
}

function messageOf({ adapter, input }: BulkRequest): string {
  const text = adapter.message?.(input) ?? adapter.summary
  return text.length > MAX_SENTENCE ? `${text.slice(0, MAX_SENTENCE - 1)}…` : text
}

const AUTO_CONFIRM = 'jobs:auto_confirm'

function requireAutoConfirm({ caller, options }: BulkRequest): void {
  if (options.dry_run || hasSpecialScope(caller, AUTO_CONFIRM)) return
  throw new OperationError('insufficient_permissions', `This key is not allowed to skip confirmation (needs scope \`${AUTO_CONFIRM}\`).`, {
    source: 'gateway',
    outcome: 'not_executed',
    required_scope: AUTO_CONFIRM,
    suggestions: ['Omit confirm, then confirm the preview with jobs_confirm.', `Or use a key with the scope ${AUTO_CONFIRM}.`]
  })
}
