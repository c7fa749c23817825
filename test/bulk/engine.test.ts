import { test } from 'tap'
import { jobKey } from '../../src/bulk/keys.ts'
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
