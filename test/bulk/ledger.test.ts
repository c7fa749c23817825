import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'tap'
import { newJobId } from '../../src/bulk/id.ts'
import { jobKey, jobKeys } from '../../src/bulk/keys.ts'
import { createLedger, type Settled } from '../../src/bulk/ledger.ts'
import { advance } from '../../src/bulk/scripts/advance.ts'
import { NAMES, SHARED } from '../../src/bulk/scripts/prelude.ts'
import { QUICK } from '../../src/bulk/scripts/quick.ts'
import { runScript } from '../../src/bulk/scripts/run.ts'
import { connectRedis, type RedisClient } from '../../src/lib/redis/connect.ts'
import { runForTexts, script } from '../../src/lib/redis/script.ts'
import { quiet, runToEnd, shelfAction, startBulk, succeeded } from '../helpers/bulk.ts'
import { startTestRedis } from '../helpers/redis.ts'

async function house(t: Parameters<typeof startTestRedis>[0], facts: Record<string, string> = {}) {
  const { options } = await startTestRedis(t)
  const redis = connectRedis({ kind: 'single', options }, 'jobs', quiet)
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
    keep_stone_s: '9'
  }
  await redis.hset(jobKey(id, 'meta'), { ...meta, ...facts })
  await redis.rpush(jobKey(id, 'ids'), 'a', 'b\0v1', 'c', 'd', 'e', 'f')
  await redis.set(jobKey(id, 'status'), 'pppppp')
  const ledger = createLedger(redis, id)
  const epoch = async (): Promise<string> => {
    const claim = await ledger.claim(1)
    return claim.kind === 'claimed' ? claim.epoch : claim.kind
  }
  const bytes = () => redis.get(jobKey(id, 'status'))
  return { redis, id, ledger, epoch, bytes }
}

const step = (underWay: number, want: number, results: Settled[] = []) => ({ underWay, want, results, ranMs: 10 })
const ok = (index: number): Settled => ({ index, byte: 's' })
const PAGE = {
  number: 0,
  cursor: 'n',
  ended: false,
  digest: 'd',
  size: 2,
  expected: '',
  warnings: { texts: [], more: 0 },
  items: ['x', 'y'].map(name => ({ id: name, etag: undefined, data: '', sample: '', again: false }))
}

test('items are begun in order, written as begun before anybody hears of them, and returned ones come first', async t => {
  const { ledger, epoch, bytes } = await house(t)
  const mine = await epoch()
  const first = await ledger.advance(mine, step(0, 3))
  t.match(first, {
    kind: 'ok',
    taken: [
      { index: 0, id: 'a', etag: undefined },
      { index: 1, id: 'b', etag: 'v1' },
      { index: 2, id: 'c' }
    ]
  })
  t.equal(await bytes(), 'iiippp')
  const second = await ledger.advance(mine, step(1, 2, [ok(2), { index: 0, byte: 'p' }]))
  t.match(second, {
    taken: [
      { index: 0, id: 'a' },
      { index: 3, id: 'd' }
    ]
  })
  t.equal(await bytes(), 'iisipp')
})

test('whoever comes after shuts out whoever was before (pitfall 5)', async t => {
  const { ledger, epoch, bytes } = await house(t)
  const before = await epoch()
  await ledger.advance(before, step(0, 2))
  const after = await epoch()
  t.equal(await bytes(), 'uupppp', 'what was under way is unknown')
  t.same(await ledger.advance(before, step(1, 1, [ok(0)])), { kind: 'fenced' })
  t.same(await ledger.rest(before, { how: 'yield' }), { kind: 'fenced' })
  t.equal(await ledger.resync(before, [0]), undefined)
  t.equal(await bytes(), 'uupppp')
  t.match(await ledger.advance(after, step(0, 1)), { taken: [{ id: 'c' }] })
})

test('a step that was sent twice counts once; what it began unheard is begun anew', async t => {
  const { ledger, epoch, bytes, redis, id } = await house(t)
  const mine = await epoch()
  await ledger.advance(mine, step(0, 2))
  const lost = step(1, 1, [ok(0)])
  await ledger.advance(mine, lost) // its answer never came
  t.equal(await bytes(), 'siippp')
  t.same(await ledger.advance(mine, lost), { kind: 'lost' })
  t.equal(await redis.hget(jobKey(id, 'meta'), 'succeeded'), '1')
  t.equal(await ledger.resync(mine, [1]), 1)
  t.equal(await bytes(), 'sipppp')
  t.match(await ledger.advance(mine, step(1, 1)), { taken: [{ id: 'c' }] })
})

test('what was handed over and lost track of is not begun anew, unless a second time does no harm', async t => {
  for (const [idempotent, after] of [
    ['0', 'iuippp'],
    ['1', 'ipippp']
  ] as const) {
    const { ledger, epoch, bytes } = await house(t, { idempotent })
    const mine = await epoch()
    await ledger.advance(mine, step(0, 4))
    t.equal(await ledger.resync(mine, [0, 2], [1]), 2)
    t.equal(await bytes(), after)
  }
})

test('an item that may be done is handed out as one that was begun before; one that was not sent is not', async t => {
  const { ledger, epoch, redis, id } = await house(t, { idempotent: '1' })
  const mine = await epoch()
  await ledger.advance(mine, step(0, 3))
  const back = await ledger.advance(mine, step(0, 2, [{ index: 0, byte: 'a' }, { index: 1, byte: 'p' }, ok(2)]))
  t.same(back.kind === 'ok' && back.taken.map(({ index, again }) => [index, again]), [
    [0, true],
    [1, undefined]
  ])
  const next = await epoch() // another worker: the first ended with both under way
  const taken = await ledger.advance(next, step(0, 3))
  t.same(taken.kind === 'ok' && taken.taken.map(({ index, again }) => [index, again]), [
    [0, true],
    [1, true],
    [3, undefined]
  ])
  await ledger.advance(next, step(0, 0, [ok(0), ok(1), ok(3)]))
  t.same(await redis.hgetall(jobKey(id, 'results')), {}, 'nothing of that stays')
})

test('what ends its worker again and again is begun one by one, then given up, and the others are done', async t => {
  const { ledger, epoch, bytes, redis, id } = await house(t, { idempotent: '1' })
  const meta = (name: string) => redis.hget(jobKey(id, 'meta'), name)
  const dieWith = async (want: number): Promise<void> => void (await ledger.advance(await epoch(), step(0, want)))
  await dieWith(2)
  await dieWith(2)
  await dieWith(3)
  await epoch()
  t.equal(await bytes(), 'pppppp', 'it is done again')
  t.match(JSON.parse((await meta('suspicion')) ?? ''), { until: 3, strikes: 0 })
  for (let times = 0; times < 3; times++) await dieWith(1)
  const last = await epoch()
  t.equal(await bytes(), 'uppppp')
  t.match(JSON.parse((await redis.hget(jobKey(id, 'results'), '0')) ?? ''), {
    error: { reason: 'worker_crashed', message: /3 times in a row/ }
  })
  t.match(await redis.hgetall(jobKey(id, 'meta')), { unknown: '1', inflight: '0', status: 'running' })
  t.match(await ledger.advance(last, step(0, 2)), { taken: [{ id: 'b' }, { id: 'c' }] })
})

test('workers that end at different places of a job accuse none of its items', async t => {
  const { ledger, epoch, bytes } = await house(t, { idempotent: '1' })
  for (let at = 0; at < 5; at++) {
    const mine = await epoch()
    await ledger.advance(mine, step(0, 1))
    await ledger.advance(mine, step(0, 1, [ok(at)]))
  }
  await epoch()
  t.equal(await bytes(), 'sssssp')
})

test('an item that ends its worker again and again pauses a job that is to pause at a failure', async t => {
  const { ledger, epoch, redis, id } = await house(t, { idempotent: '1', on_failure: 'pause' })
  for (let times = 0; times < 3; times++) await ledger.advance(await epoch(), step(0, 1))
  t.equal(await epoch(), 'idle')
  t.match(await redis.hgetall(jobKey(id, 'meta')), { status: 'paused', reason: 'item_failed', unknown: '1' })
})

test('a listing that ends its worker five times without one more page has failed', async t => {
  const { ledger, epoch, redis, id } = await house(t, { status: 'snapshotting', phase: 'list', page: '0' })
  for (let times = 0; times < 4; times++) await epoch()
  t.equal(await ledger.append(await epoch(), PAGE), 'ok', 'a page counts anew')
  for (let times = 0; times < 5; times++) t.not(await epoch(), 'idle')
  t.equal(await epoch(), 'idle')
  t.match(await redis.hgetall(jobKey(id, 'meta')), { status: 'failed', reason: 'worker_crashed', error: /while it listed the items/ })
})

test('a failure that lacks its words is tallied all the same', async t => {
  const { ledger, epoch, redis, id } = await house(t)
  const mine = await epoch()
  await ledger.advance(mine, step(0, 2))
  const rows = ['{"error":{}}', '{"error":{"code":null,"reason":7}}']
  const results = rows.map((row, index): Settled => ({ index, byte: 'f', row }))
  t.equal((await ledger.advance(mine, step(0, 0, results))).kind, 'ok')
  t.match(await redis.hgetall(jobKey(id, 'errors')), { 'UNKNOWN_ERROR unexpected': /"count":2/ })
})

test('a turn that is not the present one is not taken up', async t => {
  const { ledger } = await house(t)
  t.same(await ledger.claim(2), { kind: 'stale' })
})

test('a page that was sent twice is added once; an older worker adds none', async t => {
  const { ledger, epoch, redis, id } = await house(t, { status: 'snapshotting', phase: 'list', total: '0', page: '0' })
  await redis.del(jobKey(id, 'ids'), jobKey(id, 'status'))
  const mine = await epoch()
  t.equal(await ledger.append(mine, PAGE), 'ok')
  t.equal(await ledger.append(mine, PAGE), 'repeated')
  await epoch()
  t.equal(await ledger.append(mine, { ...PAGE, number: 1 }), 'fenced')
  t.same(await redis.lrange(jobKey(id, 'ids'), 0, -1), ['x', 'y'])
})

test('an id and its version come out as they went in, whatever characters they are made of', async t => {
  const names = ['a/b "c" \\d', 'ü\u007f\u0001\n', '\u{1f600}', '[1,2]', '1e5']
  const { ledger, epoch, redis, id } = await house(t, { status: 'snapshotting', phase: 'list', total: '0', page: '0' })
  await redis.del(jobKey(id, 'ids'), jobKey(id, 'status'))
  const items = names.map(name => ({ id: name, etag: `"${name}"`, data: JSON.stringify({ name }), sample: '', again: false }))
  const mine = await epoch()
  t.equal(await ledger.append(mine, { ...PAGE, size: items.length, items }), 'ok')
  await redis.hset(jobKey(id, 'meta'), { status: 'running', phase: 'act', keeps_data: '1' })
  const taken = await ledger.advance(mine, step(0, 10))
  const want = items.map(({ id: itemId, etag }, index) => ({ index, id: itemId, etag, data: { name: itemId } }))
  t.same(taken.kind === 'ok' && taken.taken, want)
})

test('a page that Redis cannot read is refused whole: nothing of it is written', async t => {
  const { ledger, epoch, redis, id } = await house(t, { status: 'snapshotting', phase: 'list', total: '0', page: '0' })
  const kept = () =>
    Promise.all([redis.hgetall(jobKey(id, 'meta')), redis.lrange(jobKey(id, 'ids'), 0, -1), redis.get(jobKey(id, 'status'))])
  const mine = await epoch()
  const before = await kept()
  const half = { id: 'half \ud83d', etag: undefined, data: '', sample: '', again: false }
  await t.rejects(ledger.append(mine, { ...PAGE, items: [...PAGE.items, half] }), { name: 'ReplyError' })
  t.same(await kept(), before)
})

test('items begun in several places at once come each with its own id, data and past', async t => {
  const { ledger, epoch, redis, id } = await house(t, { idempotent: '1', keeps_data: '1' })
  await redis.rpush(jobKey(id, 'data'), ...[0, 1, 2, 3, 4, 5].map(n => JSON.stringify({ n })))
  const mine = await epoch()
  await ledger.advance(mine, step(0, 4))
  await ledger.advance(mine, step(1, 0, [{ index: 0, byte: 'p' }, ok(1), { index: 3, byte: 'a' }]))
  const again = await ledger.advance(mine, step(1, 3))
  t.same(again.kind === 'ok' && again.taken, [
    { index: 0, id: 'a', etag: undefined, data: { n: 0 } },
    { index: 3, id: 'd', etag: undefined, data: { n: 3 }, again: true },
    { index: 4, id: 'e', etag: undefined, data: { n: 4 } }
  ])
})

const LONG = script(NAMES + SHARED + advance)
/** The short way alone: it says so where it leaves a step to the long one. */
const SHORT = script(`${NAMES}${QUICK}\nreturn 'refused'`)

/** A job of sixty items with a worker at it. Told long ago, it would be told of at once, which is the long way; here nothing is due. */
async function sixty(redis: RedisClient, facts: Record<string, string>): Promise<string> {
  const id = newJobId()
  await redis.hset(jobKey(id, 'meta'), { ...facts, id: 'any', total: '60', epoch: '3', told_at: '99999999999999' })
  await redis.rpush(jobKey(id, 'ids'), ...Array.from({ length: 60 }, (_, n) => `id-${n}`))
  await redis.set(jobKey(id, 'status'), 'p'.repeat(60))
  return id
}

test('the short way through a step ends where the long one does, whatever happens', async t => {
  const { redis, id: known } = await house(t)
  const facts = await redis.hgetall(jobKey(known, 'meta'))
  const ways = { taken: 0, refused: 0 }
  const histories = fc.asyncProperty(fc.gen(), async any => {
    const more = { ...facts, idempotent: any(fc.boolean) ? '1' : '0', ...(any(fc.boolean) && { started_at: '1' }) }
    const [one, other] = await Promise.all([sixty(redis, more), sixty(redis, more)])
    for (const args of anySteps(any)) {
      const [short, long] = await Promise.all([
        runForTexts(redis, SHORT, jobKeys(one), args),
        runForTexts(redis, LONG, jobKeys(other), args)
      ])
      const refused = short[0] === 'refused'
      ways[refused ? 'refused' : 'taken']++
      const answer = refused ? await runScript(redis, 'advance', one, args) : short
      assert.deepEqual([answer, ...(await keptOf(redis, one))], [long, ...(await keptOf(redis, other))], args.join(' '))
    }
  })
  await fc.assert(histories, { numRuns: 40, unbiased: true })
  t.ok(ways.taken > 50 && ways.refused > 50, JSON.stringify(ways))
})

/** What is kept of a job, but for its times. */
const keptOf = async (redis: RedisClient, id: string) => [
  plain(await redis.hgetall(jobKey(id, 'meta'))),
  await redis.get(jobKey(id, 'status')),
  await redis.hgetall(jobKey(id, 'results')),
  await redis.xlen(jobKey(id, 'events'))
]

/** Without the times at which it was written. */
const plain = ({ finished_at, expires_at, unknown_at, started_at, told, told_at, ...rest }: Record<string, string> = {}) => rest

/** A job of six items, of which a worker has two in hand, did nothing yet, and has nothing to tell. */
const EASY = { epoch: '3', inflight: '2', next: '2', started_at: '1', told_at: '99999999999999', told: '5', revision: '5', waits: '0' }
/** The worker did both, and can take two more. */
const BOTH_DONE = ['3', 0, 2, 10, 1, 0, 'ss']

interface Odd {
  meta?: Record<string, string>
  status?: string
  results?: Record<string, string>
  args?: (string | number)[]
}

/** What keeps such a step from the short way. */
const ODD: Readonly<Record<string, Odd>> = {
  'the job is to pause': { meta: { status: 'pausing' } },
  'another worker has the job': { args: ['2', 0, 2, 10, 1, 0, 'ss'] },
  'an answer was lost': { args: ['3', 1, 2, 10, 1, 0, 'ss'] },
  'nothing was begun before': { meta: { started_at: '' } },
  'items have data': { meta: { keeps_data: '1' } },
  'an item that comes next was begun before': { meta: { again: '4' }, results: { 3: '{"again":true}' } },
  'an item that is done was begun before': { meta: { again: '1' }, results: { 0: '{"again":true}' } },
  'an item that comes next may be done': { meta: { maybe_done: '1' }, results: { 2: '{"maybe_done":true}' } },
  'an item that is done may have been done before': { meta: { maybe_done: '1' }, results: { 1: '{"maybe_done":true}' } },
  'items failed one after another': { meta: { streak: '2', failed: '2' } },
  'the job has waited': { meta: { waits: '2' } },
  'it is time to tell': { meta: { told_at: '1' } },
  'one was done already': { status: 'sipppp' },
  'one was skipped': { args: ['3', 0, 2, 10, 1, 0, 'sk'] },
  'one failed': { args: ['3', 0, 2, 10, 1, 0, 'fs', 0, '{"error":{"code":"C","reason":"r","message":"m"}}'] },
  'one was not begun after all': { args: ['3', 0, 2, 10, 1, 0, 'sp'] },
  'one is to be begun again': { args: ['3', 0, 2, 10, 1, 0, 'sa'] },
  'something is to be said of one': { args: [...BOTH_DONE, 0, '{"data":1}'] },
  'they are told one by one': { args: ['3', 0, 2, 10, 2, 1, 's', 0, 's'] },
  'nothing is wanted': { args: ['3', 0, 0, 10, 1, 0, 'ss'] },
  'the next ones do not stand next to each other': { status: 'iipspp' },
  'all were begun': { status: 'ssssii', meta: { next: '6', succeeded: '4' }, args: ['3', 0, 2, 10, 1, 4, 'ss'] }
}

test('the short way through a step does what the long one does', async t => {
  const { redis, id: known } = await house(t)
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

  await t.test('and is taken where all went well, and nothing is to be told', async t =>
    t.same(await runForTexts(redis, SHORT, jobKeys(await job()), BOTH_DONE), ['ok', 'running', '2,2', '["c","d"]'])
  )
  for (const [what, odd] of Object.entries(ODD))
    await t.test(`also where ${what}`, async t => {
      const { args = BOTH_DONE } = odd
      const [one, other] = [await job(odd), await job(odd)]
      const [answer, long] = [await runScript(redis, 'advance', one, args), await runForTexts(redis, LONG, jobKeys(other), args)]
      t.same([answer, ...(await keptOf(redis, one))], [long, ...(await keptOf(redis, other))])
    })
})

/** Steps of a worker that mostly does well, and now and then says what it should not. */
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

test('a worker whose answer was lost in the middle of a turn goes on, and does each item once', async t => {
  const done: string[] = []
  let once = true
  const action = shelfAction({
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

  /** Begins two items as a step would whose answer never came. */
  async function beginUnheard(): Promise<void> {
    const [job] = (await jobs.list({ id: 'alice', scopes: [] }, { limit: 1 })).items
    const meta = await client.hgetall(jobKey(job?.id ?? '', 'meta'))
    const answer = await createLedger(client, job?.id ?? '').advance(meta['epoch'] ?? '', step(Number(meta['inflight']), 2))
    t.equal(answer.kind === 'ok' && answer.taken.length, 2)
  }

  const end = await runToEnd(jobs, request(action, { input: { many: 40 } }))
  t.match(end, { status: 'completed', progress: { succeeded: 40, unknown: 0 } })
  t.equal(done.length, 40)
  t.equal(new Set(done).size, 40)
})

test('what a host that is no more had under way is unknown, and it finds itself shut out should it come back', async t => {
  const { redis, id, ledger, epoch, bytes } = await house(t)
  const mine = await epoch()
  await ledger.advance(mine, step(0, 2))
  t.same(await runScript(redis, 'abandon', id, ['{"code":"c","reason":"host_gone","message":"m"}']), ['ok', 'paused'])
  t.equal(await bytes(), 'uupppp')
  t.match(await ledger.advance(mine, step(2, 1, [ok(0)])), { kind: 'fenced' })
  t.same(await runScript(redis, 'abandon', id, ['{}']), ['idle', 'paused'], 'once is enough')
  t.match(await redis.hgetall(jobKey(id, 'meta')), { unknown: '2', inflight: '0', turn: '2', reason: 'host_gone', unknown_at: /^\d{13}$/ })
})
