import type { LeaseRequest, LeaseReturn, LeaseTaken, Meter, Units } from './meter-script.ts'

/** Maximum calls of one lease, and how many times as many as the last one had. What is not used is given back. */
const MAX_LEASE = 1_000
const GROWTH = 10

/** Calls that take one unit of each of the same meters. Those of the same object share a lease. */
export interface CallKind {
  meters: readonly Meter[]
  units: Units
}

/** Units of each meter of a kind of calls that were counted in Redis in advance. */
export interface Lease extends LeaseTaken {
  left: number
  /** When it ends, by the clock of this process. */
  until: number
}

/** A lease that a command asks for. */
interface WantedLease extends LeaseRequest {
  kind: CallKind
}

/** The leases of one key. Times are those of this process. */
export interface Leases {
  /** Returns the lease that a call of this kind may use now. */
  usable: (kind: CallKind, now: number) => Lease | undefined
  /** The units that calls may still use; undefined if there is no lease. */
  left: (kind: CallKind) => number | undefined
  /**
   * What the next command asks for, and gives back. `waiting`: kinds of the calls that wait for it. If the command fails, none of it is given back
   * again: Redis may have it.
   */
  next: (waiting: readonly (CallKind | undefined)[], now: number) => { wanted: readonly WantedLease[]; returns: readonly LeaseReturn[] }
  /** Notes the response to a command that was sent then; undefined: it failed. */
  note: (wanted: readonly WantedLease[], taken: readonly LeaseTaken[] | undefined, sentAt: number) => void
  /** Gives all back: nothing is used after that. */
  end: () => void
  /** Whether something is left that could be given back, now or later. */
  isLeft: () => boolean
  isUnused: (now: number) => boolean
  /** Forgets those of which nothing is left, and that no longer show how many calls to expect. Returns whether others remain. */
  forget: (now: number) => boolean
}

export function createLeases(): Leases {
  /** The latest of each kind, even if it is used up. */
  const leases = new Map<CallKind, Lease>()

  /** Returns the lease to ask for; undefined if there is no need. The number of units is a multiple of what was used of the last one, if that ended a moment ago. */
  function wantedOf(kind: CallKind, waiting: number, now: number): WantedLease | undefined {
    const last = leases.get(kind)
    const isLive = last !== undefined && last.until > now
    const used = last ? last.units - last.left : 0
    if (isLive ? !isEnding(last, now) || (used === 0 && waiting === 0) : waiting === 0) return undefined
    const expected = last && !isPast(last, now) ? Math.max(1, GROWTH * used) : 0
    const units = Math.min(Math.max(expected, waiting - 1), MAX_LEASE)
    const wanted = { kind, meters: kind.meters, units }
    return isLive ? { ...wanted, continued: { units: Math.min(last.left, units), duration: last.duration, at: last.at } } : wanted
  }

  /** Gives up, and returns, what is left beyond `kept` units. */
  function giveUp({ meters }: CallKind, lease: Lease, kept: number): LeaseReturn[] {
    const { left, duration, at } = lease
    if (left <= kept) return []
    lease.units -= left - kept
    lease.left = kept
    return [{ meters, units: left - kept, duration, at }]
  }

  return {
    usable(kind, now) {
      const lease = leases.get(kind)
      return lease && lease.left > 0 && lease.until > now ? lease : undefined
    },
    left: kind => leases.get(kind)?.left,
    next(waiting, now) {
      const calls = Map.groupBy(waiting, kind => kind)
      const kinds = new Set([...leases.keys(), ...waiting])
      const wanted = [...kinds].flatMap(kind => (kind && wantedOf(kind, calls.get(kind)?.length ?? 0, now)) ?? [])
      const returns = [...leases].flatMap(([kind, lease]) => {
        const continued = wanted.find(one => one.kind === kind)?.continued
        return continued || lease.until <= now ? giveUp(kind, lease, continued?.units ?? 0) : []
      })
      return { wanted, returns }
    },
    note(wanted, taken, sentAt) {
      for (const [index, { kind, continued }] of wanted.entries()) {
        const lease = taken?.[index]
        const used = continued ? continued.units - (leases.get(kind)?.left ?? 0) : 0 // while the command was on its way
        if (lease) leases.set(kind, { ...lease, left: lease.units - used, until: sentAt + lease.duration })
        else leases.delete(kind)
      }
    },
    end() {
      for (const lease of leases.values()) lease.until = -Infinity
    },
    isLeft: () => leases.values().some(({ left }) => left > 0),
    isUnused: now => leases.values().some(({ left, until }) => left > 0 && until <= now),
    forget(now) {
      for (const [kind, lease] of leases) if (lease.left === 0 && isPast(lease, now)) leases.delete(kind)
      return leases.size > 0
    }
  }
}

/** Uses a unit of a lease. Returns whether to renew it now, so that no call waits when it ends. */
export function useUnit(lease: Lease, now: number): boolean {
  lease.left -= 1
  return isEnding(lease, now)
}

/** Whether half of a lease is used, or half of its time is up. */
const isEnding = ({ units, left, until, duration }: Lease, now: number): boolean => left <= units / 2 || until - now <= duration / 2

/** Whether a lease ended so long ago that it does not show how many calls to expect. */
const isPast = ({ until, duration }: Lease, now: number): boolean => until + duration < now
