import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import type { CallRecord } from '../../src/contract/record.ts'
import { readHostId } from '../../src/jobs/scheduling/hosts.ts'
import { openSecrets } from '../../src/lib/secrets.ts'
import { CHAIN } from '../../src/record/chain.ts'
import { locateRecord } from '../../src/record/location.ts'
import { verifyRecord } from '../../src/record/verify.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { silentLog } from '../helpers/bulk.ts'
import { listen } from '../helpers/listen.ts'
import { type GatewayProcess, startProcess } from '../helpers/process.ts'
import { startTestRedis } from '../helpers/redis.ts'

const CARD = '697a6ac05eed000000000234'
const KILLS = Number(process.env['KILLS'] ?? 100)
const WRITES_AT_ONCE = 6

t.test(`after ${KILLS} kills of gateway, worker or Redis, every write that was executed is in the record, which verifies`, async t => {
  const [folder, redis] = [await temporaryFolder(t), await startTestRedis(t)]
  const data = path.join(folder, 'data')
  /** Request IDs of the writes that arrived, in the texts of the comments. */
  const ledger = new Set<string>()
  const system = await listen(t, (response, { method, url, body }) => {
    const text = new URL(url, 'http://localhost').searchParams.get('text') ?? /w\d+/.exec(body.toString())?.[0]
    if (method !== 'GET' && text) ledger.add(text)
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ id: CARD }))
  })
  const environment = {
    REDIS_URL: redis.url,
    TOOLGATE_DATA: data,
    TRELLO_URL: `${system.url}/1`,
    TRELLO_KEY: 'k'.repeat(32),
    TRELLO_TOKEN: 'token'
  }
  const startGateway = () => startProcess(t, { ...environment, TOOLGATE_ROLE: 'gateway' })
  const startWorker = () => startProcess(t, { ...environment, TOOLGATE_ROLE: 'worker' })
  let [gateway, worker] = await Promise.all([startGateway(), startWorker()])
  let [sent, isOver] = [0, false]
  const write = async (): Promise<void> => {
    while (!isOver) {
      const id = `w${++sent}`
      const headers = { 'content-type': 'application/json', 'x-request-id': id }
      const body = JSON.stringify({ text: id, ...(sent % 5 === 0 && { mode: 'async', wait: 0 }) })
      await fetch(`${gateway.url}/v1/trello/cards/${CARD}/comments`, { method: 'POST', headers, body }).catch(() => sleep(20))
    }
  }
  const writers = Array.from({ length: WRITES_AT_ONCE }, write)
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(Math.random() * 300)
    if (kill % 3 === 0) {
      await gateway.kill('SIGKILL')
      gateway = await startGateway()
    } else if (kill % 3 === 1) {
      await worker.kill('SIGKILL')
      worker = await startWorker()
    } else {
      await redis.kill9()
      await redis.restart()
    }
  }
  isOver = true
  await Promise.all(writers)
  await untilIdle(gateway)
  const rows = await recorded(gateway)
  // The call that only creates a job has another row.
  const known = new Set(rows.filter(({ surface, job_id }) => surface === 'job' || job_id === null).map(({ request_id }) => request_id))
  const missing = [...ledger].filter(id => !known.has(id))
  t.strictSame(missing, [], `${ledger.size} of ${sent} writes were executed; ${rows.length} rows`)
  t.ok(ledger.size > KILLS, `${ledger.size} writes`)
  t.comment(
    `${sent} writes sent, ${ledger.size} executed, ${rows.length} rows, ${rows.filter(({ outcome }) => outcome === 'unknown').length} unknown`
  )
  await Promise.all([gateway.kill('SIGTERM'), worker.kill('SIGTERM')])
  const keys = (await openSecrets(data, [], silentLog)).derive(CHAIN)
  const place = { dataDirectory: data, hostId: await readHostId(data), databaseUrl: undefined }
  t.match((await verifyRecord({ ...locateRecord(place), keys })).problems, [])
})

const get = async (
  { url }: GatewayProcess,
  route: string
): Promise<{ items: CallRecord[]; next_cursor: string | null; total: { value: number } | null }> => {
  const response = await fetch(`${url}/v1/${route}`)
  const { data } = (await response.json()) as { data: Awaited<ReturnType<typeof get>> }
  return data
}

/** Waits until no job is left that may send a write. */
async function untilIdle(gateway: GatewayProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const jobs = await get(gateway, 'jobs?status=queued&status=running&status=waiting&limit=1').catch(() => undefined)
    if (jobs?.total?.value === 0) return
    await sleep(200)
  }
}

async function recorded(gateway: GatewayProcess): Promise<CallRecord[]> {
  const rows: CallRecord[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof get>> = await get(
      gateway,
      `calls?system=trello&limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`
    )
    rows.push(...page.items)
    cursor = page.next_cursor
  }
  return rows
}
