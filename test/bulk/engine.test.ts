import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { jobKey } from '../../src/bulk/keys.ts'
import { createLedger } from '../../src/bulk/ledger.ts'
import { alice, shelfAction, startBulk, succeeded, until } from '../helpers/bulk.ts'

/** An action whose worker throws as soon as it looks how many calls may be under way at once, for so many times. */
function breaking(times: number, after = 0) {
  let reads = 0
  const action = shelfAction({ max_batch: 1 })
  return Object.defineProperty(action, 'concurrency', {
    get: () => {
      reads += 1
      if (reads > after && reads <= after + times) throw new TypeError('secret internals')
      return 1
    }
  })
}

test('a job whose turns the engine breaks off ends as failed, in fixed words', async t => {
  const action = breaking(Number.POSITIVE_INFINITY)
  const { jobs, request, redis } = await startBulk(t, [action], { settings: { most_stumbles: 3 } })
  const made = await jobs.create(request(action))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  const end = await until(jobs, made.id, ['failed'])
  t.match(end, {
    reason: 'engine_failed',
    error: { reason: 'unexpected', message: /log holds the cause/ },
    progress: { not_attempted: 10 }
  })
  t.notMatch(JSON.stringify(end), /secret/)
  t.equal(await redis.client().zscore('tg:jobs:live', made.id), null, 'it is no longer looked after')
})

test('turns that break off now and then do not end a job', async t => {
  const action = breaking(1)
  const { jobs, request, redis } = await startBulk(t, [action], { settings: { most_stumbles: 2 } })
  const made = await jobs.create(request(action))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  t.match(await until(jobs, made.id, ['completed']), { progress: { succeeded: 10 } })
  t.equal(await redis.client().hget(jobKey(made.id, 'meta'), 'stumbles'), null)
})

test('a job that comes to rest as paused while the engine fails is still looked after, and can go on', async t => {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const action = shelfAction({
    idempotent: false,
    max_batch: 1,
    executeBatch: async function* (items) {
      begun.resolve()
      await held.promise
      for (const item of items) yield succeeded(item)
    }
  })
  let broken = false
  Object.defineProperty(action, 'concurrency', {
    get: () => {
      if (broken) throw new TypeError('secret internals')
      return 1
    }
  })
  const { jobs, request, redis } = await startBulk(t, [action], { settings: { most_stumbles: 1, turn_ms: 60_000 } })
  const made = await jobs.create(request(action))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  await begun.promise
  await jobs.pause(alice, made.id)
  broken = true
  await until(jobs, made.id, ['paused'])
  const client = redis.client()
  while ((await client.keys(`{tg}:jobs:op-${made.id}-*`)).length > 0) await sleep(10) // the turn is over
  t.ok(await client.zscore('tg:jobs:live', made.id), 'a turn of it that is lost from now on is queued again')
  broken = false
  held.resolve()
  await jobs.resume(alice, made.id)
  t.match(await until(jobs, made.id, ['completed']), { progress: { succeeded: 9, unknown: 1 } })
})

test('what was under way when the engine failed for good is unknown', async t => {
  let release: () => void = () => undefined
  const action = breaking(9, 1)
  action.executeBatch = async function* (items) {
    await new Promise<void>(resolve => {
      release = resolve
    })
    for (const item of items) yield succeeded(item)
  }
  const { jobs, request } = await startBulk(t, [action], { settings: { most_stumbles: 1, turn_ms: 60_000 } })
  const made = await jobs.create(request(action))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  t.match(await until(jobs, made.id, ['failed']), {
    progress: { unknown: 1, not_attempted: 9 },
    errors: [{ reason: 'worker_lost', sample_item_ids: ['item-0'] }]
  })
  release()
})

test('a worker that is shut out lets the item under way finish, unbroken, and begins no further one of its call', async t => {
  const begun: string[] = []
  const broken: boolean[] = []
  const gate = Promise.withResolvers<void>()
  const action = shelfAction({
    idempotent: false,
    executeBatch: async function* (items, _action, call) {
      for (const item of items) {
        begun.push(item.id)
        await gate.promise
        broken.push(call.signal.aborted)
        yield succeeded(item)
      }
    }
  })
  const { jobs, request, redis } = await startBulk(t, [action], { settings: { reconcile_ms: 60_000, turn_ms: 60_000 } })
  const made = await jobs.create(request(action, { input: { many: 12 } }))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  while (begun.length === 0) await sleep(5)
  const client = redis.client()
  const turn = Number(await client.hget(jobKey(made.id, 'meta'), 'turn'))
  t.match(await createLedger(client, made.id).claim(turn), { kind: 'claimed' })
  while ((await client.keys(`{tg}:jobs:op-${made.id}-*`)).length > 0) await sleep(10) // the turn is over
  gate.resolve()
  await sleep(50)
  t.same({ begun, broken }, { begun: ['item-0'], broken: [false] })
  t.match(await jobs.get(alice, made.id), { progress: { unknown: 10, succeeded: 0 } })
})
