import { test } from 'tap'
import { alice, until } from '../helpers/bulk.ts'
import { confirm, doneTwice } from '../helpers/bulk-crash.ts'
import { CALLS_AT_ONCE, listingStorm, storm } from '../helpers/bulk-storm.ts'

test('4,000 items, eight workers killed and two frozen', { timeout: 280_000 }, t => storm(t, { items: 4_000, kills: 8, freezes: 2 }))

test('4,000 items, Redis killed five times', { timeout: 280_000 }, t => storm(t, { items: 4_000, redisKills: 5 }))

test('4,000 items, everything at once', { timeout: 280_000 }, t => storm(t, { items: 4_000, kills: 4, freezes: 1, redisKills: 4 }))

test('a listing of 20,000 items: six workers killed, Redis killed three times, two workers frozen', { timeout: 280_000 }, async t => {
  await listingStorm(t, { items: 20_000, kills: 6, freezes: 2, redisKills: 3 })
})

test('4,000 non-idempotent items, workers and Redis killed while they are listed: none is executed twice', {
  timeout: 280_000
}, async t => {
  const fixture = await listingStorm(t, { items: 4_000, kills: 3, redisKills: 1 })
  await confirm(fixture)
  const { progress, errors } = await until(fixture.jobs, fixture.id, ['completed'], alice, 120_000)
  t.same(doneTwice(fixture.counts), [])
  t.equal(fixture.counts.size, 4_000)
  t.equal(progress.succeeded + progress.unknown, 4_000)
  t.ok(progress.unknown <= CALLS_AT_ONCE, `${progress.unknown} unknown: ${JSON.stringify(errors)}`)
})
