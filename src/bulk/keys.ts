/** Prefix of BullMQ's keys: the braces put a queue into one hash slot of a cluster. */
export const QUEUE_PREFIX = '{tg}'

/** The queue any worker serves. */
export const SHARED_QUEUE = 'jobs'

/** The queue of one host, for systems that act on the host they run on. */
export const hostQueue = (hostId: string): string => `${HOST_QUEUE}${hostId}`

/** The host of such a queue; undefined for the shared one. */
export const hostOf = (queue: string): string | undefined => (queue.startsWith(HOST_QUEUE) ? queue.slice(HOST_QUEUE.length) : undefined)

const HOST_QUEUE = 'host-'

/** Sorted set of hosts by when a worker of theirs was last heard of, in seconds. */
export const HOSTS = 'tg:hosts'

/** Held by whoever looks after all jobs just now. */
export const roundOf = (name: string): string => `tg:round:${name}`

/**
 * Keys of one job, all in one hash slot, in the order every script gets them:
 * meta (hash: what and how far) · ids (list: id, or id NUL etag) · status (string: a byte an item) · results (hash: index → row, only
 * where there is more to say than the byte) · data (list, as ids) · preview (list: sample rows) · errors (hash: failures put together) ·
 * given (list: ids the caller named, until they are listed) · stone (says later that the job existed) ·
 * events (stream: what those who follow the job are told) · outbox (hash: sequence → event that a webhook has yet to tell of) ·
 * deliveries (list: attempts to do so, the newest first) · output (list: lines that the program of the job printed) ·
 * refused (string: there was no room for the job, which shall not be written) · kept (string: the call that a job makes, until it has ended)
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
  'given',
  'stone',
  'events',
  'outbox',
  'deliveries',
  'output',
  'refused',
  'kept'
] as const

export const jobKey = (id: string, part: (typeof PARTS)[number]): string => `tg:{job:${id}}:${part}`

/** Sorted sets of job ids by time of creation. They are written apart from the jobs, and repaired by the reconciler. */
export const LIVE_JOBS = 'tg:jobs:live'
export const ALL_JOBS = 'tg:jobs:all'
export const jobsOf = (callerId: string): string => `tg:jobs:of:${callerId}`

/** The same of jobs of a caller that have not ended, so that it does not have too many; what has ended is dropped when they are counted. */
export const openOf = (callerId: string): string => `tg:jobs:open:${callerId}`

/**
 * Which jobs of a caller may act (hash: job → token), which wait (sorted set), what account each changes (hash), and which of the first rest, since
 * their system lets them wait (set); all in one hash slot.
 */
export const placesOf = (callerId: string) => ({
  held: `tg:{places:${callerId}}:held`,
  line: `tg:{places:${callerId}}:line`,
  accounts: `tg:{places:${callerId}}:accounts`,
  resting: `tg:{places:${callerId}}:resting`
})

/** Sorted set of jobs with a notify_url, by time of creation, until there is nothing left to tell of them. */
export const NOTIFYING = 'tg:jobs:notifying'

/** Rung with the job's id whenever there is something to deliver. */
export const NOTICES = 'tg:jobs:notices'

/** Rung with the job's id at every change of status. */
export const BELL = 'tg:jobs:bell'

/** Rung with the job's id whenever something is added to its events. */
export const NEWS = 'tg:jobs:news'
