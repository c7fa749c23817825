import type { Instant } from '../store/tables.ts'

/** From `valid_at` on, up to but not including `invalid_at`; null is open. */
export interface Interval {
  valid_at: Instant | null
  invalid_at: Instant | null
}

/** Whether it holds at that moment. */
export const holdsAt = ({ valid_at, invalid_at }: Interval, at: Instant): boolean =>
  (valid_at === null || valid_at <= at) && (invalid_at === null || at < invalid_at)

export const hasEnded = ({ invalid_at }: Interval, at: Instant): boolean => invalid_at !== null && invalid_at <= at

export const isSame = (a: Interval, b: Interval): boolean => a.valid_at === b.valid_at && a.invalid_at === b.invalid_at

/** Whether there is a moment in both. An empty one, which ended as it began, has none. */
export const overlap = (a: Interval, b: Interval): boolean =>
  !isEmpty(a) && !isEmpty(b) && before(a.valid_at, b.invalid_at) && before(b.valid_at, a.invalid_at)

/** It ended as it began. */
export const isEmpty = ({ valid_at, invalid_at }: Interval): boolean => valid_at !== null && valid_at === invalid_at

const before = (start: Instant | null, end: Instant | null): boolean => start === null || end === null || start < end

export const iso = (at: Instant): string => new Date(at).toISOString()
export const isoOrNull = (at: Instant | null): string | null => (at === null ? null : iso(at))
