import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '../store/database/tables.ts'

/** A point in time, and what was known then. */
export interface AsOf {
  /** Default: now. */
  as_of?: Instant | undefined
  /** Default: everything recorded so far. */
  known_at?: Instant | undefined
}

/**
 * Returns a condition: a link of the table `alias` holds at that time. The interval is half-open: it includes `valid_at`, not
 * `invalid_at`.
 */
export function holding({ as_of, known_at }: AsOf, now: Instant, alias = 'l'): RawBuilder<boolean> {
  const at = as_of ?? now
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const starts = sql`(${column('valid_at')} is null or ${column('valid_at')} <= ${at})`
  if (known_at === undefined) return sql`(${starts} and ${open(column('invalid_at'), at)})`
  const later = sql`(${column('expired_at')} is not null and ${column('expired_at')} > ${known_at})`
  const ends = sql`case when ${later} then ${open(column('planned_at'), at)} else ${open(column('invalid_at'), at)} end`
  return sql`(${column('created_at')} <= ${known_at} and ${starts} and ${ends})`
}

const open = (end: RawBuilder<unknown>, at: Instant): RawBuilder<boolean> => sql`(${end} is null or ${end} > ${at})`
