import type { JobStatus } from '../contract/jobs.ts'

type Moves = Partial<Record<JobStatus, string>>

/**
 * Every move a job can make, and why it would. The Lua scripts refuse any other (see `scripts/prelude.ts`), the tests try every pair,
 * and the documents print it.
 */
export const TRANSITIONS: Readonly<Record<JobStatus, Moves>> = {
  snapshotting: {
    awaiting_confirmation: 'every item is listed, and somebody must look at the preview',
    queued: 'every item is listed, and the job was confirmed beforehand',
    completed: 'it was a dry run, or nothing matched',
    waiting: 'the system asks for patience, or cannot be reached, while items are being listed',
    failed: 'the items cannot be listed, or are more than allowed',
    cancelled: 'cancelled while items were being listed; nothing was done'
  },
  awaiting_confirmation: {
    queued: 'confirmed with the token of this preview',
    cancelled: 'declined; nothing was done',
    expired: 'nobody confirmed in time'
  },
  queued: {
    running: 'a worker took its first turn',
    waiting: 'no worker can run it as things stand',
    paused: 'paused before it began again',
    cancelled: 'cancelled before it began'
  },
  running: {
    waiting: 'the system asks for patience, refuses the credential or cannot be reached',
    pausing: 'told to pause, with items under way',
    paused: 'the engine stopped it between items, since going on could do harm',
    cancelling: 'told to stop, with items under way',
    completed: 'every item has an outcome',
    failed: 'the engine cannot go on'
  },
  waiting: {
    snapshotting: 'the wait is over; listing goes on',
    running: 'the wait is over; the items go on',
    paused: 'paused while it waited',
    cancelled: 'cancelled while it waited',
    failed: 'the engine cannot go on'
  },
  pausing: {
    paused: 'no item is under way any more; one that was broken off is begun again once it is resumed',
    running: 'resumed before it had paused',
    cancelling: 'told to stop while it was pausing',
    completed: 'the items under way were the last ones'
  },
  paused: {
    queued: 'resumed',
    cancelled: 'cancelled while it was paused'
  },
  cancelling: {
    cancelled: 'no item is under way any more; one that was broken off is unknown'
  },
  cancelled: {},
  completed: {},
  failed: {},
  expired: {}
}

/** What people may ask of a job to move it. */
export type Verb = 'confirm' | 'resume' | 'pause' | 'cancel'

/**
 * What may be asked of a job in a state, by the moves it can make from there. A job that is on its way to where it would be sent need not be
 * asked again, and while its items are being listed it cannot be paused.
 */
export function verbsFor(status: JobStatus, phase: 'list' | 'act'): Verb[] {
  const leadsTo = (...states: JobStatus[]): boolean => states.some(to => TRANSITIONS[status][to] !== undefined)
  const may: Record<Verb, boolean> = {
    confirm: status === 'awaiting_confirmation',
    resume: HELD_UP.has(status),
    pause: status !== 'pausing' && phase === 'act' && leadsTo('pausing', 'paused'),
    cancel: status !== 'cancelling' && leadsTo('cancelling', 'cancelled')
  }
  return VERBS.filter(verb => may[verb])
}

const VERBS = ['confirm', 'resume', 'pause', 'cancel'] as const satisfies readonly Verb[]

const HELD_UP: ReadonlySet<JobStatus> = new Set(['waiting', 'pausing', 'paused'])

/** Ended for good: nothing moves it any more. */
export const isTerminal = (status: JobStatus): boolean => Object.keys(TRANSITIONS[status]).length === 0

/** A worker has something to do, now or once a wait is over. */
export const needsTurn = (status: JobStatus): boolean => !isTerminal(status) && !WAITS_FOR_SOMEBODY.has(status)

const WAITS_FOR_SOMEBODY: ReadonlySet<JobStatus> = new Set(['awaiting_confirmation', 'paused'])
