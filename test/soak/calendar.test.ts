import { test } from 'tap'
import { killMakers } from '../helpers/calendar-crash.ts'

test('500 events are created and moved while gateway and worker are killed five times in each job', { timeout: 600_000 }, t =>
  killMakers(t, { events: 500, kills: 5 })
)
