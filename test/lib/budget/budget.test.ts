import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { createUpstream } from '../../../src/lib/http/upstream.ts'
import { connectRedis, whenReady } from '../../../src/lib/redis/connect.ts'
import { parseRedisUrl } from '../../../src/lib/redis/endpoint.ts'
import { withStopSignal } from '../../../src/lib/stop-signal.ts'
import { answer, budgetOf, meteredServer, most, PER_MS, rule, sender } from '../../helpers/budget.ts'
import { refusal, silentLog } from '../../helpers/bulk.ts'
import { startCluster } from '../../helpers/cluster.ts'
import { startTestRedis, unavailableRedis } from '../../helpers/redis.ts'
import { waitUntil } from '../../helpers/wait-until.ts'

/** Shorter than the window by the delay of requests on a busy machine. A token bucket of the rate would let more through. */
const SURELY_MS = PER_MS / 2

const { signal } = new AbortController()
const READ = { method: 'GET', path: 'x', reads: true }
const WRITE = { method: 'POST', path: 'x', reads: false }

/** Draws one unit after another until it would have to wait for long. */
async function drain(budget: ReturnType<typeof budgetOf>, request = READ): Promise<number> {
  for (let drawn = 0; ; drawn++) {
    const refused = await Promise.resolve(budget.draw(request, 1, signal)).then(
      () => false,
      () => true
    )
    if (refused) return drawn
  }
}

test('two processes share one budget and together never exceed it', async t => {
  const redis = await startTestRedis(t)
  const { url, came } = await meteredServer(t)
  const children = [1, 2].map(() => sender(t, String(redis.options.path), url, 40, 'calls', 5_000))
  await Promise.all(children.map(child => once(child, 'exit')))
  t.ok(most(came, SURELY_MS) <= 40, `at most ${most(came, SURELY_MS)} of 40`)
  t.ok(came.length >= 60, `${came.length} in five seconds: available units are used`)
})

test('jobs use at most their share, and calls are served at once in the meantime', async t => {
  const redis = await startTestRedis(t)
  const { url, came } = await meteredServer(t)
  const child = sender(t, String(redis.options.path), url, 40, 'bulk', 5_000)
  await once(child.stdout ?? child, 'data')
  await waitUntil(() => came.length >= 32, 'the jobs have used their share')
  const calls = createUpstream({ title: 'Metered', url, budget: budgetOf(redis.client(), [rule(40)]) })
  t.teardown(() => calls.close())
  for (let call = 0; call < 8; call++) {
    await calls.request({ path: 'x', signal })
    await sleep(100)
  }
  await once(child, 'exit')
  t.ok(most(came, SURELY_MS) <= 40)
})

test('a call waits briefly for its turn; beyond that it gets the time to retry, and nothing is sent', async t => {
  const redis = await startTestRedis(t)
  const { url, came } = await meteredServer(t)
  const patient = createUpstream({ title: 'Metered', url, budget: budgetOf(redis.client(), [rule(2, { per_ms: 1_000 })]) })
  for (let call = 0; call < 4; call++) await patient.request({ path: 'x', signal })
  t.equal(came.length, 4, 'two at once, two a second later')
  const hurried = createUpstream({ title: 'Metered', url, budget: budgetOf(redis.client(), [rule(1, { per_ms: 60_000 })]) })
  await hurried.request({ path: 'x', signal })
  const error = await hurried.request({ path: 'x', method: 'POST', signal }).catch((thrown: unknown) => thrown)
  t.match(error, refusal('rate_limit_exceeded', { status: 429, details: { source: 'gateway', outcome: 'not_executed', reset_time: /Z$/ } }))
  t.ok(Object(error).details.retry_after_ms > 50_000)
  t.equal(came.length, 5)
  for (const upstream of [patient, hurried]) upstream.close()
})

test('a job does not wait in place', async t => {
  const budget = budgetOf((await startTestRedis(t)).client(), [rule(10, { per_ms: 60_000 })], 'bulk')
  const started = performance.now()
  t.equal(await drain(budget), 8, 'four fifths')
  t.ok(performance.now() - started < 60_000)
})

test('the remaining units that the system reports lower the budget of every process', async t => {
  const redis = await startTestRedis(t)
  const { url, came } = await meteredServer(t, (_request, response) =>
    answer(response, 200, { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '3', 'x-ratelimit-reset': '60' })
  )
  const mine = budgetOf(redis.client(), [rule(100, { per_ms: 60_000 })])
  const upstream = createUpstream({ title: 'Metered', url, budget: mine })
  t.teardown(() => upstream.close())
  t.match((await upstream.request({ path: 'x', signal })).rate_limit, { limit: 100, remaining: 3 })
  await mine.draw(READ, 1, signal)
  const others = await drain(budgetOf(redis.client(), [rule(100, { per_ms: 60_000 })]))
  t.ok(others >= 1 && others <= 2, `${others}: of three one is used, and one may be held`)
  t.equal(came.length, 1)
})

test('a system with several limits lowers each by its own headers', async t => {
  const redis = await startTestRedis(t)
  const rules = [
    rule(100, { name: 'token', headers: 'x-rate-limit-api-token', per_ms: 60_000 }),
    rule(300, { name: 'key', headers: 'x-rate-limit-api-key', per_ms: 60_000 })
  ]
  const budget = budgetOf(redis.client(), rules)
  await budget.draw(READ, 1, signal)
  const headers = {
    'x-rate-limit-api-token-interval-ms': '60000',
    'x-rate-limit-api-token-max': '100',
    'x-rate-limit-api-token-remaining': '90',
    'x-rate-limit-api-key-remaining': '5',
    'x-rate-limit-api-key-interval-ms': '60000'
  }
  budget.observe({ status: 200, headers })
  t.equal(await drain(budget), 5)
})

test('after a refusal by the system no process sends a request until the reported time', async t => {
  const redis = await startTestRedis(t)
  const { url, came } = await meteredServer(t, (_request, response) => answer(response, 429, { 'retry-after': '30' }))
  const upstream = createUpstream({ title: 'Metered', url, budget: budgetOf(redis.client(), [rule(100)]) })
  t.teardown(() => upstream.close())
  await t.rejects(upstream.request({ path: 'x', signal }), refusal('rate_limit_exceeded', { details: { source: 'upstream' } }))
  const error = await upstream.request({ path: 'x', signal }).catch((thrown: unknown) => thrown)
  t.match(error, refusal('rate_limit_exceeded', { details: { source: 'gateway' } }))
  t.ok(Object(error).details.retry_after_ms > 20_000)
  t.equal(came.length, 1)
})

test('a refusal whose message names a limit holds every process back, whatever its status (pitfall 11)', async t => {
  const redis = await startTestRedis(t)
  const { url, came } = await meteredServer(t, (_request, response) => answer(response, 403))
  const rules = [rule(100)]
  const upstream = createUpstream({
    title: 'Metered',
    url,
    budget: budgetOf(redis.client(), rules),
    classify: () => ({ reason: 'rate_limit_exceeded', details: { retry_after_ms: 30_000 } })
  })
  t.teardown(() => upstream.close())
  await t.rejects(upstream.request({ path: 'x', signal }), refusal('rate_limit_exceeded', { details: { source: 'upstream' } }))
  for (const budget of [budgetOf(redis.client(), rules), budgetOf(redis.client(), rules, 'bulk')]) {
    await t.rejects(upstream.request({ path: 'x', signal }), refusal('rate_limit_exceeded', { details: { source: 'gateway' } }))
    const error = await Promise.resolve(budget.draw(READ, 1, signal)).catch((thrown: unknown) => thrown)
    t.ok(Object(error).details.retry_after_ms > 20_000)
  }
  t.equal(came.length, 1)
})

test('each attempt draws a unit', async t => {
  let failures = 2
  const { url, came } = await meteredServer(t, (_request, response) => answer(response, failures-- > 0 ? 502 : 200))
  const upstream = createUpstream({
    title: 'Metered',
    url,
    budget: budgetOf((await startTestRedis(t)).client(), [rule(100, { per_ms: 60_000 })])
  })
  t.teardown(() => upstream.close())
  t.match((await upstream.request({ path: 'x', cost: 5, signal })).rate_limit, { limit: 100, used: 15, remaining: 85 })
  t.equal(came.length, 3)
})

test('a limit can apply to some requests only, and to several instances', async t => {
  const redis = await startTestRedis(t)
  const rules = [
    rule(20, { name: 'all', per_ms: 60_000 }),
    rule(3, { name: 'writes', per_ms: 60_000, shared_by: 'the key', counts: ({ reads }) => !reads })
  ]
  const [one, other] = [budgetOf(redis.client(), rules, 'calls', 'one'), budgetOf(redis.client(), rules, 'calls', 'other')]
  await one.draw(WRITE, 1, signal)
  await one.draw(WRITE, 1, signal)
  t.equal(await drain(other, WRITE), 1, 'the third write of the key')
  t.equal(await drain(one), 18)
  t.notMatch(JSON.stringify(await redis.client().keys('*')), 'the key')
})

test('a request that costs more than the maximum passes when the budget is full', async t => {
  const budget = budgetOf((await startTestRedis(t)).client(), [rule(10)], 'bulk')
  await budget.draw(READ, 50, signal)
  await t.rejects(Promise.resolve(budget.draw(READ, 1, signal)), refusal('rate_limit_exceeded'))
})

test('held units that a process does not use return; those of a dead process count until they expire', async t => {
  const redis = await startTestRedis(t)
  const { url, came } = await meteredServer(t)
  const lent = rule(400)
  const idle = budgetOf(redis.client(), [lent])
  for (let drawn = 0; drawn < 20; drawn++) await idle.draw(READ, 1, signal)
  const spent = async (): Promise<number> => {
    const [key = ''] = await redis.client().keys('tg:{budget:metered}*')
    return Object.entries(await redis.client().hgetall(key)).reduce(
      (sum, [field, units]) => (/\d/.test(field) ? sum + Number(units) : sum),
      0
    )
  }
  t.ok((await spent()) > 20, 'it holds some')
  await waitUntil(async () => (await spent()) <= 20, 'unused units return')
  await sleep(PER_MS + 500)
  const child = sender(t, String(redis.options.path), url, 400, 'calls', 60_000)
  await waitUntil(() => came.length >= 400, '400 requests')
  child.kill('SIGKILL')
  await once(child, 'exit')
  await sleep(PER_MS + 500)
  const survivor = budgetOf(redis.client(), [lent])
  await survivor.draw(READ, 400, signal)
  t.pass('all of it returns in time')
})

test('an aborted caller stops waiting', async t => {
  const budget = budgetOf((await startTestRedis(t)).client(), [rule(1, { per_ms: 1_000 })])
  await budget.draw(READ, 1, signal)
  await t.rejects(Promise.resolve(budget.draw(READ, 1, AbortSignal.timeout(100))), { name: 'TimeoutError' })
})

test('while Redis is unavailable a process continues at a quarter of the rate, and returns to the common budget', async t => {
  const redis = await startTestRedis(t)
  const client = connectRedis({ kind: 'single', options: redis.options }, 'http', silentLog)
  t.teardown(() => client.disconnect())
  await whenReady(client, 5_000)
  const budget = budgetOf(client, [rule(40, { per_ms: 60_000 })])
  await budget.draw(READ, 1, signal)
  await redis.kill9()
  t.equal(await drain(budget), 10)
  await redis.restart()
  await whenReady(client, 10_000)
  await sleep(1_100)
  t.equal(await drain(budget), 39)
})

test('while Redis is unavailable a request that one limit refuses takes nothing from the others', async t => {
  const writes = { name: 'writes', counts: ({ method }: { method: string }) => method === 'POST' }
  const budget = budgetOf(unavailableRedis(t), [rule(40, { per_ms: 60_000 }), rule(4, { per_ms: 60_000, ...writes })])
  t.equal(await drain(budget, WRITE), 1)
  for (let more = 0; more < 20; more++) t.equal(await drain(budget, WRITE), 0)
  t.equal(await drain(budget), 9, 'of ten, one was used by the write that passed')
})

test('a Redis that does not respond delays no one for long', async t => {
  const redis = await startTestRedis(t)
  const client = connectRedis({ kind: 'single', options: redis.options }, 'http', silentLog)
  t.teardown(() => client.disconnect())
  await whenReady(client, 5_000)
  const budget = budgetOf(client, [rule(40, { per_ms: 60_000 })])
  redis.freeze()
  t.teardown(() => redis.thaw())
  await budget.draw(READ, 1, AbortSignal.timeout(4_000))
  t.pass()
})

test('the limits of a system are drawn together on a cluster', async t => {
  const client = connectRedis(parseRedisUrl((await startCluster(t)).url), 'http', silentLog)
  t.teardown(() => client.disconnect())
  await whenReady(client, 20_000)
  const rules = [rule(10, { per_ms: 60_000 }), rule(7, { name: 'key', shared_by: 'key', per_ms: 60_000 })]
  t.equal(await drain(budgetOf(client, rules)), 7)
})

test('a call that is stopped while it waits for its turn draws nothing', async t => {
  const redis = await startTestRedis(t)
  const budget = budgetOf(redis.client(), [rule(2, { per_ms: 1_000 })])
  for (let unit = 0; unit < 2; unit++) await budget.draw(READ, 1, signal)
  const stop = new AbortController()
  const revoked = new Error('revoked')
  const drawn = withStopSignal(stop.signal, async () => await budget.draw(READ, 1, signal)).catch((thrown: unknown) => thrown)
  stop.abort(revoked)
  t.equal(await drawn, revoked)
})
