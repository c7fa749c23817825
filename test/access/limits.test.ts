import t from 'tap'
import { createLimiter, type Limiter } from '../../src/access/limits/limiter.ts'
import { createLimits } from '../../src/access/limits/limits.ts'
import { OperationError } from '../../src/contract/errors.ts'
import type { Limits } from '../../src/contract/limits.ts'
import { refusal, silentLog } from '../helpers/bulk.ts'
import { startTestRedis, unavailableRedis } from '../helpers/redis.ts'
import { waitUntil } from '../helpers/wait-until.ts'

const redis = await startTestRedis(t)
const client = redis.client()
/** Opens the limits as a process does. */
function open(): { limiter: Limiter; limits: ReturnType<typeof createLimits> } {
  const limiter = createLimiter(client, silentLog)
  t.teardown(limiter.close)
  return { limiter, limits: createLimits(limiter) }
}
const [one, two] = [open(), open()]
const callerOf = (id: string, limits: Limits) => ({ id, scopes: ['*'], limits })
const admit = async ({ limits }: typeof one, caller: ReturnType<typeof callerOf>, system = 'gitlab') => {
  const admission = await limits.admit(caller, system)
  if (!admission) throw new Error('The call was not counted')
  return admission
}

t.test('without limits, or with limits of another system only, nothing is counted', async t => {
  t.equal(one.limits.admit({ id: 'free', scopes: ['*'] }, 'gitlab'), undefined)
  t.equal(one.limits.admit(callerOf('free', { systems: [{ system: 'trello', concurrent_calls: 1 }] }), 'gitlab'), undefined)
  t.equal(one.limits.admit(callerOf('free', { open_streams: 1 }), 'gitlab'), undefined)
})

t.test('calls are counted over all processes, each as they arrive', async t => {
  const caller = callerOf('rate', { requests_per_minute: 10, systems: [{ system: 'trello', requests_per_minute: 3 }] })
  const all = await Promise.all(Array.from({ length: 14 }, (_, at) => admit(at % 2 === 0 ? one : two, caller)))
  const refused = all.flatMap(({ refusal }) => refusal ?? [])
  t.equal(refused.length, 4)
  t.match(refused[0], {
    reason: 'rate_limit_exceeded',
    message: 'The key rate has reached its limit of 10 calls within a minute.',
    details: { source: 'gateway', outcome: 'not_executed', limit: { name: 'minute', quota: 10, window_seconds: 60 } }
  })
  const wait = Number(refused[0]?.details.retry_after_ms)
  t.ok(wait > 59_000 && wait <= 60_300, `${wait} ms`)
  const again = await admit(one, caller, 'trello')
  t.match(again, { refusal: OperationError, fields: { policy: '"minute";q=10;w=60, "trello-minute";q=3;w=60' } })
  t.match(again.fields.state, /"minute";r=0;t=(59|6[01])/)
  t.notOk((await admit(one, callerOf('other', { requests_per_minute: 10 }))).refusal, 'another key is not affected')
})

t.test('a limit of one system does not affect calls to others', async t => {
  const caller = callerOf('per-system', { requests_per_minute: 100, systems: [{ system: 'trello', requests_per_minute: 1 }] })
  t.notOk((await admit(one, caller, 'trello')).refusal)
  const refused = await admit(two, caller, 'trello')
  t.match(refused.refusal, { message: /1 calls on trello within a minute/ })
  const { refusal, fields } = await admit(two, caller)
  t.notOk(refusal)
  t.match(fields, { policy: '"minute";q=100;w=60', state: /^"minute";r=98;t=/ }, 'what was refused does not count')
})

t.test('calls in progress are counted until they end, even if their process is killed', async t => {
  const caller = callerOf('busy', { concurrent_calls: 2 })
  const [first, second] = [await admit(one, caller), await admit(two, caller)]
  t.match(second, { fields: { policy: '"concurrent";q=2;qu="concurrent-requests"', state: '"concurrent";r=0' } })
  t.match((await admit(one, caller)).refusal, { message: /2 calls in progress/, details: { retry_after_ms: 1_000 } })
  first.release()
  first.release()
  await waitUntil(async () => !(await admit(two, caller)).refusal, 'the end of the call is known to the other process')
  t.ok((await admit(one, caller)).refusal, 'ended only once')
  second.release()
  const key = 'tg:limits:{busy}:concurrent'
  for (const field of await client.hkeys(key)) await client.hset(key, field, '2 1') // as if its process had been killed long ago
  t.notOk((await admit(open(), caller)).refusal)
})

t.test('a clock that steps back neither stops the counting nor opens the limit', async t => {
  const minutes = callerOf('clock', { requests_per_minute: 2 })
  t.notOk((await admit(one, minutes)).refusal)
  const before = Number(await client.hget('tg:limits:{clock}:minute', 'first'))
  const countAhead = async (slices: number): Promise<void> => {
    const first = String(before + slices)
    await client.del('tg:limits:{clock}:minute')
    await client.hset('tg:limits:{clock}:minute', { used: 2, first, [first]: 2 })
  }
  await countAhead(100)
  t.match((await admit(two, minutes)).refusal, { reason: 'rate_limit_exceeded' }, 'counted by a clock that was half a minute ahead')
  await countAhead(1_000)
  t.notOk((await admit(one, minutes)).refusal, 'by one that was so far ahead that the key would be refused until then')

  const caller = callerOf('clock', { requests_per_second: 2 })
  t.notOk((await admit(one, caller)).refusal)
  const key = 'tg:limits:{clock}:second'
  const first = Number(await client.hget(key, 'first'))
  await client.del(key)
  await client.hset(key, { used: 2, first, [first]: 1, [first - 20]: 1 }) // a unit before the first slice
  await client.pexpire(key, 60_000)
  await waitUntil(async () => !(await admit(one, caller)).refusal, 'its units are forgotten with their time')
})

t.test('streams and items of jobs', async t => {
  const caller = callerOf('mixed', { open_streams: 1, job_items_per_day: 100, systems: [{ system: 'trello', job_items_per_day: 10 }] })
  const release = await one.limits.holdStream(caller)
  await t.rejects(two.limits.holdStream(caller), { reason: 'rate_limit_exceeded', message: /1 open streams/ })
  release()
  await waitUntil(
    () =>
      two.limits.holdStream(caller).then(
        () => true,
        () => false
      ),
    'the stream has ended'
  )
  await one.limits.takeItems(caller, 'trello', 10)
  await t.rejects(two.limits.takeItems(caller, 'trello', 1), { message: /10 items of jobs on trello within a day/ })
  await two.limits.takeItems(caller, 'gitlab', 90)
  await t.rejects(one.limits.takeItems(caller, 'gitlab', 1), { message: /100 items/ })
  await one.limits.takeItems(callerOf('chunk', { job_items_per_day: 5 }), 'gitlab', 8) // a batch that is larger than the limit is taken alone
})

t.test('a refusal applies to at least that many items, and only until the limit is raised or items are given back', async t => {
  const limited = (job_items_per_day: number) => callerOf('daily', { job_items_per_day })
  const refused = refusal('rate_limit_exceeded', { message: /limit of 100 items/ })
  const giveBack = await one.limits.takeItems(limited(100), 'gitlab', 60)
  await t.rejects(one.limits.takeItems(limited(100), 'gitlab', 50), refused)
  await one.limits.takeItems(limited(100), 'gitlab', 40)
  await t.rejects(one.limits.takeItems(limited(100), 'gitlab', 1), refused)
  await t.rejects(two.limits.takeItems(limited(100), 'gitlab', 1), refused)
  const take = (process: typeof one, quota: number, items: number) =>
    process.limits.takeItems(limited(quota), 'gitlab', items).catch(() => undefined)
  await waitUntil(async () => (await take(one, 101, 1)) !== undefined, 'the limit was raised')
  giveBack(50)
  await waitUntil(async () => (await take(two, 100, 49)) !== undefined, 'items were given back')
  await t.rejects(one.limits.takeItems(limited(100), 'gitlab', 2), refused, 'no more than that')
  await one.limits.takeItems(limited(100), 'gitlab', 0)
  giveBack(0)
})

t.test('if the wait is unknown, a refused call is sent again after a second', async t => {
  const caller = callerOf('emptied', { job_items_per_day: 5 })
  const giveBack = await one.limits.takeItems(caller, 'gitlab', 5)
  const refused = one.limits.takeItems(caller, 'gitlab', 1)
  giveBack(5) // in the same command, after the refusal
  await t.rejects(refused, refusal('rate_limit_exceeded', { details: { retry_after_ms: 1_000 } }))
  await one.limits.takeItems(caller, 'gitlab', 5)
})

t.test('without Redis, calls are admitted and not counted', async t => {
  const limiter = createLimiter(unavailableRedis(t), silentLog)
  t.teardown(limiter.close)
  const limits = createLimits(limiter)
  const caller = callerOf('outage', { requests_per_second: 1, concurrent_calls: 1 })
  for (let n = 0; n < 3; n += 1) {
    const admission = await limits.admit(caller, 'gitlab')
    t.match(admission, { refusal: undefined, fields: { state: undefined } })
    if (n < 2) admission?.release()
  }
  const giveBack = await limits.takeItems(callerOf('outage', { job_items_per_day: 1 }), 'gitlab', 5)
  giveBack(5)
})
