import t from 'tap'
import { killMakers } from '../../../helpers/calendar-crash.ts'

t.test(
  'gateway and worker are killed while they make events and move them: none is there twice, and a look tells what was unknown (pitfall 4)',
  { timeout: 240_000 },
  t => killMakers(t, { events: 100, kills: 1 })
)
