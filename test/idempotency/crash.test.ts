import { mkdir, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Test, test } from 'tap'
import { temporaryFolder } from '../helpers/app.ts'
import { type Answer, keyed } from '../helpers/idempotency.ts'
import { listen, type Seen } from '../helpers/listen.ts'
import { type GatewayProcess, startProcess } from '../helpers/process.ts'
import { startTestRedis } from '../helpers/redis.ts'

const CARD = '697a6ac05eed000000000234'
const MANY = 1_500

/** Gateways as processes over one Redis, and a system that answers no write until `open`. */
async function house(t: Test) {
  const redis = await startTestRedis(t)
  const folder = await temporaryFolder(t)
  let isOpen = false
  const answer = (response: ServerResponse, { method }: Seen): void => {
    if (method === 'GET' || isOpen) response.setHeader('content-type', 'application/json').end(JSON.stringify({ id: CARD }))
  }
  const system = await listen(t, answer)
  const environment = {
    REDIS_URL: redis.url,
    TOOLGATE_DATA: folder,
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

/** Asks again, as the answer says, until the call that died holds the key no longer. */
async function settled(gateway: GatewayProcess, where: string, input: object): Promise<Answer> {
  for (;;) {
    const answer = await call(gateway, where, input)
    if (answer.body.error?.details.reason !== 'idempotency_in_flight') return answer
    await sleep(500)
  }
}

const lostCall = (gateway: GatewayProcess, where: string, input: object): void => void call(gateway, where, input).catch(() => undefined)

test('a gateway is killed in the middle of three calls, and another is asked for each of them with its key', async t => {
  const { start, writes, open, client, files } = await house(t)
  await Promise.all(Array.from({ length: MANY }, (_, at) => writeFile(path.join(files, `${at}.txt`), 'old')))
  const [comment, text] = [`trello/cards/${CARD}/comments`, { text: 'once' }]
  const archive = `trello/cards/${CARD}/archive`
  const [bulk, input] = ['filesystem/bulk/replace_in_files', { glob: '*.txt', search: 'old', replacement: 'new' }]

  const first = await start()
  lostCall(first, comment, text)
  lostCall(first, archive, {})
  while (writes().length < 2) await sleep(10)
  const held = new Set(await client.keys('tg:idem:*'))
  lostCall(first, bulk, input)
  let made: string[] = []
  while (made.length === 0) made = await client.keys('tg:{job:*}:meta')
  await first.kill('SIGKILL')
  const [place = ''] = (await client.keys('tg:idem:*')).filter(key => !held.has(key))
  t.equal(await client.hexists(place, 'end'), 0, 'it died before it could answer')
  open()
  const second = await start()

  await t.test('one that must not be done twice: nobody knows, and it is not sent again', async t => {
    const answer = await settled(second, comment, text)
    t.match(answer, {
      status: 409,
      body: { error: { code: 'CONFLICT_ERROR', details: { reason: 'idempotency_outcome_unknown', outcome: 'unknown', retryable: false } } }
    })
    t.match(answer.body.error.details.suggestions, [/Look .*new key/])
    t.equal(writes('POST').length, 1)
  })

  await t.test('one that may be done twice: it is done', async t => {
    t.match(await settled(second, archive, {}), { status: 200, body: { data: { id: CARD } } })
    t.equal(writes('PUT').length, 2)
    t.match(await call(second, archive, {}), { status: 200, body: { metadata: { replayed: true } } })
    t.equal(writes('PUT').length, 2)
  })

  await t.test('one that made a job: that very job', async t => {
    const answer = await settled(second, bulk, input)
    t.match(answer.status, /^20[12]$/)
    t.equal(`tg:{job:${answer.body.data.id}}:meta`, made[0])
    const job = await (await fetch(`${second.url}/v1/jobs/${answer.body.data.id}?wait=30`)).json()
    t.match(job, { data: { status: 'awaiting_confirmation', preview: { total: { value: MANY } } } })
    t.strictSame(await client.keys('tg:{job:*}:meta'), made)
  })
})
