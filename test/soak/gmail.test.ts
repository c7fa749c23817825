import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Test, test } from 'tap'
import { CLIENT } from '../../sandbox/google/oauth.ts'
import type { Job } from '../../src/contract/job.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { refusal } from '../helpers/gmail-bulk.ts'
import { environmentOf, jobsAt } from '../helpers/gmail-jobs.ts'
import { launch, startProcess } from '../helpers/process.ts'
import { startTestRedis } from '../helpers/redis.ts'
import { controlOf } from '../helpers/sandbox-control.ts'

const MANY = 100_000
const FEW = 10_000
/** The limit of Google for projects since May 2026. The sandbox server refuses what exceeds it. */
const UNITS_A_MINUTE = 6_000
/** Memory limit of each process. Without it, V8 keeps garbage as long as the machine has memory, and its size proves nothing. */
const HEAP_MB = 128
const MEGABYTE = 1_048_576
const WRITES = { method: 'POST', path: 'messages/batchModify' }

test('100,000 messages take one request per thousand, within the quota and through rate limits, in flat memory', {
  timeout: 900_000
}, async t => {
  const gmail = await sandbox(t)
  const control = controlOf(gmail)
  const { gateway, worker, url } = await setUp(t, gmail)
  const { call, preview, confirm, until } = jobsAt(url)

  async function peaks(action: string, input: Record<string, unknown>, begun: () => Promise<void> = async () => {}) {
    await control.clear()
    const most = { gateway: 0, worker: 0 }
    let over = false
    const watching = (async () => {
      for (; !over; await sleep(100)) {
        most.gateway = Math.max(most.gateway, residentOf(gateway))
        most.worker = Math.max(most.worker, residentOf(worker))
      }
    })()
    const started = performance.now()
    const asked = await preview(action, input)
    const listed = since(started)
    await begun()
    await confirm(asked)
    const job = await until(asked.id, ({ finished_at, status }) => finished_at !== null || status === 'paused')
    over = true
    await watching
    const { progress, preview: shown } = job
    t.comment(
      `${progress.done} messages: listed in ${listed} s, all in ${since(started)} s, foretold ${shown?.estimated_seconds} s of ${shown?.cost_units} units; ` +
        `peaks ${JSON.stringify({ gateway: inMegabytes(most.gateway), worker: inMegabytes(most.worker) })} MB`
    )
    return { most, job }
  }

  await peaks('mark_read', { labels: ['Few'] }) // warm-up
  const few = await peaks('mark_unread', { labels: ['Few'] })
  const many = await peaks('archive_messages', { labels: ['INBOX'] }, async () => {
    for (const status of [429, 403, 429, 403, 403]) await control.failNext(WRITES, refusal(status, 'rateLimitExceeded'))
  })

  finished(t, few.job, FEW)
  finished(t, many.job, MANY)
  const requests = await control.requests()
  const batches = requests.filter(({ path, fault }) => path.endsWith('/batchModify') && !fault)
  t.same(new Set(batches.map(({ body }) => Object(body).ids.length)), new Set([1_000]))
  t.equal(batches.length, MANY / 1_000, 'no request except one per thousand and those that were refused')
  t.equal(requests.filter(({ fault }) => fault).length, 5, 'requests were refused')
  t.same(
    requests.filter(({ status, fault }) => !fault && status !== null && status >= 400),
    [],
    'nothing exceeded the quota'
  )
  t.equal((await call('gmail_get_label', { label: 'INBOX' })).data.messages_total, 0)
  t.ok(
    many.most.gateway - few.most.gateway < 40 * MEGABYTE,
    'the gateway needs no more memory for a hundred thousand than for ten thousand'
  )
  t.ok(many.most.worker - few.most.worker < 40 * MEGABYTE, 'and neither does the worker')
})

function finished(t: Test, { status, progress }: Job, many: number): void {
  t.match({ status, progress }, { status: 'completed', progress: { succeeded: many, failed: 0, unknown: 0, skipped: 0 } })
}

/** A gateway and a worker in separate processes, as an operator runs them. */
async function setUp(t: Test, gmail: string) {
  const redis = await startTestRedis(t)
  const environment = {
    REDIS_URL: redis.url,
    TOOLGATE_DATA: await temporaryFolder(t),
    GMAIL_URL: gmail,
    GOOGLE_TOKEN_URL: `${gmail}/token`,
    GMAIL_UNITS_PER_MINUTE: String(UNITS_A_MINUTE),
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
    ...environmentOf(CLIENT)
  }
  const worker = launch(t, { ...environment, TOOLGATE_ROLE: 'worker' })
  const gateway = await startProcess(t, { ...environment, TOOLGATE_ROLE: 'gateway' })
  return { gateway: gateway.pid, worker: worker.pid, url: gateway.url }
}

async function sandbox(t: Test): Promise<string> {
  const program = path.join(import.meta.dirname, '../helpers/gmail-sandbox.ts')
  const words = [MANY, FEW, UNITS_A_MINUTE].map(String)
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  return String(line).trim()
}

const residentOf = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
const since = (started: number): number => Math.round((performance.now() - started) / 100) / 10
const inMegabytes = (bytes: number): number => Math.round(bytes / MEGABYTE)
