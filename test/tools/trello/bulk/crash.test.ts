import t from 'tap'
import { killCommenters } from '../../../helpers/trello-crash.ts'

t.test(
  'gateway and worker are killed while they comment on cards: none gets two comments, and a look tells what was unknown (pitfall 4)',
  { timeout: 240_000 },
  t => killCommenters(t, { cards: 100, kills: 1 })
)
