import type { Caller } from '../../contract/call.ts'
import { OperationError } from '../../contract/errors.ts'
import type { Job } from '../../contract/job.ts'
import type { JobWait } from '../../contract/jobs.ts'
import type { Log } from '../../contract/runtime.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { isJobId } from '../model/job-id.ts'
import type { Meta } from '../model/job-record.ts'
import { isTerminal, needsTurn } from '../model/states.ts'
import { viewJob } from '../model/view.ts'
import type { ConcurrencySlots } from '../scheduling/concurrency-slots.ts'
import type { TurnQueue } from '../scheduling/queue.ts'
import type { JobSettings } from '../settings.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import { resultOf } from './call-payload.ts'
import { decryptForDisplay } from './encrypted-fields.ts'
import { seesAll } from './job-index.ts'
import { jobKey } from './keys.ts'
import { fetchMeta } from './read-record.ts'
import { withRedisTimeout } from './redis-timeout.ts'
import type { StatusSubscriber } from './status-subscriber.ts'
import { createWakeup } from './wakeup.ts'

/** Returns why a job may no longer run because its key was revoked; undefined if it may. */
export type Revoked = (job: Pick<Meta, 'key' | 'operation' | 'permission' | 'instance' | 'constraints'>) => OperationError | undefined

/** What scope and policy decide on, besides the operation. */
export type JobToStart = Pick<Meta, 'permission' | 'instance'>

/** A job whose preview is being confirmed. */
interface ConfirmedJob extends JobToStart {
  id: string
  operation: string
  message: string
  irreversible: boolean
  /** Number of its items. */
  items: number
  /** Destination of its events, without what may be secret. */
  notifyOrigin: string | null
  /** What else its preview shows. */
  preview: Record<string, unknown>
  confirmToken: string
  approvalId: string | undefined
}

/** Uses the approval that the start of a job needs, if any, and returns whether it needed one. Throws if it must not start now. */
export type UseJobApproval = (job: ConfirmedJob, caller: Caller) => Promise<boolean>

/** Whether the policy now requires an approval that was not used for the start of this job. */
export type LacksApproval = (job: JobToStart & Pick<Meta, 'key' | 'operation' | 'confirmedBy' | 'approved'>) => boolean

/** Dependencies of the commands of the jobs service. */
export interface JobsContext {
  redis: RedisClient
  statusSubscriber: StatusSubscriber
  turnQueue: TurnQueue
  slots: ConcurrencySlots
  /** Whether a worker process serves that queue. */
  isServed: (queue: string) => Promise<boolean>
  /** Encrypts the arguments of calls and programs. */
  secrets: Secrets
  publicUrl: string
  settings: JobSettings
  log: Log
  /** Throws if the caller is not, or no longer, allowed to start such a job. */
  authorize?: (operation: string, caller: Caller, job?: JobToStart) => void
  /** Whether a caller may call an operation; with `permission`, a call that needs it. Default: it may. */
  permits?: (operation: string, caller: Caller, job?: JobToStart) => boolean
  revoked?: Revoked
  useApproval?: UseJobApproval
  /** Withdraws the approval that a cancelled job waits for. */
  withdrawApproval?: (id: string) => Promise<void>
  /** Throws if the job store could lose writes. */
  requireDurability?: () => Promise<void>
  webhooks?: Webhooks
  /** Requests that deleted data is erased from the disk soon. */
  onErased?: () => void
  /** Aborts once no caller may wait any longer. */
  closing: AbortSignal
}

/** Polling interval, in case a message of the subscription was lost. */
const POLL_MS = 2_000

/** Returns the job if it exists and the caller can see it. Throws job_expired or, for any other job, job_not_found. */
export async function visible(redis: RedisClient, caller: Caller, id: string): Promise<Meta> {
  const meta = isJobId(id) ? await fetchMeta(redis, id) : undefined
  const owner = meta?.key ?? (isJobId(id) ? await redis.get(jobKey(id, 'tombstone')) : null)
  if (owner !== null && (owner === caller.id || seesAll(caller))) {
    if (meta) return meta
    throw expired(`Job ${id} is no longer stored.`)
  }
  throw new OperationError('job_not_found', `No job ${id} is visible to this key.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: ['jobs_list lists the jobs of this key.']
  })
}

export const expired = (message: string): OperationError =>
  new OperationError('job_expired', message, { source: 'gateway', outcome: 'not_executed' })

export async function readJob(context: JobsContext, caller: Caller, id: string): Promise<Job> {
  return await withRedisTimeout(context.redis, async () => {
    const meta = await visible(context.redis, caller, id)
    const [job, result] = await Promise.all([toJob(context, caller, meta), resultOf(context.redis, meta)])
    return result === undefined ? job : { ...job, result }
  })
}

/** Returns the job as this caller sees it. */
export async function toJob(context: JobsContext, caller: Caller, meta: Meta): Promise<Job> {
  const job = await viewOf(context, meta)
  return { ...job, links: permittedLinks(context, caller, meta, job.links) }
}

/** Links of requests that start something: they need the permission of the job's operation, too. */
const STARTING: ReadonlySet<string> = new Set(['confirm', 'resume', 'retry', 'undo', 'reconcile'])
const CHANGING: ReadonlySet<string> = new Set([...STARTING, 'pause', 'cancel', 'delete'])

/** Removes the links that would be refused by scope or policy. */
function permittedLinks({ permits }: JobsContext, caller: Caller, meta: Meta, links: Job['links']): Job['links'] {
  if (!permits) return links
  const mayStart = permits(meta.operation, caller, meta)
  const isPermitted = (link: string): boolean => permits(`jobs_${link}`, caller) && (mayStart || !STARTING.has(link))
  const permitted = { ...links }
  for (const link of Object.keys(links)) if (CHANGING.has(link) && !isPermitted(link)) Reflect.deleteProperty(permitted, link)
  return permitted
}

async function viewOf({ redis, publicUrl, isServed, secrets }: JobsContext, meta: Meta): Promise<Job> {
  const [sample, errors, deliveries, lacksWorker] = await Promise.all([
    isPreviewed(meta) ? redis.lrange(jobKey(meta.id, 'preview'), 0, -1) : [],
    hasFailures(meta) ? redis.hvals(jobKey(meta.id, 'errors')) : [],
    meta.notifyUrl === null ? [] : redis.lrange(jobKey(meta.id, 'deliveries'), 0, -1),
    isDue(meta) && isServed(meta.queue).then(served => !served)
  ])
  return viewJob({ meta: decryptForDisplay(secrets, meta), sample, errors, deliveries, lacksWorker }, publicUrl)
}

/** A worker has something to do now. */
const isDue = ({ status, waitingUntil }: Meta): boolean =>
  needsTurn(status) && !(status === 'waiting' && waitingUntil !== null && waitingUntil > Date.now())

/** The sample is shown until the job starts; after that the items themselves show what is done. */
const isPreviewed = ({ phase, startedAt }: Meta): boolean => phase === 'act' && startedAt === null

/** Most jobs have no failures, so nothing needs to be read. */
const hasFailures = ({ counts }: Meta): boolean => counts.failed + counts.unknown > 0

/** Conditions that end a wait, besides its timeout. */
interface WaitCondition {
  isMet: (job: Job) => boolean
  /** Whether events other than a change of the status can end it. */
  needsEvents: boolean
}

/** A job that has ended no longer changes, so it ends every wait. */
export function waitCondition(first: Job, { until = 'change', knows }: JobWait): WaitCondition {
  if (until === 'ended') return { isMet: ({ status }) => isTerminal(status), needsEvents: false }
  if (until === 'idle') return { isMet: ({ status }) => !needsTurn(status), needsEvents: false }
  if (knows) return { isMet: job => isTerminal(job.status) || !knows(job), needsEvents: true }
  return { isMet: ({ status }) => isTerminal(status) || status !== first.status, needsEvents: false }
}

/** Returns the job once the condition is met, the time has passed, the caller has disconnected, or the gateway is shutting down. */
export async function waitForJob(
  context: JobsContext,
  caller: Caller,
  id: string,
  milliseconds: number,
  { isMet, needsEvents }: WaitCondition,
  signal: AbortSignal | undefined
): Promise<Job> {
  const deadline = performance.now() + milliseconds
  const wakeup = createWakeup()
  const ended = AbortSignal.any([context.closing, ...(signal ? [signal] : [])])
  const { onEvent, onStatus } = context.statusSubscriber
  const unsubscribe = needsEvents ? onEvent(id, wakeup.wake) : onStatus(id, wakeup.wake)
  try {
    // It may have changed between the first read and the subscription.
    for (;;) {
      const job = await readJob(context, caller, id)
      const left = deadline - performance.now()
      if (isMet(job) || left <= 0 || ended.aborted) return job
      await wakeup.wait(Math.min(left, POLL_MS), ended)
    }
  } finally {
    unsubscribe()
  }
}
