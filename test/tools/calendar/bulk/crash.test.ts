import t from 'tap'
import { killMakers } from '../../../helpers/calendar-crash.ts'

t.test(
  'gateway and worker are killed while they create and move events: no event exists twice, and the job finds out the outcome of interrupted items (pitfall 4)',
  { timeout: 240_000 },
  t => killMakers(t, { events: 100, kills: 1 })
)
