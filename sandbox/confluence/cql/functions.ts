import { refuse } from '../refusal.ts'
import type { Site } from '../state/model.ts'

type Unit = 'y' | 'M' | 'w' | 'd' | 'h' | 'm'

const MINUTE_MS = 60_000
const UNIT_MS = { w: 7 * 24 * 60 * MINUTE_MS, d: 24 * 60 * MINUTE_MS, h: 60 * MINUTE_MS, m: MINUTE_MS } as const

/** In UTC. */
function shifted(moment: Date, amount: number, unit: Unit): Date {
  const after = new Date(moment)
  if (unit === 'y') after.setUTCFullYear(after.getUTCFullYear() + amount)
  else if (unit === 'M') after.setUTCMonth(after.getUTCMonth() + amount)
  else after.setTime(after.getTime() + amount * UNIT_MS[unit])
  return after
}

/** The start of the current period, in UTC. Weeks begin on Sunday, as in the vendor's American locale. */
function startOf(unit: 'y' | 'M' | 'w' | 'd'): Date {
  const start = new Date()
  start.setUTCHours(0, 0, 0, 0)
  if (unit === 'w') start.setUTCDate(start.getUTCDate() - start.getUTCDay())
  if (unit === 'M' || unit === 'y') start.setUTCDate(1)
  if (unit === 'y') start.setUTCMonth(0)
  return start
}

const endOf = (unit: 'y' | 'M' | 'w' | 'd'): Date => new Date(shifted(startOf(unit), 1, unit).getTime() - 1)

/** By name, in lower case. */
const MOMENTS: ReadonlyMap<string, () => Date> = new Map(
  Object.entries<() => Date>({
    now: () => new Date(),
    startofday: () => startOf('d'),
    startofweek: () => startOf('w'),
    startofmonth: () => startOf('M'),
    startofyear: () => startOf('y'),
    endofday: () => endOf('d'),
    endofweek: () => endOf('w'),
    endofmonth: () => endOf('M'),
    endofyear: () => endOf('y')
  })
)

const isUnit = (unit: string): unit is Unit => 'yMwdhm'.includes(unit)

/**
 * Returns the value of a function: an account ID, or a time as the site stores it (ISO 8601, UTC), shifted by an increment such as `-7d`.
 * Throws for functions that the sandbox does not have and for invalid increments.
 */
export function valueOfFunction({ me }: Site, name: string, increment: string | undefined): string {
  const moment = MOMENTS.get(name.toLowerCase())
  if (moment) return incremented(moment(), increment).toISOString()
  if (name.toLowerCase() !== 'currentuser' || increment !== undefined)
    throw refuse(400, `Could not parse cql : ${name}(${increment ?? ''}) is an unknown function`)
  return me.accountId
}

function incremented(moment: Date, increment: string | undefined): Date {
  if (increment === undefined) return moment
  const [, amount, unit = ''] = /^([+-]?\d{1,4})([yMwdhm])$/.exec(increment) ?? []
  if (amount === undefined || !isUnit(unit)) throw refuse(400, `Could not parse cql : ${increment} is an invalid increment`)
  return shifted(moment, Number(amount), unit)
}
