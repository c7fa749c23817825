import type { Caller } from '../../../contract/call.ts'
import { OperationError } from '../../../contract/errors.ts'
import type { FollowUp } from '../../../contract/job.ts'
import { redisNow } from '../../../lib/redis/time.ts'
import { traceHeaders } from '../../../lib/telemetry/telemetry.ts'
import { newNonce } from '../../model/confirm-token.ts'
import { type Meta, writeMeta } from '../../model/job-record.ts'
import { jsonText } from '../../model/lua-json.ts'
import { MAX_SENTENCE } from '../../settings.ts'
import { copyCallPayload } from '../../store/call-payload.ts'
import { decryptForDisplay, encryptField } from '../../store/encrypted-fields.ts'
import { jobKey, NOTIFYING_JOBS } from '../../store/keys.ts'
import { runJobCommand } from '../../store/lua/commands.ts'
import { addWithinQuota, writeNew } from '../../store/quota.ts'
import { type JobsContext, visible } from '../../store/read-job.ts'
import { withRedisTimeout } from '../../store/redis-timeout.ts'
import { checkNotifyUrl } from '../../webhooks/webhooks.ts'
import { queueTurn } from '../control.ts'
import { type CreatedJob, claimItems, type Plan, wasWritten } from './claims.ts'

/** Fields that a follow-up job copies from the hash of its parent. */
const INHERITED = [
  'queue',
  'key',
  'account',
  'operation',
  'instance',
  'constraints',
  'fingerprint',
  'query',
  'action',
  'metadata',
  'items_per_second',
  'permission',
  'max_items',
  'on_failure',
  'notify_url',
  'retries',
  'chunk',
  'cost',
  'undo_cost',
  'breaker_streak',
  'breaker_percent',
  'breaker_min_items',
  'keep_job_s',
  'keep_items_s',
  'keep_tombstone_s'
]

/**
 * Creates a job from another. It claims the items of the parent first, under the ID that the job will have: a repeated request, even after a
 * crash in between, returns the same job.
 */
export async function createFollowUp(context: JobsContext, caller: Caller, id: string, planOf: (meta: Meta) => Plan): Promise<CreatedJob> {
  const { redis } = context
  const parent = await withRedisTimeout(redis, () => visible(redis, caller, id))
  const plan = planOf(parent)
  context.authorize?.(parent.operation, caller, parent) // scope and policy may have changed since
  const revoked = context.revoked?.(parent)
  if (revoked) throw revoked
  const created = await withRedisTimeout(redis, () => claimItems(redis, parent, plan))
  if (!created.fresh && (await withRedisTimeout(redis, () => wasWritten(redis, created.id)))) return created
  const urlRefusal = await notifyUrlRefusal(context, parent)
  await withRedisTimeout(redis, () => writeWithinQuota(context, created.id, parent, plan, urlRefusal))
  await queueTurn(context, { id: created.id, operation: parent.operation, queue: parent.queue, turn: 1 })
  return created
}

/** If the caller has reached its quota, the items return to the parent. */
async function writeWithinQuota(context: JobsContext, id: string, parent: Meta, plan: Plan, urlRefusal: string | undefined): Promise<void> {
  const { redis, settings } = context
  try {
    await addWithinQuota(redis, { id, key: parent.key }, settings)
    await write(context, id, parent, plan, urlRefusal)
  } catch (error) {
    if (error instanceof OperationError) await runJobCommand(redis, 'releaseItems', parent.id, [id, '1'])
    throw error
  }
}

/** The URL was accepted when the parent was created. If it is refused now, the job runs without webhooks and has a warning. */
async function notifyUrlRefusal({ webhooks }: JobsContext, { notifyUrl }: Meta): Promise<string | undefined> {
  if (notifyUrl === null) return undefined
  try {
    await checkNotifyUrl(notifyUrl, webhooks)
    return undefined
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    return `No webhooks are sent for this job: the notify_url of its parent is now refused. ${error.message}`
  }
}

async function write(
  { redis, secrets }: Pick<JobsContext, 'redis' | 'secrets'>,
  id: string,
  parent: Meta,
  plan: Plan,
  urlRefusal: string | undefined
): Promise<void> {
  const { how, bytes } = plan
  const values = await redis.hmget(jobKey(parent.id, 'meta'), ...INHERITED)
  const inherited = Object.fromEntries(INHERITED.map((name, at) => [name, values[at]]))
  const inverse = how === 'undo' || (how === 'retry' && parent.inverse)
  const repeatsAction = how === 'retry' && !inverse
  const fields = writeMeta({
    ...inherited,
    ...(inverse && inherited['undo_cost'] && { cost: inherited['undo_cost'] }),
    ...(how === 'reconcile' && { account: null, on_failure: 'ignore' }), // it only reads, and an item it cannot check is not a failure
    id,
    trace: traceHeaders()['traceparent'],
    turn: 1,
    message: encryptField(secrets, messageOf(how, decryptForDisplay(secrets, parent).message)),
    status: 'snapshotting',
    phase: 'list',
    epoch: 0,
    page: 0,
    nonce: newNonce(),
    parent: parent.id,
    follows: how,
    bytes,
    inverse,
    idempotent: how === 'reconcile' || (inverse ? parent.undoIdempotent : parent.idempotent),
    undo_idempotent: parent.undoIdempotent,
    undoable: repeatsAction && parent.undoable,
    reconcilable: repeatsAction && parent.reconcilable,
    irreversible: repeatsAction && parent.irreversible,
    keeps_data: how !== 'retry' || parent.keepsData,
    dry_run: false,
    auto: how === 'reconcile', // it only reads
    ...(urlRefusal !== undefined && { notify_url: null, warnings: jsonText([urlRefusal]) })
  })
  if (inherited['notify_url'] && urlRefusal === undefined) await redis.zadd(NOTIFYING_JOBS, await redisNow(redis), id)
  if (parent.kind !== 'bulk') await copyCallPayload(redis, id, parent.id)
  await writeNew(redis, id, fields)
}

const PREFIXES: Readonly<Record<FollowUp, string>> = { retry: 'Retry', undo: 'Undo', reconcile: 'Check unknown items' }

const messageOf = (how: FollowUp, message: string): string => `${PREFIXES[how]}: ${message}`.slice(0, MAX_SENTENCE)
