import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Test, test } from 'tap'
import type { JobSettings } from '../../src/jobs/settings.ts'
import { hasEnded, ownIdentity } from '../../src/lib/process/identity.ts'
import { alice, startBulk, testAdapter, until } from '../helpers/bulk.ts'
import { confirm, doneTwice, setUp, startProcess } from '../helpers/bulk-crash.ts'
import { startBulkHttp } from '../helpers/bulk-http.ts'

/** A lease that no test waits for. */
const LONG: Partial<JobSettings> = { lock_ms: 600_000, stalled_ms: 300_000, worker_heartbeat_ms: 200 }
const MANY = 300

const linux = process.platform === 'linux' ? {} : { skip: 'only there a process is known by its namespace and start time' }
/** Whether this machine can create PID namespaces. */
const unshared =
  spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0 ? {} : { skip: 'this machine makes no PID namespaces' }

/** A job that a worker process runs. */
async function running(t: Test, name: string) {
  const fixture = await setUp(t, name, MANY)
  const worker = await startProcess(t, fixture.redis.url, fixture.base, LONG)
  await confirm(fixture)
  await until(fixture.jobs, fixture.id, ({ progress }) => progress.done > 20)
  const client = fixture.redis.client()
  const epoch = async (): Promise<number> => Number(await client.hget(`tg:{job:${fixture.id}}:meta`, 'epoch'))
  return { ...fixture, worker, epoch, client }
}

async function kill(worker: ChildProcess): Promise<void> {
  worker.kill('SIGKILL')
  await once(worker, 'exit')
}

for (const name of ['again', 'once']) {
  test(`the next process takes over the job of a killed process at once, with a new epoch: ${name}`, linux, async t => {
    const { jobs, id, redis, base, counts, worker, epoch } = await running(t, name)
    const before = await epoch()
    await kill(worker)
    await startProcess(t, redis.url, base, LONG)
    const end = await until(jobs, id, ['completed'])
    t.ok((await epoch()) > before, 'the epoch has increased')
    t.equal(end.progress.succeeded + end.progress.unknown, MANY)
    t.ok(counts.size >= end.progress.succeeded, 'nothing is reported as executed that was not')
    if (name === 'once') t.same(doneTwice(counts), [])
  })
}

test('a stopped process is not taken over, and continues its job', linux, async t => {
  const { jobs, id, redis, base, counts, worker, epoch } = await running(t, 'once')
  worker.kill('SIGSTOP')
  await sleep(100)
  const before = await epoch()
  await startProcess(t, redis.url, base, LONG)
  await sleep(1_000)
  t.equal(await epoch(), before)
  worker.kill('SIGCONT')
  t.match(await until(jobs, id, ['completed']), { progress: { succeeded: MANY, unknown: 0 } })
  t.same(doneTwice(counts), [])
})

test('a process of another container with the same hostname is not taken over, even if its PID is free here', unshared, async t => {
  const fixture = await setUp(t, 'once', MANY)
  const { jobs, id, redis, base } = fixture
  const program = path.join(import.meta.dirname, '../helpers/bulk-worker.ts')
  const words = ['--pid', '--fork', '--kill-child', '--mount-proc', process.execPath, program, redis.url, base, JSON.stringify(LONG)]
  const contained = spawn('unshare', words, { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => contained.kill('SIGKILL'))
  await once(contained.stdout, 'data')
  await confirm(fixture)
  await until(jobs, id, ({ progress }) => progress.done > 20)
  await kill(contained)
  await sleep(300)
  const client = redis.client()
  const epoch = () => client.hget(`tg:{job:${id}}:meta`, 'epoch')
  const before = await epoch()
  await startProcess(t, redis.url, base, LONG)
  await sleep(1_000)
  t.equal(await epoch(), before, 'it waits for the lease to expire')
  t.match(await jobs.get(alice, id), { status: 'running' })
})

test('a process counts as ended only if that is certain', linux, async t => {
  const own = await ownIdentity()
  if (!own) throw new Error('This process has no identity')
  t.equal(await hasEnded(own, own), false)
  t.equal(await hasEnded({ ...own, started: `${Number(own.started) - 1}` }, own), true, 'its PID belongs to this process')
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const pid = child.pid ?? 0
  t.equal(await hasEnded({ ...own, pid, started: '1' }, own), true, 'the PID belongs to another process')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const gone = { ...own, pid }
  t.equal(await hasEnded(gone, own), true)
  t.equal(await hasEnded({ ...gone, boot: 'another' }, own), false, 'another machine, or another boot')
  t.equal(await hasEnded({ ...gone, namespace: 'pid:[1]' }, own), false, 'another container')
  t.equal(await hasEnded(gone, undefined), false, 'without /proc nothing is certain')
})

test('another data folder, or a process without an identity, is not taken over', linux, async t => {
  const own = await ownIdentity()
  const { redis, jobs, id, worker, base, epoch, client } = await running(t, 'once')
  await kill(worker)
  const [[held = '', text = ''] = []] = Object.entries<string>(await client.hgetall('tg:workers'))
  const record = JSON.parse(text)
  t.match(record, { folder: 'h1', process: { boot: own?.boot ?? 'none', namespace: own?.namespace ?? 'none', pid: worker.pid ?? 0 } })
  const before = await epoch()
  for (const other of [{ folder: 'h2' }, { process: null }, { process: { ...record.process, boot: 'other' } }]) {
    await client.hset('tg:workers', held, JSON.stringify({ ...record, ...other }))
    await startProcess(t, redis.url, base, LONG)
    await sleep(500)
    t.equal(await epoch(), before, JSON.stringify(other))
  }
  t.match(await jobs.get(alice, id), { status: 'running' })
})

test('a job without a worker process reports that until one has it', async t => {
  const action = testAdapter()
  const settings = { worker_heartbeat_ms: 100, worker_gone_ms: 1_000, preview_wait_ms: 50 }
  const { jobs, request, startWorker } = await startBulk(t, [action], { worker: false, settings })
  const made = await jobs.create(request(action))
  const lacking = { reason: 'no_worker', error: { code: 'UNAVAILABLE_ERROR', reason: 'no_worker', message: /TOOLGATE_ROLE=worker/ } }
  t.match(made, { status: 'snapshotting', ...lacking })
  t.match((await jobs.list(alice, { limit: 10 })).items, [lacking])
  t.equal(await jobs.hasWorker(), false)
  const worker = startWorker()
  const offered = await until(jobs, made.id, ['awaiting_confirmation'])
  t.match(offered, { reason: null, error: null })
  t.equal(await jobs.hasWorker(), true)
  await worker.close()
  t.match(await jobs.get(alice, made.id), { reason: null }, 'one that waits for its caller needs none')
  const confirmed = await jobs.confirm(alice, made.id, offered.confirm_token ?? '')
  t.match(await until(jobs, confirmed.id, ({ reason }) => reason === 'no_worker'), { status: 'queued', ...lacking })
  startWorker()
  t.match(await until(jobs, made.id, ['completed']), { reason: null, error: null, progress: { succeeded: 10 } })
})

test('a killed worker is reported as missing, and the version of the job changes', async t => {
  const fixture = await setUp(t, 'once', MANY)
  const worker = await startProcess(t, fixture.redis.url, fixture.base, LONG)
  await confirm(fixture)
  await until(fixture.jobs, fixture.id, ({ progress }) => progress.done > 20)
  await kill(worker)
  const missed = fixture.secondJobs({ worker_gone_ms: 500 })
  t.match(await until(missed, fixture.id, ({ reason }) => reason === 'no_worker'), { status: 'running' })
})

test('a job has different versions with and without a worker', async t => {
  const action = testAdapter()
  const { get, jobs, request, startWorker } = await startBulkHttp(t, [action], { worker: false, settings: { preview_wait_ms: 50 } })
  const { id } = await jobs.create(request(action))
  const tag = async () => (await get(`/v1/jobs/${id}`)).headers.get('etag')
  const lacking = await tag()
  t.match(lacking, /no_worker/)
  startWorker()
  await until(jobs, id, ['awaiting_confirmation'])
  t.not(await tag(), lacking)
})
