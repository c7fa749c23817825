// A caller that opens many sockets and sends large bodies does not keep others from using the gateway. The exact latencies are measured by `npm run bench -- isolation`.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import path from 'node:path'
import t from 'tap'
import { newKey } from '../../src/access/keys.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { openHalf, openStreams } from '../helpers/hostile-sockets.ts'
import { startProcess } from '../helpers/process.ts'
import { startTestRedis } from '../helpers/redis.ts'
import { waitUntil } from '../helpers/wait-until.ts'

const MANY = 1_500
/** Even a slow or busy machine stays far below this. A gateway that is blocked for a while with each hostile request does not. */
const MAX_TIMES_SLOWER = 10

const limits = { open_streams: MANY }
const other = newKey({ id: 'other', scopes: ['filesystem:read'] })
const crowd = newKey({ id: 'crowd', scopes: ['filesystem:write'] })
const wide = newKey({ id: 'wide', scopes: ['filesystem:write'], limits })
const roots = await temporaryFolder(t)
await writeFile(path.join(roots, 'a.txt'), 'old')
const redis = await startTestRedis(t)
const gateway = await startProcess(t, {
  REDIS_URL: redis.url,
  TOOLGATE_DATA: await temporaryFolder(t),
  TOOLGATE_KEYS: JSON.stringify([other, crowd, wide].map(({ entry }) => entry)),
  FILESYSTEM_ROOTS: roots
})
const agent = new Agent({ keepAlive: true })
t.teardown(() => agent.destroy())

interface Response {
  status: number | undefined
  body: string
}

/** Sends a JSON body with a key, on a kept connection or a new one. */
async function post(route: string, key: string | undefined, body: string, isNew = false): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) }
  const sent = request(`${gateway.url}${route}`, { method: 'POST', headers, ...(isNew ? { agent: false } : { agent }) })
  sent.on('error', () => undefined) // the rest of a refused body cannot be sent
  sent.end(body)
  const [response] = await once(sent, 'response')
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return { status: response.statusCode, body: text }
}

const READ = JSON.stringify({ file_path: 'a.txt' })
const CALLS = 100

/** Has the other key make calls, every tenth on a new connection. Returns the median of their milliseconds. */
async function medianOfOther(): Promise<number> {
  const times: number[] = []
  for (let number = 0; number < CALLS; number += 1) {
    const began = performance.now()
    const { status } = await post('/v1/filesystem/read_file', other.key, READ, number % 10 === 0)
    if (status !== 200) throw new Error(`A call of another key got ${status}`)
    times.push(performance.now() - began)
  }
  return times.toSorted((a, b) => a - b)[CALLS / 2] ?? 0
}
await medianOfOther()
const quiet = await medianOfOther()

const isServed = async (t: { comment: (text: string) => void; ok: (isTrue: boolean, text: string) => boolean }): Promise<void> => {
  const median = await medianOfOther()
  t.comment(`median of the other key: ${quiet.toFixed(2)} → ${median.toFixed(2)} ms`)
  t.ok(median < MAX_TIMES_SLOWER * quiet, 'the calls of another key are served as before')
}

async function startJob(key: string): Promise<string> {
  const { body } = await post('/v1/filesystem/bulk/replace_in_files', key, JSON.stringify({ glob: '*', search: 'old', replacement: 'new' }))
  return `/v1/jobs/${JSON.parse(body).data.id}/events`
}

t.test('1,500 half-open sockets of nobody are closed, and nobody else waits', async t => {
  const sockets = openHalf(gateway.url, MANY)
  t.teardown(sockets.close)
  await waitUntil(() => sockets.open() <= 512, 'the oldest are closed')
  await waitUntil(() => sockets.open() <= 256, 'those above the maximum are closed')
  await waitUntil(() => sockets.open() === 0, 'all are closed')
  const persistent = openHalf(gateway.url, MANY, true)
  t.teardown(persistent.close)
  await waitUntil(
    async () => (await post('/v1/filesystem/read_file', undefined, READ, true).catch(() => undefined))?.status === 503,
    'a refusal'
  )
  await isServed(t)
  persistent.close()
  await waitUntil(async () => (await post('/v1/filesystem/read_file', undefined, READ, true)).status === 401, 'there is room again')
})

t.test('of 1,500 event streams of a key, 32 are open, and nobody else waits', async t => {
  const streams = await openStreams({ url: gateway.url, path: await startJob(crowd.key), key: crowd.key }, MANY)
  t.teardown(streams.close)
  t.equal(streams.statuses.filter(status => status === 200).length, 32)
  t.equal(streams.statuses.filter(status => status === 429).length, MANY - 32)
  await isServed(t)
})

t.test('1,500 event streams of a key that may have as many are open, and nobody else waits', async t => {
  const streams = await openStreams({ url: gateway.url, path: await startJob(wide.key), key: wide.key }, MANY)
  t.teardown(streams.close)
  t.ok(streams.statuses.every(status => status === 200))
  await isServed(t)
})

/** CPU time of the gateway in ms: of its process, without the threads of workers. */
function cpuTime(): number {
  const fields = readFileSync(`/proc/${gateway.pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

t.test('a 10 MB body from a key without the scope costs a fraction of parsing it', async t => {
  const body = `{"content":[${'1,'.repeat(5 * 1024 * 1024)}1]}`
  const cost = async (count: number, run: () => Promise<void>, read: () => number): Promise<number> => {
    const before = read()
    for (let number = 0; number < count; number += 1) await run()
    return (read() - before) / count
  }
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${other.key}` }
  const statuses: unknown[] = []
  /** The response is lost if the connection is closed while the rest of the body is being sent. */
  const refused = async (): Promise<void> => {
    const response = await fetch(`${gateway.url}/v1/operations/filesystem_write_file`, { method: 'POST', headers, body }).catch(
      () => undefined
    )
    await response?.arrayBuffer().catch(() => undefined)
    if (response) statuses.push(response.status)
  }
  await refused()
  const ownTime = (): number => process.cpuUsage().user / 1_000
  const parsing = await cost(10, async () => void JSON.parse(body), ownTime)
  const refusing = await cost(40, refused, cpuTime)
  t.comment(`CPU of the gateway ${refusing.toFixed(1)} ms, of parsing here ${parsing.toFixed(1)} ms`)
  t.ok(refusing < parsing / 2)
  t.strictSame(new Set(statuses), new Set([403]))
})
