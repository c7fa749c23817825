import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'tap'
import { newJobId } from '../../src/jobs/model/job-id.ts'
import { createJobStore, type ItemUpdate } from '../../src/jobs/store/job-store.ts'
import { jobKey, jobKeys } from '../../src/jobs/store/keys.ts'
import { advance } from '../../src/jobs/store/lua/advance.ts'
import { ADVANCE_QUICKLY } from '../../src/jobs/store/lua/advance-quickly.ts'
import { runJobCommand } from '../../src/jobs/store/lua/commands.ts'
import { NAMES, SHARED } from '../../src/jobs/store/lua/shared/prelude.ts'
import { redisCommand, runForTexts } from '../../src/lib/redis/command.ts'
import { connectRedis, type RedisClient } from '../../src/lib/redis/connect.ts'
import { runToEnd, silentLog, startBulk, succeeded, testAdapter } from '../helpers/bulk.ts'
import { startTestRedis } from '../helpers/redis.ts'

async function setUp(t: Parameters<typeof startTestRedis>[0], facts: Record<string, string> = {}) {
  const { options } = await startTestRedis(t)
  const redis = connectRedis({ kind: 'single', options }, 'jobs', silentLog)
  t.teardown(() => redis.disconnect())
  const id = newJobId()
  const meta = {
    id,
    status: 'running',
    phase: 'act',
    turn: '1',
    epoch: '0',
    idempotent: '0',
    total: '6',
    keep_job_s: '9',
    keep_items_s: '9',
    keep_tombstone_s: '9'
  }
  await redis.hset(jobKey(id, 'meta'), { ...meta, ...facts })
  await redis.rpush(jobKey(id, 'ids'), 'a', 'b\0v1', 'c', 'd', 'e', 'f')
  await redis.set(jobKey(id, 'status'), 'pppppp')
  const store = createJobStore(redis, id)
  const epoch = async (): Promise<string> => {
    const claim = await store.claimTurn(1)
    return claim.kind === 'claimed' ? claim.epoch : claim.kind
  }
  const bytes = () => redis.get(jobKey(id, 'status'))
  return { redis, id, store, epoch, bytes }
}

const step = (inProgress: number, want: number, updates: ItemUpdate[] = []) => ({ inProgress, want, updates, ranMs: 10 })
const ok = (index: number): ItemUpdate => ({ index, byte: 's' })
const PAGE = {
  number: 0,
  cursor: 'n',
  ended: false,
  digest: 'd',
  size: 2,
  expected: '',
  warnings: { texts: [], more: 0, counts: [] },
  items: ['x', 'y'].map(name => ({ id: name, etag: undefined, data: '', sample: '', startedRow: '' }))
}

test('items start in order, are recorded before they are sent, and returned ones come first', async t => {
  const { store, epoch, bytes } = await setUp(t)
  const mine = await epoch()
  const first = await store.advance(mine, step(0, 3))
  t.match(first, {
    kind: 'ok',
    taken: [
      { index: 0, id: 'a', etag: undefined },
      { index: 1, id: 'b', etag: 'v1' },
      { index: 2, id: 'c' }
    ]
  })
  t.equal(await bytes(), 'iiippp')
  const second = await store.advance(mine, step(1, 2, [ok(2), { index: 0, byte: 'p' }]))
  t.match(second, {
    taken: [
      { index: 0, id: 'a' },
      { index: 3, id: 'd' }
    ]
  })
  t.equal(await bytes(), 'iisipp')
})

test('a later claim fences earlier ones (pitfall 5)', async t => {
  const { store, epoch, bytes } = await setUp(t)
  const before = await epoch()
  await store.advance(before, step(0, 2))
  const after = await epoch()
  t.equal(await bytes(), 'uupppp', 'running items are unknown')
  t.same(await store.advance(before, step(1, 1, [ok(0)])), { kind: 'fenced' })
  t.same(await store.endTurn(before, { how: 'yield' }), { kind: 'fenced' })
  t.equal(await store.resync(before, [0]), undefined)
  t.equal(await bytes(), 'uupppp')
  t.match(await store.advance(after, step(0, 1)), { taken: [{ id: 'c' }] })
})

test('a repeated step counts once, and items that it started are started again', async t => {
  const { store, epoch, bytes, redis, id } = await setUp(t)
  const mine = await epoch()
  await store.advance(mine, step(0, 2))
  const lost = step(1, 1, [ok(0)])
  await store.advance(mine, lost) // its reply was lost
  t.equal(await bytes(), 'siippp')
  t.same(await store.advance(mine, lost), { kind: 'lost' })
  t.equal(await redis.hget(jobKey(id, 'meta'), 'succeeded'), '1')
  t.equal(await store.resync(mine, [1]), 1)
  t.equal(await bytes(), 'sipppp')
  t.match(await store.advance(mine, step(1, 1)), { taken: [{ id: 'c' }] })
})

test('items whose worker was lost are not started again unless that is harmless', async t => {
  for (const [idempotent, after] of [
    ['0', 'iuippp'],
    ['1', 'ipippp']
  ] as const) {
    const { store, epoch, bytes } = await setUp(t, { idempotent })
    const mine = await epoch()
    await store.advance(mine, step(0, 4))
    t.equal(await store.resync(mine, [0, 2], [1]), 2)
    t.equal(await bytes(), after)
  }
})

test('a possibly executed item is handed out as started before; an unsent one is not', async t => {
  const { store, epoch, redis, id } = await setUp(t, { idempotent: '1' })
  const mine = await epoch()
  await store.advance(mine, step(0, 3))
  const back = await store.advance(mine, step(0, 2, [{ index: 0, byte: 'a' }, { index: 1, byte: 'p' }, ok(2)]))
  t.same(back.kind === 'ok' && back.taken.map(({ index, again }) => [index, again]), [
    [0, true],
    [1, undefined]
  ])
  const next = await epoch() // another worker: the first ended with both running
  const taken = await store.advance(next, step(0, 3))
  t.same(taken.kind === 'ok' && taken.taken.map(({ index, again }) => [index, again]), [
    [0, true],
    [1, true],
    [3, undefined]
  ])
  await store.advance(next, step(0, 0, [ok(0), ok(1), ok(3)]))
  t.same(await redis.hgetall(jobKey(id, 'results')), {}, 'the mark does not remain')
})

test('items that end their worker repeatedly are started one by one, then given up, and the others are executed', async t => {
  const { store, epoch, bytes, redis, id } = await setUp(t, { idempotent: '1' })
  const meta = (name: string) => redis.hget(jobKey(id, 'meta'), name)
  const dieWith = async (want: number): Promise<void> => void (await store.advance(await epoch(), step(0, want)))
  await dieWith(2)
  await dieWith(2)
  await dieWith(3)
  await epoch()
  t.equal(await bytes(), 'pppppp', 'it is executed again')
  t.match(JSON.parse((await meta('poison_search')) ?? ''), { until: 3, strikes: 0 })
  for (let times = 0; times < 3; times++) await dieWith(1)
  const last = await epoch()
  t.equal(await bytes(), 'uppppp')
  t.match(JSON.parse((await redis.hget(jobKey(id, 'results'), '0')) ?? ''), {
    error: { reason: 'worker_crashed', message: /3 times in a row/ }
  })
  t.match(await redis.hgetall(jobKey(id, 'meta')), { unknown: '1', inflight: '0', status: 'running' })
  t.match(await store.advance(last, step(0, 2)), { taken: [{ id: 'b' }, { id: 'c' }] })
})

test('workers that end at different points of a job accuse none of its items', async t => {
  const { store, epoch, bytes } = await setUp(t, { idempotent: '1' })
  for (let at = 0; at < 5; at++) {
    const mine = await epoch()
    await store.advance(mine, step(0, 1))
    await store.advance(mine, step(0, 1, [ok(at)]))
  }
  await epoch()
  t.equal(await bytes(), 'sssssp')
})

test('with on_failure: pause, an item that ends its worker repeatedly pauses the job', async t => {
  const { store, epoch, redis, id } = await setUp(t, { idempotent: '1', on_failure: 'pause' })
  for (let times = 0; times < 3; times++) await store.advance(await epoch(), step(0, 1))
  t.equal(await epoch(), 'idle')
  t.match(await redis.hgetall(jobKey(id, 'meta')), { status: 'paused', reason: 'item_failed', unknown: '1' })
})

test('a listing that ends its worker five times without another page fails', async t => {
  const { store, epoch, redis, id } = await setUp(t, { status: 'snapshotting', phase: 'list', page: '0' })
  for (let times = 0; times < 4; times++) await epoch()
  t.equal(await store.appendPage(await epoch(), PAGE), 'ok', 'a page restarts the count')
  for (let times = 0; times < 5; times++) t.not(await epoch(), 'idle')
  t.equal(await epoch(), 'idle')
  t.match(await redis.hgetall(jobKey(id, 'meta')), { status: 'failed', reason: 'worker_crashed', error: /while it listed the items/ })
})

test('a failure without a message is counted', async t => {
  const { store, epoch, redis, id } = await setUp(t)
  const mine = await epoch()
  await store.advance(mine, step(0, 2))
  const rows = ['{"error":{}}', '{"error":{"code":null,"reason":7}}']
  const results = rows.map((row, index): ItemUpdate => ({ index, byte: 'f', row }))
  t.equal((await store.advance(mine, step(0, 0, results))).kind, 'ok')
  t.match(await redis.hgetall(jobKey(id, 'errors')), { 'UNKNOWN_ERROR unexpected': /"count":2/ })
})

test('an outdated turn is not claimed', async t => {
  const { store } = await setUp(t)
  t.same(await store.claimTurn(2), { kind: 'stale' })
})

test('a repeated page is added once; a fenced worker adds none', async t => {
  const { store, epoch, redis, id } = await setUp(t, { status: 'snapshotting', phase: 'list', total: '0', page: '0' })
  await redis.del(jobKey(id, 'ids'), jobKey(id, 'status'))
  const mine = await epoch()
  t.equal(await store.appendPage(mine, PAGE), 'ok')
  t.equal(await store.appendPage(mine, PAGE), 'repeated')
  await epoch()
  t.equal(await store.appendPage(mine, { ...PAGE, number: 1 }), 'fenced')
  t.same(await redis.lrange(jobKey(id, 'ids'), 0, -1), ['x', 'y'])
})

test('an id and its version are stored and returned unchanged, whatever their characters', async t => {
  const names = ['a/b "c" \\d', 'ü\u007f\u0001\n', '\u{1f600}', '[1,2]', '1e5']
  const { store, epoch, redis, id } = await setUp(t, { status: 'snapshotting', phase: 'list', total: '0', page: '0' })
  await redis.del(jobKey(id, 'ids'), jobKey(id, 'status'))
  const items = names.map(name => ({ id: name, etag: `"${name}"`, data: JSON.stringify({ name }), sample: '', startedRow: '' }))
  const mine = await epoch()
  t.equal(await store.appendPage(mine, { ...PAGE, size: items.length, items }), 'ok')
  await redis.hset(jobKey(id, 'meta'), { status: 'running', phase: 'act', keeps_data: '1' })
  const taken = await store.advance(mine, step(0, 10))
  const want = items.map(({ id: itemId, etag }, index) => ({ index, id: itemId, etag, data: { name: itemId } }))
  t.same(taken.kind === 'ok' && taken.taken, want)
})

test('a page that Redis cannot parse is refused as a whole: nothing of it is written', async t => {
  const { store, epoch, redis, id } = await setUp(t, { status: 'snapshotting', phase: 'list', total: '0', page: '0' })
  const kept = () =>
    Promise.all([redis.hgetall(jobKey(id, 'meta')), redis.lrange(jobKey(id, 'ids'), 0, -1), redis.get(jobKey(id, 'status'))])
  const mine = await epoch()
  const before = await kept()
  const half = { id: 'half \ud83d', etag: undefined, data: '', sample: '', startedRow: '' }
  await t.rejects(store.appendPage(mine, { ...PAGE, items: [...PAGE.items, half] }), { name: 'ReplyError' })
  t.same(await kept(), before)
})

test('items started at several positions at once are returned each with its own id, data and history', async t => {
  const { store, epoch, redis, id } = await setUp(t, { idempotent: '1', keeps_data: '1' })
  await redis.rpush(jobKey(id, 'data'), ...[0, 1, 2, 3, 4, 5].map(n => JSON.stringify({ n })))
  const mine = await epoch()
  await store.advance(mine, step(0, 4))
  await store.advance(mine, step(1, 0, [{ index: 0, byte: 'p' }, ok(1), { index: 3, byte: 'a' }]))
  const again = await store.advance(mine, step(1, 3))
  t.same(again.kind === 'ok' && again.taken, [
    { index: 0, id: 'a', etag: undefined, data: { n: 0 } },
    { index: 3, id: 'd', etag: undefined, data: { n: 3 }, again: true },
    { index: 4, id: 'e', etag: undefined, data: { n: 4 } }
  ])
})

const LONG = redisCommand('advanceSlowly', NAMES + SHARED + advance)
/** The fast path alone: its reply shows if it leaves a step to the full one. */
const SHORT = redisCommand('advanceQuickly', `${NAMES}${ADVANCE_QUICKLY}\nreturn 'refused'`)

/** No progress is to be published: that depends on the time, and the two paths run at slightly different times. */
const NOT_DUE = '99999999999999'

/** A job of sixty items with a worker. */
async function sixty(redis: RedisClient, facts: Record<string, string>): Promise<string> {
  const id = newJobId()
  await redis.hset(jobKey(id, 'meta'), { ...facts, id: 'any', total: '60', epoch: '3', published_at: NOT_DUE })
  await redis.rpush(jobKey(id, 'ids'), ...Array.from({ length: 60 }, (_, n) => `id-${n}`))
  await redis.set(jobKey(id, 'status'), 'p'.repeat(60))
  return id
}

test('the fast path of a step has the same final state as the full one, in random sequences', async t => {
  const { redis, id: known } = await setUp(t)
  const facts = await redis.hgetall(jobKey(known, 'meta'))
  const ways = { taken: 0, refused: 0 }
  const histories = fc.asyncProperty(fc.gen(), async any => {
    const more = { ...facts, idempotent: any(fc.boolean) ? '1' : '0', ...(any(fc.boolean) && { started_at: '1' }) }
    const [one, other] = await Promise.all([sixty(redis, more), sixty(redis, more)])
    for (const args of anySteps(any)) {
      for (const id of [one, other]) await redis.hset(jobKey(id, 'meta'), { published_at: NOT_DUE })
      const [short, long] = await Promise.all([
        runForTexts(redis, SHORT, jobKeys(one), args),
        runForTexts(redis, LONG, jobKeys(other), args)
      ])
      const refused = short[0] === 'refused'
      ways[refused ? 'refused' : 'taken']++
      const answer = refused ? await runJobCommand(redis, 'advance', one, args) : short
      assert.deepEqual([answer, ...(await keptOf(redis, one))], [long, ...(await keptOf(redis, other))], args.join(' '))
    }
  })
  await fc.assert(histories, { numRuns: 40, unbiased: true })
  t.ok(ways.taken > 20 && ways.refused > 50, JSON.stringify(ways))
})

/** The stored state of a job without its times. */
const keptOf = async (redis: RedisClient, id: string) => [
  plain(await redis.hgetall(jobKey(id, 'meta'))),
  await redis.get(jobKey(id, 'status')),
  await redis.hgetall(jobKey(id, 'results')),
  await redis.xlen(jobKey(id, 'events'))
]

/** Without the times of writing. A run of no milliseconds may be stored or not. */
const plain = ({
  run_ms = '0',
  finished_at,
  expires_at,
  unknown_at,
  started_at,
  published_revision,
  published_at,
  sampled_at,
  ...rest
}: Record<string, string> = {}) => ({ ...rest, run_ms })

/** A job of six items. Its worker has started two, has finished none, and has nothing to publish. */
const EASY = {
  epoch: '3',
  inflight: '2',
  next: '2',
  started_at: '1',
  published_at: NOT_DUE,
  published_revision: '5',
  revision: '5',
  waits: '0'
}
/** The worker finished both and can start two more. */
const BOTH_DONE = ['3', 0, 2, 10, 1, 0, 'ss']

interface Odd {
  meta?: Record<string, string>
  status?: string
  results?: Record<string, string>
  args?: (string | number)[]
}

/** Conditions that make such a step take the full path. */
const ODD: Readonly<Record<string, Odd>> = {
  'the job is to pause': { meta: { status: 'pausing' } },
  'another worker has the job': { args: ['2', 0, 2, 10, 1, 0, 'ss'] },
  'a reply was lost': { args: ['3', 1, 2, 10, 1, 0, 'ss'] },
  'nothing was started before': { meta: { started_at: '' } },
  'items have data': { meta: { keeps_data: '1' } },
  'a next item was started before': { meta: { interrupted_end: '4' }, results: { 3: '{"again":true}' } },
  'a finished item was started before': { meta: { interrupted_end: '1' }, results: { 0: '{"again":true}' } },
  'a next item may be executed': { meta: { maybe_done: '1' }, results: { 2: '{"maybe_done":true}' } },
  'a finished item may have been executed before': { meta: { maybe_done: '1' }, results: { 1: '{"maybe_done":true}' } },
  'items failed one after another': { meta: { streak: '2', failed: '2' } },
  'the job has waited': { meta: { waits: '2' } },
  'a publication is due': { meta: { published_at: '1' } },
  'one item was finished already': { status: 'sipppp' },
  'one item was skipped': { args: ['3', 0, 2, 10, 1, 0, 'sk'] },
  'one item failed': { args: ['3', 0, 2, 10, 1, 0, 'fs', 0, '{"error":{"code":"C","reason":"r","message":"m"}}'] },
  'one item was not started after all': { args: ['3', 0, 2, 10, 1, 0, 'sp'] },
  'one item is to be started again': { args: ['3', 0, 2, 10, 1, 0, 'sa'] },
  'one item has a result row': { args: [...BOTH_DONE, 0, '{"data":1}'] },
  'results are sent one by one': { args: ['3', 0, 2, 10, 2, 1, 's', 0, 's'] },
  'the worker wants no more items': { args: ['3', 0, 0, 10, 1, 0, 'ss'] },
  'the next items are not adjacent': { status: 'iipspp' },
  'all items were started': { status: 'ssssii', meta: { next: '6', succeeded: '4' }, args: ['3', 0, 2, 10, 1, 4, 'ss'] }
}

test('the fast path of a step does the same as the full one', async t => {
  const { redis, id: known } = await setUp(t)
  const facts = await redis.hgetall(jobKey(known, 'meta'))

  async function job({ meta, status = 'iipppp', results }: Odd = {}): Promise<string> {
    const id = newJobId()
    await redis.hset(jobKey(id, 'meta'), { ...facts, ...EASY, ...meta })
    if (meta?.['started_at'] === '') await redis.hdel(jobKey(id, 'meta'), 'started_at')
    await redis.rpush(jobKey(id, 'ids'), 'a', 'b', 'c', 'd', 'e', 'f')
    await redis.rpush(jobKey(id, 'data'), '0', '1', '2', '3', '4', '5')
    await redis.set(jobKey(id, 'status'), status)
    if (results) await redis.hset(jobKey(id, 'results'), results)
    return id
  }

  await t.test('the fast path is used if all items succeeded and nothing is to be published', async t =>
    t.same(await runForTexts(redis, SHORT, jobKeys(await job()), BOTH_DONE), ['ok', 'running', '2,2', '["c","d"]'])
  )
  for (const [what, odd] of Object.entries(ODD))
    await t.test(`both do the same if ${what}`, async t => {
      const { args = BOTH_DONE } = odd
      const [one, other] = [await job(odd), await job(odd)]
      const [answer, long] = [await runJobCommand(redis, 'advance', one, args), await runForTexts(redis, LONG, jobKeys(other), args)]
      t.same([answer, ...(await keptOf(redis, one))], [long, ...(await keptOf(redis, other))])
    })
})

/** Steps of a worker that mostly succeeds and occasionally reports invalid results. */
function* anySteps(draw: fc.GeneratorValue): Generator<(string | number)[]> {
  const any = (most: number): number => draw(fc.nat, { max: most - 1 })
  let [begun, next] = [[] as number[], 0]
  for (let n = 0; n < 25; n++) {
    const ended = begun.splice(0, any(3) === 0 ? any(begun.length + 1) : begun.length)
    const byteOf = (): string => (any(12) === 0 ? 'skufpa'.charAt(any(6)) : 's')
    const runs =
      ended.length === 0 ? [] : any(5) === 0 ? ended.map(index => [index, byteOf()]) : [[ended[0] ?? 0, ended.map(byteOf).join('')]]
    const want = any(8) === 0 ? 0 : 1 + any(6)
    const [epoch, underWay] = [any(30) === 0 ? '2' : '3', begun.length + (any(25) === 0 ? 1 : 0)]
    yield [
      epoch,
      underWay,
      want,
      any(9),
      runs.length,
      ...runs.flat(),
      ...(any(10) === 0 && ended.length > 0 ? [ended[0] ?? 0, '{"data":1}'] : [])
    ]
    begun.push(...Array.from({ length: want }, (_, at) => next + at))
    next += want
  }
}

test('a worker that loses a reply in the middle of a turn continues and executes each item once', async t => {
  const done: string[] = []
  let once = true
  const action = testAdapter({
    idempotent: false,
    max_batch: 1,
    concurrency: 3,
    executeBatch: async function* (items) {
      if (once) {
        once = false
        await beginUnheard()
      }
      for (const item of items) {
        done.push(item.id)
        yield succeeded(item)
      }
    }
  })
  const { jobs, request, redis } = await startBulk(t, [action])
  const client = redis.client()

  /** Starts two items like a step whose reply never arrives. */
  async function beginUnheard(): Promise<void> {
    const [job] = (await jobs.list({ id: 'alice', scopes: [] }, { limit: 1 })).items
    const meta = await client.hgetall(jobKey(job?.id ?? '', 'meta'))
    const answer = await createJobStore(client, job?.id ?? '').advance(meta['epoch'] ?? '', step(Number(meta['inflight']), 2))
    t.equal(answer.kind === 'ok' && answer.taken.length, 2)
  }

  const end = await runToEnd(jobs, request(action, { input: { many: 40 } }))
  t.match(end, { status: 'completed', progress: { succeeded: 40, unknown: 0 } })
  t.equal(done.length, 40)
  t.equal(new Set(done).size, 40)
})

test('running items of a lost host are unknown, and the host is fenced if it returns', async t => {
  const { redis, id, store, epoch, bytes } = await setUp(t)
  const mine = await epoch()
  await store.advance(mine, step(0, 2))
  t.same(await runJobCommand(redis, 'stopUnreachable', id, ['{"code":"c","reason":"host_gone","message":"m"}']), ['ok', 'paused'])
  t.equal(await bytes(), 'uupppp')
  t.match(await store.advance(mine, step(2, 1, [ok(0)])), { kind: 'fenced' })
  t.same(await runJobCommand(redis, 'stopUnreachable', id, ['{}']), ['idle', 'paused'], 'a second time has no effect')
  t.match(await redis.hgetall(jobKey(id, 'meta')), { unknown: '2', inflight: '0', turn: '2', reason: 'host_gone', unknown_at: /^\d{13}$/ })
})
