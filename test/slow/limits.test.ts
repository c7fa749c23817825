import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { newKey } from '../../src/access/keys.ts'
import type { Limits } from '../../src/contract/limits.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { startProcess } from '../helpers/process.ts'
import { startTestRedis } from '../helpers/redis.ts'

// Four gateways in processes of their own, over one Redis.
const TOLERANCE = 0.02
const limits: Record<string, Limits> = {
  minute: { requests_per_minute: 400 },
  second: { requests_per_second: 40 },
  busy: { requests_per_minute: 1 },
  other: { requests_per_minute: 100_000 }
}
const keys = new Map(Object.entries(limits).map(([id, own]) => [id, newKey({ id, scopes: ['filesystem:read'], limits: own })]))
const redis = await startTestRedis(t)
const roots = await temporaryFolder(t)
const gateways = await Promise.all(
  Array.from({ length: 4 }, async () =>
    startProcess(t, {
      REDIS_URL: redis.url,
      TOOLGATE_ROLE: 'gateway',
      TOOLGATE_DATA: await temporaryFolder(t),
      TOOLGATE_KEYS: JSON.stringify(Array.from(keys.values(), ({ entry }) => entry)),
      FILESYSTEM_ROOTS: roots
    })
  )
)

/** Calls one of the gateways. Returns the status. */
async function call(id: string, at: number): Promise<number> {
  const url = `${gateways[at % gateways.length]?.url}/v1/jobs`
  const response = await fetch(url, { headers: { authorization: `Bearer ${keys.get(id)?.key}` } })
  await response.arrayBuffer()
  return response.status
}
await Promise.all(gateways.map((_, at) => call('other', at)))

t.test('within a minute, four processes together admit what the limit allows', async t => {
  const statuses: number[] = []
  for (let at = 0; at < 800; at += 16) statuses.push(...(await Promise.all(Array.from({ length: 16 }, (_, n) => call('minute', at + n)))))
  const admitted = statuses.filter(status => status === 200).length
  t.equal(statuses.filter(status => status === 429).length, statuses.length - admitted)
  t.comment(`${admitted} of 400`)
  t.ok(Math.abs(admitted / 400 - 1) <= TOLERANCE)
})

t.test('over ten seconds, they admit ten times what a second allows', async t => {
  const admitted: number[] = []
  const calls: Promise<void>[] = []
  const started = performance.now()
  for (let at = 0; performance.now() - started < 10_500; at += 1) {
    const sent = performance.now()
    calls.push(call('second', at).then(status => void (status === 200 && admitted.push(sent))))
    await pause(5)
  }
  await Promise.all(calls)
  const first = Math.min(...admitted)
  const counted = admitted.filter(time => time < first + 10_000).length
  t.comment(`${counted} of 400, of ${calls.length} calls`)
  t.ok(Math.abs(counted / 400 - 1) <= TOLERANCE)
})

t.test('a key at its limit costs no command of Redis and slows no other key', async t => {
  await Promise.all(gateways.map((_, at) => call('busy', at)))
  const client = redis.client()
  const commands = async () => Number(/cmdstat_evalsha:calls=(\d+)/.exec(await client.info('commandstats'))?.[1] ?? 0)
  const timesOf = async (): Promise<number[]> => {
    const times: number[] = []
    for (let at = 0; at < 200; at += 1) {
      const began = performance.now()
      t.equal(await call('other', at), 200)
      times.push(performance.now() - began)
    }
    return times.toSorted((a, b) => a - b)
  }
  const before = await commands()
  const refused = await Promise.all(Array.from({ length: 400 }, (_, at) => call('busy', at)))
  t.ok(refused.every(status => status === 429))
  const background = 100 // what the processes send by themselves
  t.ok((await commands()) - before < background, 'refusals are answered from memory')
  const quiet = await timesOf()
  let isOver = false
  const flood = Array.from({ length: 4 }, async (_, at) => {
    for (; !isOver; await pause(10)) await call('busy', at)
  })
  const flooded = await timesOf()
  isOver = true
  await Promise.all(flood)
  const [p50, p99] = [100, 197].map(at => `${quiet[at]?.toFixed(1)} → ${flooded[at]?.toFixed(1)} ms`)
  t.comment(`latency of the other key: p50 ${p50}, p99 ${p99}`)
})
