import { type Static, Type } from 'typebox'
import { BULK_DEFAULTS, type BulkSettings } from '../bulk/settings.ts'

const whole = (minimum: number, maximum: number, description: string) => Type.Optional(Type.Integer({ minimum, maximum, description }))

/** How jobs are run, in the config file. Read at the start. */
export const JobsConfig = Type.Object(
  {
    keep_days: whole(1, 365, 'days a job is kept once it has ended, 1 to 365; default 30'),
    keep_items_days: whole(1, 365, 'days its items are kept, 1 to 365 and no longer than the job; default 7'),
    offer_minutes: whole(1, 10_080, 'minutes a preview may be confirmed, 1 to 10080 (a week); default 60'),
    turn_seconds: whole(1, 60, 'seconds a worker stays with a job before it takes another, 1 to 60; default 5'),
    running_per_key: whole(1, 1_000, 'jobs of one key that run at once, 1 to 1000; default 5'),
    changing_per_account: whole(1, 1_000, 'jobs of one key that change one instance of a system at once, 1 to 1000; default 1'),
    open_per_key: whole(1, 100_000, 'jobs of one key that have not ended, 1 to 100000; default 200'),
    listing_per_key: whole(1, 10_000, 'jobs of one key whose items are being listed at once, 1 to 10000; default 20'),
    kept_per_key: whole(1, 10_000_000, 'jobs of one key that are kept at all, 1 to 10000000; default 50000'),
    pause_after_failures: whole(0, 1_000_000, 'items that fail one after another before a job pauses; 0: however many; default 25'),
    pause_above_percent: whole(0, 100, 'percent of the items tried above which failures pause a job; 0: however many; default 50'),
    pause_least_items: whole(1, 1_000_000, 'items tried before the percentage counts; default 100')
  },
  { additionalProperties: false, description: 'how jobs are run: numbers such as keep_days and running_per_key' }
)

const MINUTE_MS = 60_000
const DAY_S = 86_400
const times = (value: number | undefined, unit: number): number | undefined => value && value * unit

/** The same in the engine's own words; what is not set is as by default. */
export function bulkSettings(jobs: Static<typeof JobsConfig> = {}): BulkSettings {
  const set: Partial<Record<keyof BulkSettings, number | undefined>> = {
    keep_job_s: times(jobs.keep_days, DAY_S),
    keep_items_s: times(jobs.keep_items_days, DAY_S),
    offer_ms: times(jobs.offer_minutes, MINUTE_MS),
    turn_ms: times(jobs.turn_seconds, 1_000),
    running_per_key: jobs.running_per_key,
    changing_per_account: jobs.changing_per_account,
    open_per_key: jobs.open_per_key,
    listing_per_key: jobs.listing_per_key,
    kept_per_key: jobs.kept_per_key,
    break_in_a_row: jobs.pause_after_failures,
    break_percent: jobs.pause_above_percent,
    break_least: jobs.pause_least_items
  }
  const settings: BulkSettings = { ...BULK_DEFAULTS, ...Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)) }
  return {
    ...settings,
    keep_items_s: Math.min(settings.keep_items_s, settings.keep_job_s),
    keep_stone_s: Math.max(settings.keep_stone_s, 2 * settings.keep_job_s)
  }
}
