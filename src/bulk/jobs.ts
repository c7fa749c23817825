import type { Caller } from '../contract/caller.ts'
import type { Jobs } from '../contract/jobs.ts'
import type { Permission } from '../contract/operation.ts'
import type { Connections } from '../contract/ports.ts'
import type { Log } from '../contract/tool.ts'
import type { RedisClient, RedisUse } from '../lib/redis/connect.ts'
import { createBell } from './bell.ts'
import { afterwards, type Shown } from './follow-up/verbs.ts'
import { makeJob } from './make.ts'
import { createPlaces } from './places.ts'
import { createTurns } from './queue.ts'
import { readingJobs } from './reading.ts'
import { BULK_DEFAULTS, type BulkSettings } from './settings.ts'
import { control } from './steer.ts'
import type { Webhooks } from './webhooks/accept.ts'

export interface JobsOptions {
  /** Makes a connection; the service closes those it makes. */
  connect: (use: RedisUse) => RedisClient
  /** Clients for `prepare`, which runs in the request. */
  connections: Pick<Connections, 'get'>
  /** From `readHostId`: jobs of systems that act on this host go to this host's queue. */
  hostId: string
  /** In front of every link; empty for links without a host. */
  publicUrl: string
  log: Log
  /** Throws where the caller may not, or no longer, start such a job. */
  admit?: (operation: string, caller: Caller, permission?: Permission) => void
  /** Throws where the job store could forget what was begun: asked before what must not be done twice. */
  demandDurability?: () => Promise<void>
  settings?: Partial<BulkSettings>
  /** Without it notify_url is refused. */
  webhooks?: Webhooks
}

export interface JobsService extends Jobs {
  /** Answers everybody who waits for a change with the job as it stands, and lets nobody wait from then on. */
  endWaits: () => void
  close: () => Promise<void>
}

/** Makes jobs, shows them and steers them. All that is done for a caller answers soon, or says that the job store is away. */
export function createJobs(options: JobsOptions): JobsService {
  const settings = { ...BULK_DEFAULTS, ...options.settings }
  const redis = options.connect('http')
  const bell = createBell(options.connect('jobs'), { news: true })
  const turns = createTurns(redis)
  const places = createPlaces({ redis, turns, settings })
  const closing = new AbortController()
  const desk = { ...options, settings, redis, bell, turns, places, closing: closing.signal }

  const wait = settings.preview_wait_ms / 1000
  const shown: Shown = async ({ id, fresh }, caller, signal) => ({ job: await jobs.get(caller, id, { wait, signal }), fresh })

  const jobs: JobsService = {
    async create(request) {
      const id = await makeJob(desk, request, jobs)
      return await jobs.get(request.caller, id, { wait, signal: request.signal })
    },

    ...readingJobs(desk),

    confirm: (caller, id, token) => control(desk, caller, id, 'confirm', [token]),
    cancel: (caller, id) => control(desk, caller, id, 'cancel'),
    pause: (caller, id) => control(desk, caller, id, 'pause'),
    resume: (caller, id) => control(desk, caller, id, 'resume'),

    ...afterwards(desk, shown),

    endWaits: () => closing.abort(),

    async close() {
      await turns.close()
      bell.close()
      redis.disconnect()
    }
  }
  return jobs
}
