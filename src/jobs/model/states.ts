import type { JobStatus } from '../../contract/job.ts'

type Transitions = Partial<Record<JobStatus, string>>

/**
 * Every transition of a job, with its reason. The Lua scripts refuse any other (see `store/lua/prelude.ts`), a test tries every pair, and
 * docs/job-states.md lists them.
 */
export const TRANSITIONS: Readonly<Record<JobStatus, Transitions>> = {
  snapshotting: {
    awaiting_confirmation: 'every item is listed, and the preview must be confirmed',
    queued: 'every item is listed, and the job was confirmed in advance',
    completed: 'it was a dry run, or no item matched',
    waiting: 'the system limits the rate or is unavailable while items are being listed',
    failed: 'the items cannot be listed, or exceed `max_items`',
    cancelled: 'cancelled while items were being listed; nothing was done'
  },
  awaiting_confirmation: {
    queued: 'confirmed with the token of this preview',
    cancelled: 'cancelled; nothing was done',
    expired: 'not confirmed in time'
  },
  queued: {
    running: 'a worker started its first turn',
    waiting: 'no worker can run it at present',
    paused: 'paused before it started or resumed',
    cancelling: 'cancelled before it resumed; the outcomes of unknown items are checked first',
    cancelled: 'cancelled before it started'
  },
  running: {
    waiting: 'the system limits the rate, refuses the credential or is unavailable',
    pausing: 'a pause was requested while items were in progress',
    paused: 'the engine paused it between items, because continuing could cause harm',
    cancelling: 'cancellation was requested while items were in progress',
    completed: 'every item has an outcome',
    failed: 'the engine cannot continue',
    awaiting_confirmation: 'before its first item started, the policy began to require an approval'
  },
  waiting: {
    snapshotting: 'the wait is over; the listing continues',
    running: 'the wait is over; the items continue',
    paused: 'paused while it waited',
    cancelling: 'cancelled while it waited; the outcomes of unknown items are checked first',
    cancelled: 'cancelled while it waited',
    failed: 'the engine cannot continue'
  },
  pausing: {
    paused: 'no item is in progress anymore; an interrupted item starts again after a resume',
    running: 'resumed before it had paused',
    cancelling: 'cancelled while it was pausing',
    completed: 'the items in progress were the last ones'
  },
  paused: {
    queued: 'resumed',
    cancelling: 'cancelled while it was paused; the outcomes of unknown items are checked first',
    cancelled: 'cancelled while it was paused'
  },
  cancelling: {
    cancelled: 'no item is in progress anymore; an item whose outcome cannot be checked is unknown'
  },
  cancelled: {},
  completed: {},
  failed: {},
  expired: {}
}

/** Requests of a caller that change the state of a job. */
export type Verb = 'confirm' | 'resume' | 'pause' | 'cancel'

/**
 * Returns what a caller can request of a job in this state, derived from its transitions. A request that is already in progress is not
 * offered again, and a job cannot be paused while its items are being listed.
 */
export function verbsFor(status: JobStatus, phase: 'list' | 'act'): Verb[] {
  const canBecome = (...states: JobStatus[]): boolean => states.some(to => TRANSITIONS[status][to] !== undefined)
  const allowed: Record<Verb, boolean> = {
    confirm: status === 'awaiting_confirmation',
    resume: RESUMABLE.has(status),
    pause: status !== 'pausing' && phase === 'act' && canBecome('pausing', 'paused'),
    cancel: status !== 'cancelling' && canBecome('cancelling', 'cancelled')
  }
  return VERBS.filter(verb => allowed[verb])
}

const VERBS = ['confirm', 'resume', 'pause', 'cancel'] as const satisfies readonly Verb[]

const RESUMABLE: ReadonlySet<JobStatus> = new Set(['waiting', 'pausing', 'paused'])

/** Whether the job has ended: no transition leaves this state. */
export const isTerminal = (status: JobStatus): boolean => Object.keys(TRANSITIONS[status]).length === 0

/** Whether a worker has something to do for the job, now or after a wait. */
export const needsTurn = (status: JobStatus): boolean => !isTerminal(status) && !NEEDS_CALLER.has(status)

/** States that only a caller can end. */
const NEEDS_CALLER: ReadonlySet<JobStatus> = new Set(['awaiting_confirmation', 'paused'])
