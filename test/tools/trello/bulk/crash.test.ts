import t from 'tap'
import { killCommenters } from '../../../helpers/trello-crash.ts'

t.test(
  'a worker is killed while it comments on cards: none gets two comments, and a look tells what became of the unknown ones (pitfall 4)',
  t => killCommenters(t, { cards: 100, kills: 1 })
)
