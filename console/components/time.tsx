import { now } from '../app/clock.ts'
import { absoluteTime, relativeTime } from '../lib/format.ts'

/** A time relative to the present; the absolute one is shown on hover. */
export function Time({ at }: { at: string }) {
  const time = Date.parse(at)
  return (
    <time dateTime={at} title={absoluteTime(time)}>
      {relativeTime(time, now.value)}
    </time>
  )
}
