/** Prefix of BullMQ's keys. The braces keep a queue in one hash slot of a cluster. */
export const QUEUE_PREFIX = '{tg}'

/** The queue that any worker serves. */
export const SHARED_QUEUE = 'jobs'

/** The queue of webhook deliveries. */
export const DELIVERY_QUEUE = 'webhooks'

/** Returns the queue of one host, for systems that act on the host they run on. */
export const hostQueue = (hostId: string): string => `${HOST_QUEUE}${hostId}`

/** Returns the host of such a queue; undefined for the shared queue. */
export const hostOf = (queue: string): string | undefined => (queue.startsWith(HOST_QUEUE) ? queue.slice(HOST_QUEUE.length) : undefined)

const HOST_QUEUE = 'host-'

/** Sorted set of hosts by the time a worker of theirs was last seen, in seconds. */
export const HOSTS = 'tg:hosts'

/** Hash: worker ID → record of the worker process. */
export const WORKERS = 'tg:workers'

/** Held by the process that does periodic maintenance of this name in the current interval. */
export const leaderKey = (name: string): string => `tg:leader:${name}`

/**
 * Keys of one job, all in one hash slot, in the order in which every script gets them:
 *
 * - meta (hash): request, state and counters
 * - ids (list): ID of each item, or ID, NUL and etag
 * - status (string): a byte for each item, see `model/item-status.ts`
 * - results (hash): index → row, only for items with more to store than the byte
 * - data (list): data of each item, if the action keeps it
 * - preview (list): sample rows
 * - errors (hash): failures, grouped
 * - named_ids (list): IDs that the caller named, until they are listed
 * - tombstone (string): owner of the job; outlives it, so that a deleted job is 410 and not 404
 * - events (stream): events for followers
 * - outbox (hash): sequence → event that a webhook is still to deliver
 * - deliveries (list): delivery attempts, newest first
 * - output (list): lines that the program of the job printed
 * - refused (string): the job was over the quota, or its key was revoked, and it must not be written
 * - payload (string): the call or program of a job, encrypted
 * - history (stream): changes of the status, and samples of the counters
 */
export function jobKeys(id: string): string[] {
  return PARTS.map(part => jobKey(id, part))
}

const PARTS = [
  'meta',
  'ids',
  'status',
  'results',
  'data',
  'preview',
  'errors',
  'named_ids',
  'tombstone',
  'events',
  'outbox',
  'deliveries',
  'output',
  'refused',
  'payload',
  'history'
] as const

export const jobKey = (id: string, part: (typeof PARTS)[number]): string => `tg:{job:${id}}:${part}`

/** Sorted sets of job IDs by creation time. They are written separately from the jobs, and repaired by the reconciler. */
export const LIVE_JOBS = 'tg:jobs:live'
export const ALL_JOBS = 'tg:jobs:all'
export const jobsOf = (callerId: string): string => `tg:jobs:of:${callerId}`

/** The same for the jobs of a caller that have not ended, for its quota. Jobs that have ended are removed when they are counted. */
export const openJobsOf = (callerId: string): string => `tg:jobs:open:${callerId}`

/** Sorted set of the callers that have jobs and are authenticated by one credential: users that a key names, subjects of an issuer. By time of their last job. */
export const callersOf = (credential: string): string => `tg:jobs:callers:${credential}`

/**
 * Concurrency slots of a caller, all in one hash slot: holders (hash: job → token), line of waiting jobs (sorted set), account that each changes
 * (hash), and holders that wait for their system and gave their slot to others (set).
 */
export const slotKeysOf = (callerId: string) => ({
  holders: `tg:{slots:${callerId}}:holders`,
  line: `tg:{slots:${callerId}}:line`,
  accounts: `tg:{slots:${callerId}}:accounts`,
  resting: `tg:{slots:${callerId}}:resting`
})

/** Sorted set of jobs with a notify_url, by creation time, until nothing is left to deliver. */
export const NOTIFYING_JOBS = 'tg:jobs:notifying'

/** Pub/Sub channel: ID of a job that has an event to deliver. */
export const NOTICES_CHANNEL = 'tg:jobs:notices'

/** Pub/Sub channel: ID of a job whose status changed. */
export const STATUS_CHANNEL = 'tg:jobs:status'

/** Pub/Sub channel: ID of a job that has a new event. */
export const EVENTS_CHANNEL = 'tg:jobs:events'
