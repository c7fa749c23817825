import t from 'tap'
import { createStreamWriter, readStream } from '../../src/record/stream.ts'
import type { StreamBound } from '../../src/record/stream-bound.ts'
import { refusal } from '../helpers/bulk.ts'
import { recorder } from '../helpers/log.ts'
import { startTestRedis, unavailableRedis } from '../helpers/redis.ts'
import { waitUntil } from '../helpers/wait-until.ts'

const client = (await startTestRedis(t)).client()

const HOUR_MS = 3_600_000
let streams = 0

/** A writer of a stream of its own. */
function open(bound: StreamBound, redis = client) {
  const [key, log, wakes] = [`stream-${++streams}`, recorder(), { count: 0 }]
  const wake = (): void => {
    wakes.count += 1
  }
  return { key, log, wakes, entries: createStreamWriter({ redis, key, log, wake, bound }) }
}

const begun = { text: '["begun"]' }
const ended = { text: '["ended"]', hasBegun: true }

const addItems = async (key: string, count: number, text: string): Promise<void> => {
  await Promise.all(Array.from({ length: count }, () => client.xadd(key, '*', 'e', text)))
}

/** A count of the stream that was sent before has arrived. */
const counted = async (): Promise<void> => {
  await client.ping() // Redis may have had to be sent the script as well
  await client.ping()
}

const SMALL = 'x'.repeat(20)

/** A writer whose stream is full, and who knows it. */
async function openFull(bound: StreamBound) {
  const opened = open(bound)
  await addItems(opened.key, 1, SMALL)
  await opened.entries.append(begun)
  await counted()
  await t.rejects(opened.entries.append(begun), refusal('redis_unavailable'))
  return opened
}

const SIZES: [title: string, items: [count: number, text: string][], bytes: number, isFull: boolean][] = [
  [
    'small items, then large ones',
    [
      [1_000, SMALL],
      [100, 'x'.repeat(20_000)]
    ],
    1_000_000,
    true
  ],
  [
    'large items, then small ones',
    [
      [10, 'x'.repeat(100_000)],
      [5_000, SMALL]
    ],
    3_000_000,
    false
  ]
]
for (const [title, items, bytes, isFull] of SIZES)
  t.test(`the bytes of the whole stream are counted: ${title}`, async t => {
    const { key, entries } = open({ bytes, checkMs: HOUR_MS })
    for (const [count, text] of items) await addItems(key, count, text)
    await entries.append(begun)
    await counted()
    const next = entries.append(begun)
    await (isFull ? t.rejects(next, refusal('redis_unavailable')) : t.resolves(next))
    await client.del(key)
    await entries.close()
  })

t.test('a full stream is counted once per interval and logged once; each refusal wakes who empties it', async t => {
  const counts = async (): Promise<number> => Number(/cmdstat_memory\S*?:calls=(\d+)/.exec(await client.info('commandstats'))?.[1] ?? 0)
  const before = await counts()
  const { key, entries, log, wakes } = open({ bytes: 1, checkMs: HOUR_MS })
  await addItems(key, 1, SMALL)
  await entries.append(begun)
  await counted()
  for (let count = 0; count < 5; count++) await t.rejects(entries.append(begun), refusal('redis_unavailable'))
  t.equal((await counts()) - before, 1)
  t.equal(wakes.count, 6)
  t.match(log.lines, [{ level: 'error', message: /no write begins/ }])
  t.equal(log.lines.length, 1)
  await client.del(key)
  await entries.close()
})

t.test('if Redis does not tell the size of the stream, the log says so once', async t => {
  const { entries, log } = open({ bytes: 1, checkMs: 0 })
  await client.call('ACL', 'SETUSER', 'default', '-memory')
  await entries.append(begun)
  await entries.append(begun)
  await counted()
  await client.call('ACL', 'SETUSER', 'default', '+memory')
  t.match(log.lines, [{ level: 'warn', message: /has no bound/ }])
  t.equal(log.lines.length, 1)
  await entries.close()
})

t.test('an end is built at once while others wait for Redis, so that no inputs wait', async t => {
  const { entries } = open({ bytes: 1_000, checkMs: HOUR_MS }, unavailableRedis(t))
  const built: string[] = []
  const end = (name: string) => () => {
    built.push(name)
    return ended
  }
  entries.appendSoon(end('first'))
  t.strictSame(built, [])
  const flushing = entries.flush()
  entries.appendSoon(end('during a flush'))
  t.strictSame(built, ['first', 'during a flush'])
  await t.rejects(flushing, refusal('redis_unavailable'))
  entries.appendSoon(end('before the next try'))
  t.strictSame(built, ['first', 'during a flush', 'before the next try'])
  await entries.close()
})

t.test('what ends during a flush is for the next one, so that calls that never pause share commands', async t => {
  const { key, entries } = open({ bytes: 1_000_000, checkMs: HOUR_MS })
  entries.appendSoon(() => ended)
  const flushing = entries.flush()
  for (let count = 0; count < 3; count++) entries.appendSoon(() => ended)
  await flushing
  t.equal(await client.xlen(key), 1)
  entries.appendSoon(() => ended)
  const earlier = entries.flush()
  entries.appendSoon(() => ended)
  await entries.flush()
  await earlier
  const items = (await client.xrange(key, '-', '+')).map(([, fields]) => fields[1]?.split('\n').length)
  t.strictSame(items, [1, 4, 1], 'a flush that was requested during another one writes what had ended before it')
  await entries.close()
})

t.test('a row that cannot be built is logged and counted, and loses no other', async t => {
  const { key, entries, log } = open({ bytes: 1_000_000, checkMs: HOUR_MS })
  entries.appendSoon(() => ended)
  entries.appendSoon(() => {
    throw new Error('A defect')
  })
  entries.appendSoon(() => ended)
  await entries.flush()
  t.match(await client.xrange(key, '-', '+'), [[/./, ['e', '["ended"]\tbegun\t\n["ended"]\tbegun\t']]])
  t.match(log.lines, [
    { fields: { err: { message: 'A defect' } } },
    { fields: { calls: 1 }, message: /the ends of some calls are missing/ }
  ])
  await entries.close()
})

t.test('ends that a flush could not write are written later', async t => {
  const { key, entries } = await openFull({ bytes: 1, checkMs: 0 })
  entries.appendSoon(() => ended)
  await t.rejects(entries.flush(), refusal('redis_unavailable'))
  await client.del(key)
  await waitUntil(async () => (await client.xlen(key)) === 1, 'the end is in the stream', 30_000)
  await client.del(key)
  await entries.close()
})

t.test('a close does not give up with a flush that began before', async t => {
  const { key, entries, log } = await openFull({ bytes: 1, checkMs: 0 })
  entries.appendSoon(() => ended)
  const flushing = entries.flush()
  await Promise.all([t.rejects(flushing, refusal('redis_unavailable')), client.del(key), entries.close()])
  t.equal(await client.xlen(key), 1)
  t.notMatch(log.lines.map(({ message }) => message).join(), /are missing/)
})

t.test('few large items are read at once, even after small ones', async t => {
  await addItems('read', 20, SMALL)
  await addItems('read', 100, 'x'.repeat(100_000))
  t.equal((await readStream(client, 'read'))?.items.length, 84)
  await client.del('read')
})
