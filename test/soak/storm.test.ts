import { test } from 'tap'
import { storm } from '../helpers/bulk-storm.ts'

test('4,000 items, eight workers killed and two frozen', { timeout: 280_000 }, t => storm(t, { items: 4_000, kills: 8, freezes: 2 }))

test('4,000 items, Redis killed five times', { timeout: 280_000 }, t => storm(t, { items: 4_000, redisKills: 5 }))

test('4,000 items, everything at once', { timeout: 280_000 }, t => storm(t, { items: 4_000, kills: 4, freezes: 1, redisKills: 4 }))
