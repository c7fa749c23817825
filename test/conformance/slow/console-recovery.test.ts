import { once } from 'node:events'
import t, { type Test } from 'tap'
import { KEY } from '../../../sandbox/trello/credentials.ts'
import { buildConsole } from '../../../script/build-console.ts'
import { CONSOLE_FOLDER } from '../../../src/folders.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { start } from '../../helpers/kill-and-restart.ts'
import { startTestRedis } from '../../helpers/redis.ts'
import { controlOf, type SandboxControl } from '../../helpers/sandbox-control.ts'
import { waitUntil } from '../../helpers/wait-until.ts'
import { openTab, screenshot, violationsOf } from './browser.ts'
import { keyboardOf } from './keyboard.ts'

// The page of a job while its worker is killed, and after an outage of the upstream: a gateway, a worker, Redis and a sandbox in a process each.
t.setTimeout(900_000)

const CARDS = 12
const LONGEST = 240_000
const WRITE = { method: 'POST', path: '/actions/comments' }

await buildConsole(CONSOLE_FOLDER)

interface Recovery {
  url: string
  control: SandboxControl
  startWorker: () => Promise<{ kill: () => Promise<void> }>
  /** A job that comments on every card of a list, which is not idempotent, and waits for its confirmation. */
  createJob: () => Promise<string>
  /** Number of comments of each card. */
  comments: () => Promise<number[]>
}

/** `settle_ms`: after this time, a call whose response was lost counts as ended. */
async function setUp(t: Test, settle_ms: number): Promise<Recovery> {
  const [, address] = await start(t, 'trello-sandbox.ts', {}, [String(CARDS)])
  const redis = await startTestRedis(t)
  const settings = {
    REDIS_URL: redis.url,
    TOOLGATE_SECRET: 's'.repeat(32),
    JOB_SETTINGS: JSON.stringify({ settle_ms, lock_ms: 4_000, first_wait_ms: 20 }),
    TRELLO_URL: `${address}/1`,
    TRELLO_KEY: KEY,
    TRELLO_TOKEN: 'sandbox-token'
  }
  const startRole = async (role: string) =>
    await start(t, 'gateway-process.ts', { ...settings, TOOLGATE_ROLE: role, TOOLGATE_DATA: await temporaryFolder(t) })
  const [, url] = await startRole('gateway')
  const ask = async (operation: string, input: Record<string, unknown>) => {
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }
    const { data, error } = await (await fetch(`${url}/v1/operations/${operation}`, post)).json()
    if (error) throw new Error(`${operation}: ${error.message}`)
    return data
  }
  return {
    url,
    control: controlOf(address),
    async startWorker() {
      const [worker] = await startRole('worker')
      return {
        async kill() {
          worker.kill('SIGKILL')
          await once(worker, 'exit')
        }
      }
    },
    createJob: async () =>
      (await ask('trello_bulk_comment_cards', { board: 'Playground', list: 'Crowd', status: 'open', text: 'Still wanted?' })).id,
    async comments() {
      const { items } = await ask('trello_list_cards', { board: 'Playground', list: 'Crowd', limit: CARDS })
      return await Promise.all(items.map(async ({ id }) => (await ask('trello_get_card', { card_id: id })).comment_count))
    }
  }
}

const button = (page, name: string) => page.getByRole('button', { name, exact: true })
const status = (page, text: string) => page.locator('.job-sub .status', { hasText: text }).waitFor({ timeout: LONGEST })

/** Waits until the page shows at least this many items with the outcome, or exactly this many. */
const outcome = (page, label: string, least: number, most = CARDS) =>
  page.waitForFunction(
    ([label, least, most]) => {
      const row = [...document.querySelectorAll('.progress .counts > div')].find(
        one => one.querySelector('dt').textContent.trim() === label
      )
      const count = Number(row?.querySelector('dd').textContent ?? -1)
      return least <= count && count <= most
    },
    [label, least, most],
    { timeout: LONGEST }
  )
const exactly = (page, label: string, count: number) => outcome(page, label, count, count)

t.test('items in progress at kill -9 of the worker are shown as unknown, and are reconciled while the page is open', async t => {
  const { url, control, startWorker, createJob, comments } = await setUp(t, 3_000)
  const worker = await startWorker()
  const id = await createJob()
  const { page, wrong } = await openTab(t, `/jobs/${id}`, { gateway: url })
  await control.clear()
  await control.failNext(WRITE, { hold: true }, 1_000)
  await button(page, 'Confirm and start').click()
  await waitUntil(async () => (await control.requests()).some(({ method }) => method === 'POST'), 'a write is in progress')
  await worker.kill()

  await startWorker()
  await outcome(page, 'Unknown', 1)
  t.ok(await page.locator('.progress .bar-part.unknown').isVisible(), 'the bar shows them, too')
  t.strictSame(await violationsOf(page), [])
  await screenshot(page, 'job-unknown')
  await control.release()
  await exactly(page, 'Succeeded', CARDS)
  await exactly(page, 'Unknown', 0)
  await status(page, 'Completed')
  await page
    .getByText(/The results of \d+ items? (?:was|were) lost\. A check found/)
    .first()
    .waitFor()
  t.equal(await button(page, 'Reconcile').count(), 0, 'nothing is left to reconcile')
  t.strictSame(await comments(), Array(CARDS).fill(1), 'each card has one comment')
  t.strictSame(wrong, [])
})

t.test('Reconcile corrects a job whose checks an outage outlasted', async t => {
  const LOST = 4
  const { url, control, startWorker, createJob, comments } = await setUp(t, 1_000)
  await startWorker()
  const id = await createJob()
  const { page, wrong } = await openTab(t, `/jobs/${id}`, { gateway: url })
  await button(page, 'Confirm and start').waitFor()
  // The outage begins as the job starts: it loses some writes, and the responses of the others, and then everything that checks them.
  await control.failNext(WRITE, { cut: true }, LOST)
  await control.failNext(WRITE, { cut: true, after: true }, 1_000)
  await control.failNext({ method: 'GET' }, { cut: true }, 100_000)
  await button(page, 'Confirm and start').click()
  await status(page, 'Completed')
  await exactly(page, 'Unknown', CARDS)
  await page.getByText(/could not be checked/).waitFor()
  await button(page, 'Reconcile').waitFor()
  t.strictSame(await violationsOf(page), [])
  await screenshot(page, 'job-not-reconciled')

  await control.release()
  const { tabTo, press } = keyboardOf(t, page)
  await tabTo(/^Reconcile$/)
  await press('Enter')
  await page.waitForURL(({ pathname }) => pathname !== `/console/jobs/${id}`)
  await status(page, 'Completed')
  await exactly(page, 'Succeeded', CARDS)
  await screenshot(page, 'job-reconcile')
  await page.goBack()
  await exactly(page, 'Unknown', 0)
  await exactly(page, 'Succeeded', CARDS - LOST)
  await exactly(page, 'Not attempted', LOST)
  t.equal(await button(page, 'Reconcile').count(), 0)
  t.equal((await comments()).filter(count => count === 1).length, CARDS - LOST, 'the page shows what the cards have')
  t.strictSame(wrong, [])
})
