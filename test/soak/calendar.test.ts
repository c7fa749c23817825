import { test } from 'tap'
import { killMakers } from '../helpers/calendar-crash.ts'

test('500 events are made and moved, and gateway and worker killed five times in each', { timeout: 600_000 }, t =>
  killMakers(t, { events: 500, kills: 5 })
)
