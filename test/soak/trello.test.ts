import { test } from 'tap'
import { killCommenters } from '../helpers/trello-crash.ts'

test('500 cards are commented on, and gateway and worker killed five times', { timeout: 600_000 }, t =>
  killCommenters(t, { cards: 500, kills: 5 })
)
