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
const MANY = 3_000

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
    writes: () => system.seen.filter(({ method }) => method !== 'GET').length,
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

test('a gateway is killed in the middle of a write that must not be done twice: nobody knows, and it is not sent again', async t => {
  const { start, writes, open } = await house(t)
  const first = await start()
  const [where, input] = [`trello/cards/${CARD}/comments`, { text: 'once' }]
  lostCall(first, where, input)
  while (writes() === 0) await sleep(10)
  await first.kill('SIGKILL')
  open()
  const second = await start()
  const answer = await settled(second, where, input)
  t.match(answer, {
    status: 409,
    body: { error: { code: 'CONFLICT_ERROR', details: { reason: 'idempotency_outcome_unknown', outcome: 'unknown', retryable: false } } }
  })
  t.match(answer.body.error.details.suggestions, [/Look .*new key/])
  t.equal(writes(), 1)
})

test('a gateway is killed in the middle of a write that may be done twice: it is done', async t => {
  const { start, writes, open } = await house(t)
  const first = await start()
  const where = `trello/cards/${CARD}/archive`
  lostCall(first, where, {})
  while (writes() === 0) await sleep(10)
  await first.kill('SIGKILL')
  open()
  const second = await start()
  t.match(await settled(second, where, {}), { status: 200, body: { data: { id: CARD } } })
  t.equal(writes(), 2)
  t.match(await call(second, where, {}), { status: 200, body: { metadata: { replayed: true } } })
  t.equal(writes(), 2)
})

test('a gateway is killed while it makes a job: the same key answers that very job', async t => {
  const { start, client, files } = await house(t)
  await Promise.all(Array.from({ length: MANY }, (_, at) => writeFile(path.join(files, `${at}.txt`), 'old')))
  const first = await start()
  const [where, input] = ['filesystem/bulk/replace_in_files', { glob: '*.txt', search: 'old', replacement: 'new' }]
  lostCall(first, where, input)
  let made: string[] = []
  while (made.length === 0) made = await client.keys('tg:{job:*}:meta')
  await first.kill('SIGKILL')
  const [place = ''] = await client.keys('tg:idem:*')
  t.equal(await client.hexists(place, 'end'), 0, 'it died before it could answer')
  const second = await start()
  const answer = await settled(second, where, input)
  t.match(answer.status, /^20[12]$/)
  t.equal(`tg:{job:${answer.body.data.id}}:meta`, made[0])
  const job = await (await fetch(`${second.url}/v1/jobs/${answer.body.data.id}?wait=30`)).json()
  t.match(job, { data: { status: 'awaiting_confirmation', preview: { total: { value: MANY } } } })
  t.strictSame(await client.keys('tg:{job:*}:meta'), made)
})
