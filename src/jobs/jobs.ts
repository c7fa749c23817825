import type { Caller } from '../contract/call.ts'
import type { Job } from '../contract/job.ts'
import type { FollowUpJob, Jobs } from '../contract/jobs.ts'
import type { Log } from '../contract/runtime.ts'
import { type RedisClient, type RedisUse, whenReady } from '../lib/redis/connect.ts'
import type { Secrets } from '../lib/secrets.ts'
import type { Connections } from '../pipeline/ports.ts'
import { requireApproval } from './commands/approve.ts'
import { control } from './commands/control.ts'
import { createJob } from './commands/create.ts'
import { deleteJob } from './commands/delete.ts'
import type { CreatedJob, Plan } from './commands/follow-up/claims.ts'
import { createFollowUp } from './commands/follow-up/create-follow-up.ts'
import { readCommands } from './commands/read.ts'
import { reconcilePlan } from './commands/reconcile.ts'
import { retryPlan } from './commands/retry.ts'
import { cancelJobsOf, stopRevokedJobs } from './commands/revoke.ts'
import { undoPlan } from './commands/undo.ts'
import { wakeJob } from './commands/wake.ts'
import type { Meta } from './model/job-record.ts'
import { needsTurn } from './model/states.ts'
import { createConcurrencySlots } from './scheduling/concurrency-slots.ts'
import { createTurnQueue } from './scheduling/queue.ts'
import { workerFinder } from './scheduling/worker-registry.ts'
import { JOB_DEFAULTS, type JobSettings } from './settings.ts'
import { SHARED_QUEUE } from './store/keys.ts'
import { type JobToStart, type Revoked, readJob, type UseJobApproval, waitCondition, waitForJob } from './store/read-job.ts'
import { createStatusSubscriber } from './store/status-subscriber.ts'
import type { Webhooks } from './webhooks/webhooks.ts'

export interface JobsOptions {
  /** Creates a connection. The service closes those it creates. */
  connect: (use: RedisUse) => RedisClient
  /** Clients for `prepare`, which runs in the request. */
  connections: Pick<Connections, 'get'>
  /** From `readHostId`: jobs of systems that act on this host go to the queue of this host. */
  hostId: string
  /** Prefix of every link; empty for links without a host. */
  publicUrl: string
  log: Log
  /** Encrypts the arguments of calls and programs. */
  secrets: Secrets
  /** Throws if the caller is not, or no longer, allowed to start such a job. */
  authorize?: (operation: string, caller: Caller, job?: JobToStart) => void
  /** Whether a caller may call an operation: a job shows no link that would be refused. */
  permits?: (operation: string, caller: Caller, job?: JobToStart) => boolean
  revoked?: Revoked
  useApproval?: UseJobApproval
  /** Withdraws the approval that a cancelled job waits for. */
  withdrawApproval?: (id: string) => Promise<void>
  /** Throws if the job store could lose writes. Called before what must not be done twice. */
  requireDurability?: () => Promise<void>
  settings?: Partial<JobSettings>
  /** Without it, notify_url is refused. */
  webhooks?: Webhooks
  /** Requests that deleted data is erased from the disk soon. */
  onErased?: () => void
}

export interface JobsService extends Jobs {
  /** Stops the jobs that these keys, or without `keyIds` any key, may no longer run. Rejects while Redis is unavailable. */
  revoke: (keyIds?: readonly string[]) => Promise<void>
  /** Cancels all jobs of a key that have not ended. Returns their number. */
  cancelOf: (keyId: string) => Promise<number>
  /** Continues a job that waits for an approval. Any other job is left as it is. Rejects while Redis is unavailable. */
  wake: (id: string) => Promise<void>
  /** Whether a worker process serves the shared queue. Rejects while Redis is unavailable. */
  hasWorker: () => Promise<boolean>
  /** Ends all long polls with the present state of their job, and allows no more. */
  endWaits: () => void
  close: () => Promise<void>
}

/** Maximum wait for the connection to Redis before revoked jobs are stopped. */
const CONNECT_MS = 10_000

/** Creates the jobs service of a gateway. Each method responds soon, or throws redis_unavailable. */
export function createJobs(options: JobsOptions): JobsService {
  const settings = { ...JOB_DEFAULTS, ...options.settings }
  const redis = options.connect('http')
  const statusSubscriber = createStatusSubscriber(options.connect('jobs'), { events: true })
  const turnQueue = createTurnQueue(redis)
  const slots = createConcurrencySlots({ redis, turnQueue, settings })
  const closing = new AbortController()
  const isServed = workerFinder(redis, settings)
  const context = { ...options, isServed, settings, redis, statusSubscriber, turnQueue, slots, closing: closing.signal }

  /** Returns a job that was just created, with its preview if that is ready soon. */
  const withPreview = async (caller: Caller, id: string, signal: AbortSignal): Promise<Job> => {
    const first = await readJob(context, caller, id)
    if (!needsTurn(first.status)) return first
    return await waitForJob(context, caller, id, settings.preview_wait_ms, waitCondition(first, {}), signal)
  }

  const followUp = async (caller: Caller, id: string, plan: (meta: Meta) => Plan, signal: AbortSignal): Promise<FollowUpJob> => {
    const created: CreatedJob = await createFollowUp(context, caller, id, plan)
    return { job: await withPreview(caller, created.id, signal), fresh: created.fresh }
  }

  const jobs: JobsService = {
    async create(request) {
      return await withPreview(request.caller, await createJob(context, request, jobs), request.signal)
    },

    ...readCommands(context),

    async confirm(caller, id, token, approvalId) {
      const isApproved = await requireApproval(context, caller, { id, token, approvalId })
      return await control(context, caller, id, 'confirm', [token, caller.id, isApproved ? '1' : ''])
    },
    cancel: (caller, id) => control(context, caller, id, 'cancel'),
    pause: (caller, id) => control(context, caller, id, 'pause'),
    resume: (caller, id) => control(context, caller, id, 'resume'),

    retry: (caller, id, request, signal) => followUp(caller, id, retryPlan(request), signal),
    undo: (caller, id, signal) => followUp(caller, id, undoPlan, signal),
    reconcile: (caller, id, signal) => followUp(caller, id, reconcilePlan, signal),
    delete: (caller, id) => deleteJob(context, caller, id),

    async revoke(keyIds) {
      await whenReady(redis, CONNECT_MS) // a starting gateway calls this before it is connected
      await stopRevokedJobs(context, keyIds)
    },

    wake: id => wakeJob(context, id),

    cancelOf: keyId => cancelJobsOf(context, keyId),

    hasWorker: () => isServed(SHARED_QUEUE),

    endWaits: () => closing.abort(),

    async close() {
      await turnQueue.close()
      statusSubscriber.close()
      redis.disconnect()
    }
  }
  return jobs
}
