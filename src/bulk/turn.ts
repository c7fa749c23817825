import { setImmediate } from 'node:timers/promises'
import type { BulkAdapter } from '../contract/bulk.ts'
import { OperationError } from '../contract/errors.ts'
import type { JobStatus } from '../contract/jobs.ts'
import type { Turn } from './context.ts'
import { createHold } from './hold.ts'
import { jsonText } from './json.ts'
import { type Lane, type LaneEnd, leftover, type Stops, startLane } from './lane.ts'
import type { Ending, Settled, Taken } from './ledger.ts'
import { outlast } from './outlast.ts'
import { createPen } from './pen.ts'
import type { Row } from './result.ts'
import { MOST_WITH_DATA } from './settings.ts'
import { createSuspects } from './suspects.ts'
import { breach, failureOf, waitFor } from './waits.ts'

/** How often a worker that waits for slow calls looks whether it should stop. */
const LOOK_MS = 1_000

/**
 * Acts on items until all are done, the turn is over, or something says stop. One loop writes everything: while a step is on its way to
 * Redis, further results gather and go with the next one. So at most `concurrency × max_batch` items are ever begun and not written.
 */
export async function actingTurn(turn: Turn): Promise<Ending | 'fenced'> {
  const { settings, signal, pulse } = turn
  const work = startWork(turn)
  const until = Date.now() + settings.turn_ms
  const advance = async () => {
    const closing = work.isClosing() || signal.aborted || Date.now() >= until
    const want = closing ? 0 : work.room()
    return { closing, want, step: await work.step(want) }
  }
  try {
    for (;;) {
      const { closing, want, step } = await outlast(turn, advance)
      if (step.kind !== 'ok') return 'fenced'
      work.begin(step.taken)
      if (endsCalls(turn, step.status)) work.interrupt()
      if ((closing || want > 0) && step.taken.length === 0 && work.isIdle()) return work.ending()
      await pulse.next(closing ? LOOK_MS : Math.min(LOOK_MS, Math.max(1, until - Date.now())), signal)
      await setImmediate() // a call that has answered its last item ends a moment later: one step for both
    }
  } finally {
    work.leave()
  }
}

/** Told to stop: a call that may be made again is not waited for, and nor is a program, which cannot be paused. */
function endsCalls({ adapter, signal }: Turn, status: JobStatus): boolean {
  if (!mayCut(adapter)) return false
  return signal.aborted || status === 'cancelling' || (status === 'pausing' && adapter.kind !== 'process')
}

/** Whether a call may be broken off: of one that must not be made twice nobody would know what it had done by then. */
const mayCut = ({ kind, idempotent }: BulkAdapter): boolean => kind === 'process' || idempotent

/** A failure that pauses the job stops calls at once: by the time the job is known to be pausing, they would have gone on to further items. */
const stopsAll = ({ adapter, meta }: Turn, { byte }: Settled): boolean => byte === 'f' && adapter.idempotent && meta.onFailure === 'pause'

/** The calls under way, and what their ends mean for the turn. */
function startWork(turn: Turn) {
  const { adapter, pulse, meta } = turn
  const lanes = new Set<Lane>()
  const [stop, quit] = [new AbortController(), new AbortController()]
  const suspects = createSuspects(meta.suspicion, meta.retries)
  const [pen, hold] = [createPen(turn, { many: () => countOf(lanes), indexes: () => indexesOf(lanes) }), createHold(turn.settings.lock_ms)]
  let ending: Ending | undefined

  const report = (settled: Settled): void => {
    pen.note(settled)
    if (stopsAll(turn, settled)) stop.abort()
    if (settled.byte === 's' || settled.byte === 'k') suspects.clear()
    pulse.beat()
  }

  function end(lane: Lane, how: LaneEnd): void {
    const stopped = stop.signal.aborted
    const accused = adapter.idempotent && !stopped && how.kind === 'thrown' && suspects.accuse(how.error, indexesOf([lane]), how.tries)
    for (const item of lane.open.values()) report(accused ? failedBy(how, item, turn) : leftover(how, item, adapter.idempotent))
    lanes.delete(lane)
    const next = stopped || accused ? undefined : endingAfter(how, turn)
    if (next && ending?.how !== 'pause') ending = next
    pulse.beat()
  }

  return {
    /** How the turn ends, once nothing is under way. */
    ending: (): Ending => ({ ...(ending ?? { how: 'yield' }), suspicion: suspects.remember(), warned: turn.warnings.take() }),
    /** Nothing more is begun in this turn; calls that were interrupted would be born interrupted. */
    isClosing: () => ending !== undefined || stop.signal.aborted,
    interrupt: () => stop.abort(),
    /** Nobody hears any more what comes of the calls. */
    leave: () => (mayCut(adapter) ? stop : quit).abort(),
    isIdle: () => lanes.size === 0 && pen.isEmpty(),
    /** How many more items it can take. */
    room: () => (suspects.oneByOne() ? Number(lanes.size === 0) : roomBeside(turn, lanes)),
    step: (want: number) => hold.confirm(() => pen.step(want)),

    begin(taken: Taken[]): void {
      // Interrupted, or too late, while the step was on its way: these need not be begun at all.
      if (stop.signal.aborted || !(adapter.idempotent || hold.isSure())) return void taken.map(({ index }) => report({ index, byte: 'p' }))
      for (const { index } of taken) suspects.begin(index)
      pen.handOver(taken)
      for (const lane of lanesOf(turn, taken, { now: stop.signal, soon: quit.signal }, report, hold.isSure)) {
        lanes.add(lane)
        lane.over.then(how => end(lane, how))
      }
    }
  }
}

/** Items of one call. */
const chunkOf = ({ adapter, meta }: Turn): number => Math.min(meta.chunk ?? adapter.max_batch, adapter.max_batch)

function roomBeside(turn: Turn, lanes: Set<Lane>): number {
  const room = (turn.adapter.concurrency - lanes.size) * chunkOf(turn)
  return turn.adapter.keeps_data ? Math.min(room, MOST_WITH_DATA - countOf(lanes)) : room
}

/** One call for every chunk of items. */
function lanesOf(turn: Turn, taken: Taken[], stops: Stops, report: (settled: Settled) => void, isOurs: () => boolean): Lane[] {
  const size = chunkOf(turn)
  const starts = Array.from({ length: Math.ceil(taken.length / size) }, (_, at) => at * size)
  return starts.map(at => startLane(turn, taken.slice(at, at + size), stops, report, isOurs))
}

/** How many items are under way. */
const countOf = (lanes: Iterable<Lane>): number => {
  let many = 0
  for (const { open } of lanes) many += open.size
  return many
}

const indexesOf = (lanes: Iterable<Lane>): number[] => [...lanes].flatMap(({ open }) => [...open.values()].map(({ index }) => index))

function failedBy({ error }: LaneEnd & { kind: 'thrown' }, { index }: Taken, { adapter }: Turn): Settled {
  const { outcome = 'unknown' } = error instanceof OperationError ? error.details : {}
  const row: Row = { error: failureOf(error, adapter.tool.name), ...(adapter.kind === 'call' && { outcome }) }
  return { index, byte: 'f', row: jsonText(row) }
}

/** What the end of a call means for the turn; undefined where it goes on. */
function endingAfter(end: LaneEnd, { adapter, meta, settings, log }: Turn): Ending | undefined {
  if (end.kind === 'done') return undefined
  if (end.kind !== 'thrown') return { how: 'pause', reason: 'adapter_broke_contract', error: breach(end.message) }
  log.warn({ job: meta.id, err: end.error }, 'A batch ended with an error')
  const error = failureOf(end.error, adapter.tool.name)
  return waitFor(end.error, meta.waits, settings.first_wait_ms, adapter.tool.name) ?? { how: 'pause', reason: error.reason, error }
}
