import type { Caller } from '../../contract/caller.ts'
import { OperationError } from '../../contract/errors.ts'
import type { FollowUp } from '../../contract/jobs.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { redisNow } from '../../lib/redis/time.ts'
import { jsonText } from '../json.ts'
import { jobKey, NOTIFYING } from '../keys.ts'
import { type Meta, writeMeta } from '../meta.ts'
import { reach } from '../reach.ts'
import { type Desk, visible } from '../read-job.ts'
import { enterWhereRoom, writeNew } from '../room.ts'
import { runScript } from '../scripts/run.ts'
import { MAX_SENTENCE } from '../settings.ts'
import { setGoing } from '../steer.ts'
import { digestOf } from '../token.ts'
import { acceptUrl } from '../webhooks/accept.ts'
import { adopt, type Made, wasBorn } from './claims.ts'
import type { Plan } from './plan.ts'

/** What a job has of the one it is made from, as that one's hash has it. */
const INHERITED = [
  'queue',
  'key',
  'account',
  'operation',
  'instance',
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
  'break_in_a_row',
  'break_percent',
  'break_least',
  'keep_job_s',
  'keep_items_s',
  'keep_stone_s'
]

/**
 * Makes a job from another. The parent gives its items first, under the id that the job will have: whoever asks the same again, also after
 * a crash in between, is answered that very job.
 */
export async function makeFollowUp(desk: Desk, caller: Caller, id: string, planOf: (meta: Meta) => Plan): Promise<Made> {
  const { redis } = desk
  const parent = await reach(redis, () => visible(redis, caller, id))
  const plan = planOf(parent)
  desk.admit?.(parent.operation, caller, parent.permission ?? undefined) // scope and policy may have changed since
  const made = await reach(redis, () => adopt(redis, parent, plan))
  if (!made.fresh && (await reach(redis, () => wasBorn(redis, made.id)))) return made
  const untold = await whyUntold(desk, parent)
  await reach(redis, () => writeWhereRoom(desk, made.id, parent, plan, untold))
  await setGoing(desk, { id: made.id, queue: parent.queue, turn: 1 })
  return made
}

/** Where the caller may have no further job, the parent has its items back. */
async function writeWhereRoom({ redis, settings }: Desk, id: string, parent: Meta, plan: Plan, untold: string | undefined): Promise<void> {
  try {
    await enterWhereRoom(redis, { id, key: parent.key }, settings)
    await write(redis, id, parent, plan, untold)
  } catch (error) {
    if (error instanceof OperationError) await runScript(redis, 'disown', parent.id, [id, '1'])
    throw error
  }
}

/** The URL was accepted when the parent was made: where it would not be by now, the job goes without, and says so. */
async function whyUntold({ webhooks }: Desk, { notifyUrl }: Meta): Promise<string | undefined> {
  if (notifyUrl === null) return undefined
  try {
    await acceptUrl(notifyUrl, webhooks)
    return undefined
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    return `Nobody is told of this job: the notify_url of the one before is refused by now. ${error.message}`
  }
}

async function write(redis: RedisClient, id: string, parent: Meta, plan: Plan, untold: string | undefined): Promise<void> {
  const { how, bytes } = plan
  const values = await redis.hmget(jobKey(parent.id, 'meta'), ...INHERITED)
  const inherited = Object.fromEntries(INHERITED.map((name, at) => [name, values[at]]))
  const inverse = how === 'undo' || (how === 'retry' && parent.inverse)
  const again = how === 'retry' && !inverse
  const fields = writeMeta({
    ...inherited,
    ...(inverse && inherited['undo_cost'] && { cost: inherited['undo_cost'] }),
    ...(how === 'reconcile' && { account: null, on_failure: 'ignore' }), // it changes nothing there, and what it cannot tell is no failure
    id,
    turn: 1,
    message: messageOf(how, parent.message),
    status: 'snapshotting',
    phase: 'list',
    epoch: 0,
    page: 0,
    params: digestOf([parent.id, how, bytes]),
    parent: parent.id,
    follows: how,
    bytes,
    inverse,
    idempotent: how === 'reconcile' || (inverse ? parent.undoIdempotent : parent.idempotent),
    undo_idempotent: parent.undoIdempotent,
    undoable: again && parent.undoable,
    reconcilable: again && parent.reconcilable,
    irreversible: again && parent.irreversible,
    keeps_data: how !== 'retry' || parent.keepsData,
    dry_run: false,
    auto: how === 'reconcile', // it reads only
    ...(untold !== undefined && { notify_url: null, warnings: jsonText([untold]) })
  })
  if (inherited['notify_url'] && untold === undefined) await redis.zadd(NOTIFYING, await redisNow(redis), id)
  await writeNew(redis, id, fields)
}

const WORDS: Readonly<Record<FollowUp, string>> = { retry: 'Again', undo: 'Undo', reconcile: 'Find out what became of unknown items' }

const messageOf = (how: FollowUp, message: string): string => `${WORDS[how]}: ${message}`.slice(0, MAX_SENTENCE)
