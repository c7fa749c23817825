import { mkdir, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { type Test, test } from 'tap'
import { temporaryFolder } from '../helpers/app.ts'
import { type Answer, keyed } from '../helpers/idempotency.ts'
import { listen, type Seen } from '../helpers/listen.ts'
import { type GatewayProcess, startProcess } from '../helpers/process.ts'
import { startTestRedis } from '../helpers/redis.ts'
import { readUntil, waitUntil } from '../helpers/wait-until.ts'

const CARD = '697a6ac05eed000000000234'
const MANY = 1_500

/** Gateways in processes over one Redis, and a system that responds to no write until `open`. */
async function setUp(t: Test) {
  const redis = await startTestRedis(t)
  const folder = await temporaryFolder(t)
  let isOpen = false
  const answer = (response: ServerResponse, { method }: Seen): void => {
    if (method === 'GET' || isOpen) response.setHeader('content-type', 'application/json').end(JSON.stringify({ id: CARD }))
  }
  const system = await listen(t, answer)
  const environment = {
    REDIS_URL: redis.url,
    TOOLGATE_DATA: path.join(folder, 'data'),
    FILESYSTEM_ROOTS: path.join(folder, 'files'),
    TRELLO_URL: `${system.url}/1`,
    TRELLO_KEY: 'k'.repeat(32),
    TRELLO_TOKEN: 'token'
  }
  await mkdir(environment.FILESYSTEM_ROOTS)
  return {
    client: redis.client(),
    files: environment.FILESYSTEM_ROOTS,
    start: () => startProcess(t, environment),
    writes: (wanted?: string) => system.seen.filter(({ method }) => (wanted ? method === wanted : method !== 'GET')),
    open: () => {
      isOpen = true
    }
  }
}

async function call({ url }: GatewayProcess, where: string, input: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...keyed('k') }
  const answer = await fetch(`${url}/v1/${where}`, { method: 'POST', headers, body: JSON.stringify(input) })
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.json() }
}

/** Calls again, as the response asks, until the dead call no longer holds the key. */
async function settled(gateway: GatewayProcess, where: string, input: object): Promise<Answer> {
  return await readUntil(
    () => call(gateway, where, input),
    ({ body }) => body.error?.details.reason !== 'idempotency_in_flight',
    'the dead call no longer holds its key'
  )
}

const lostCall = (gateway: GatewayProcess, where: string, input: object): void => void call(gateway, where, input).catch(() => undefined)

test('a gateway is killed during three calls, and another gets each of them with its key', async t => {
  const { start, writes, open, client, files } = await setUp(t)
  await Promise.all(Array.from({ length: MANY }, (_, at) => writeFile(path.join(files, `${at}.txt`), 'old')))
  const [comment, text] = [`trello/cards/${CARD}/comments`, { text: 'once' }]
  const archive = `trello/cards/${CARD}/archive`
  const [bulk, input] = ['filesystem/bulk/replace_in_files', { glob: '*.txt', search: 'old', replacement: 'new' }]

  const first = await start()
  lostCall(first, comment, text)
  lostCall(first, archive, {})
  await waitUntil(() => writes().length >= 2, 'two writes have arrived')
  const held = new Set(await client.keys('tg:idem:*'))
  lostCall(first, bulk, input)
  const made = await readUntil(
    () => client.keys('tg:{job:*}:meta'),
    keys => keys.length > 0,
    'the job is created'
  )
  await first.kill('SIGKILL')
  const [place = ''] = (await client.keys('tg:idem:*')).filter(key => !held.has(key))
  t.equal(await client.hexists(place, 'end'), 0, 'it died before it could respond')
  open()
  const second = await start()

  await t.test('a non-idempotent call: its outcome is unknown, and it is not sent again', async t => {
    const answer = await settled(second, comment, text)
    t.match(answer, {
      status: 409,
      body: { error: { code: 'CONFLICT_ERROR', details: { reason: 'idempotency_outcome_unknown', outcome: 'unknown', retryable: false } } }
    })
    t.match(answer.body.error.details.suggestions, [/First check .*new idempotency key/])
    t.equal(writes('POST').length, 1)
  })

  await t.test('an idempotent call: it is executed', async t => {
    t.match(await settled(second, archive, {}), { status: 200, body: { data: { id: CARD } } })
    t.equal(writes('PUT').length, 2)
    t.match(await call(second, archive, {}), { status: 200, body: { metadata: { replayed: true } } })
    t.equal(writes('PUT').length, 2)
  })

  await t.test('a call that created a job: it returns that job', async t => {
    const answer = await settled(second, bulk, input)
    t.match(answer.status, /^20[12]$/)
    t.equal(`tg:{job:${answer.body.data.id}}:meta`, made[0])
    const job = await (await fetch(`${second.url}/v1/jobs/${answer.body.data.id}?wait=30`)).json()
    t.match(job, { data: { status: 'awaiting_confirmation', preview: { total: { value: MANY } } } })
    t.strictSame(await client.keys('tg:{job:*}:meta'), made)
  })
})
