import { test } from 'tap'
import { killCommenters } from '../helpers/trello-crash.ts'

test('500 cards are commented on while gateway and worker are killed five times', { timeout: 600_000 }, t =>
  killCommenters(t, { cards: 500, kills: 5 })
)
