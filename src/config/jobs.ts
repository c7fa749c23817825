import { type Static, Type } from 'typebox'
import { JOB_DEFAULTS, type JobSettings } from '../jobs/settings.ts'

const whole = (minimum: number, maximum: number, description: string) => Type.Optional(Type.Integer({ minimum, maximum, description }))

/** The section `jobs` of the config file. Read at startup. */
export const JobsConfig = Type.Object(
  {
    keep_days: whole(1, 365, 'days that a job is kept after its end, 1 to 365; default 30'),
    keep_items_days: whole(1, 365, 'days that its items are kept, 1 to 365 and no longer than the job; default 7'),
    confirmation_ttl_minutes: whole(1, 10_080, 'minutes in which a preview can be confirmed, 1 to 10080 (a week); default 60'),
    turn_seconds: whole(1, 60, 'seconds that a worker runs one job before it runs another, 1 to 60; default 5'),
    running_per_key: whole(1, 1_000, 'maximum number of running jobs per key, 1 to 1000; default 5'),
    concurrent_writes_per_instance: whole(
      1,
      1_000,
      'maximum number of running jobs per key that change the same instance of a system, 1 to 1000; default 1'
    ),
    open_per_key: whole(1, 100_000, 'maximum number of jobs per key that have not ended, 1 to 100000; default 200'),
    listing_per_key: whole(1, 10_000, 'maximum number of jobs per key whose items are being listed, 1 to 10000; default 20'),
    kept_per_key: whole(1, 10_000_000, 'maximum number of stored jobs per key, 1 to 10000000; default 50000'),
    pause_after_failures: whole(0, 1_000_000, 'failures in a row after which a job pauses; 0: never; default 25'),
    pause_above_percent: whole(0, 100, 'percentage of failed items above which a job pauses; 0: never; default 50'),
    pause_min_items: whole(1, 1_000_000, 'minimum number of items before the percentage applies; default 100')
  },
  { additionalProperties: false, description: 'settings of the job engine, such as keep_days and running_per_key' }
)

const MINUTE_MS = 60_000
const DAY_S = 86_400
const times = (value: number | undefined, unit: number): number | undefined => value && value * unit

/** Returns the settings of the job engine. Settings that are not in the config file have their default. */
export function jobSettings(jobs: Static<typeof JobsConfig> = {}): JobSettings {
  const set: Partial<Record<keyof JobSettings, number | undefined>> = {
    keep_job_s: times(jobs.keep_days, DAY_S),
    keep_items_s: times(jobs.keep_items_days, DAY_S),
    confirmation_ttl_ms: times(jobs.confirmation_ttl_minutes, MINUTE_MS),
    turn_ms: times(jobs.turn_seconds, 1_000),
    running_per_key: jobs.running_per_key,
    concurrent_writes_per_instance: jobs.concurrent_writes_per_instance,
    open_per_key: jobs.open_per_key,
    listing_per_key: jobs.listing_per_key,
    kept_per_key: jobs.kept_per_key,
    breaker_streak: jobs.pause_after_failures,
    breaker_percent: jobs.pause_above_percent,
    breaker_min_items: jobs.pause_min_items
  }
  const settings: JobSettings = { ...JOB_DEFAULTS, ...Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)) }
  return {
    ...settings,
    keep_items_s: Math.min(settings.keep_items_s, settings.keep_job_s),
    keep_tombstone_s: Math.max(settings.keep_tombstone_s, 2 * settings.keep_job_s)
  }
}
