import t from 'tap'
import { killCommenters } from '../../../helpers/trello-crash.ts'

t.test(
  'gateway and worker are killed while they comment on cards: no card gets two comments, and the job finds out the outcome of interrupted items (pitfall 4)',
  { timeout: 240_000 },
  t => killCommenters(t, { cards: 100, kills: 1 })
)
