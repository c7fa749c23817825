import { setTimeout as sleep } from 'node:timers/promises'
import { type Test, test } from 'tap'
import type { BulkAdapter } from '../../src/contract/bulk.ts'
import { OperationError } from '../../src/contract/errors.ts'
import { JOB_STATUSES, type Job, type JobStatus } from '../../src/contract/job.ts'
import type { WaitUntil } from '../../src/contract/jobs.ts'
import { alice, type BulkFixture, startBulk, succeeded, testAdapter, until } from '../helpers/bulk.ts'
import { startBulkHttp } from '../helpers/bulk-http.ts'

const ENDED: readonly JobStatus[] = ['cancelled', 'completed', 'failed', 'expired']

const quick = testAdapter()
const stuck = testAdapter({
  name: 'stuck',
  executeBatch: async function* ([first], _action, { signal }) {
    if (first) yield succeeded(first)
    await new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }))
  }
})
const limited = testAdapter({
  name: 'limited',
  executeBatch: () => {
    throw new OperationError('rate_limit_exceeded', 'Slow down.', { outcome: 'not_executed', retry_after_ms: 600_000 })
  }
})
const endless = testAdapter({
  name: 'endless',
  nextBatch: (_query, _at, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
})
const ACTIONS = [quick, stuck, limited, endless]

/** A job of each status that lasts until the test changes it. */
const LASTING: Partial<Record<JobStatus, (fixture: BulkFixture) => Promise<Job>>> = {
  snapshotting: fixture => fixture.jobs.create(fixture.request(endless)),
  awaiting_confirmation: fixture => offered(fixture, quick),
  queued: async fixture => {
    await confirmed(fixture, stuck)
    return await confirmed(fixture, quick) // the other one has the account
  },
  running: async fixture => until(fixture.jobs, (await confirmed(fixture, stuck)).id, ({ progress }) => progress.succeeded > 0),
  waiting: async fixture => until(fixture.jobs, (await confirmed(fixture, limited)).id, ['waiting']),
  paused: async fixture => {
    const { id } = await confirmed(fixture, limited)
    await until(fixture.jobs, id, ['waiting'])
    return await fixture.jobs.pause(alice, id)
  }
}
/** Statuses in which a worker is about to change the job. */
const PASSING: readonly JobStatus[] = ['pausing', 'cancelling']

async function offered({ jobs, request }: BulkFixture, action: BulkAdapter): Promise<Job> {
  return await until(jobs, (await jobs.create(request(action))).id, ['awaiting_confirmation'])
}

async function confirmed(fixture: BulkFixture, action: BulkAdapter): Promise<Job> {
  const { id, confirm_token } = await offered(fixture, action)
  return await fixture.jobs.confirm(alice, id, confirm_token ?? '')
}

/** Counts the requests of a client that long-polls for the next change, again and again, for this time. */
async function requestsIn(milliseconds: number, ask: (wait: number) => Promise<unknown>): Promise<number> {
  const end = performance.now() + milliseconds
  let requests = 0
  for (; performance.now() < end; requests++) await ask((end - performance.now()) / 1000)
  return requests
}

test('every status that has not ended is covered', async t => {
  t.same([...Object.keys(LASTING), ...PASSING, ...ENDED].toSorted(), JOB_STATUSES.toSorted())
})

for (const [status, make] of Object.entries(LASTING)) {
  test(`a client that waits for the next change of a job that is ${status} sends one request, not hundreds`, async t => {
    const { get, ...fixture } = await startBulkHttp(t, ACTIONS, { settings: { running_per_key: 1, preview_wait_ms: 50, finish_ms: 50 } })
    const { id } = await make(fixture)
    await until(fixture.jobs, id, job => job.status === status)
    for (const until of ['', '&until=change', '&until=ended'])
      t.ok((await requestsIn(600, wait => get(`/v1/jobs/${id}?wait=${wait.toFixed(3)}${until}`))) <= 3, until)
    const { headers } = await get(`/v1/jobs/${id}`)
    const version = { 'if-none-match': headers.get('etag') ?? '' }
    if (status !== 'snapshotting' && status !== 'running')
      t.ok((await requestsIn(600, wait => get(`/v1/jobs/${id}?wait=${wait.toFixed(3)}`, version))) <= 3, 'If-None-Match')
    const cancelled = get(`/v1/jobs/${id}?wait=20`)
    await sleep(100)
    await fixture.jobs.cancel(alice, id)
    t.match(await (await cancelled).json(), { data: { status: /^cancell/ } }, 'and it gets the change')
    t.match(await until(fixture.jobs, id, ['cancelled']), { status: 'cancelled' })
    const atOnce = Promise.all([1, 2, 3].map(async () => (await get(`/v1/jobs/${id}?wait=20`)).status))
    t.strictSame(await Promise.race([atOnce, sleep(15_000)]), [200, 200, 200], 'a job that has ended is returned at once')
  })
}

test('a wait for the end spans earlier statuses; one for idle ends if the caller has to act', async t => {
  const fixture = await startBulk(t, ACTIONS)
  const { jobs } = fixture
  const { id, confirm_token } = await offered(fixture, quick)
  const waited = (what: WaitUntil, wait = 20) => jobs.get(alice, id, { wait, until: what })
  t.equal((await waited('idle')).status, 'awaiting_confirmation')
  const ended = waited('ended')
  await sleep(100)
  await jobs.confirm(alice, id, confirm_token ?? '')
  t.match(await ended, { status: 'completed', progress: { succeeded: 10 } })
  t.equal((await waited('idle')).status, 'completed')
  t.equal((await waited('change')).status, 'completed')
})

test('until waits even without wait, over REST, too', async (t: Test) => {
  const fixture = await startBulkHttp(t, ACTIONS)
  const { id, confirm_token } = await offered(fixture, quick)
  const ended = fixture.get(`/v1/jobs/${id}?until=ended`)
  await sleep(100)
  await fixture.jobs.confirm(alice, id, confirm_token ?? '')
  t.match(await (await ended).json(), { data: { status: 'completed' } })
  const wrong = await fixture.get(`/v1/jobs/${id}?until=done`)
  t.match(await wrong.json(), { error: { details: { issues: [{ path: 'until', expected: /change.*idle.*ended/ }] } } })
})
