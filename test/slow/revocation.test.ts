import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { newKey } from '../../src/access/keys.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { listen } from '../helpers/listen.ts'
import { startProcess } from '../helpers/process.ts'
import { startTestRedis } from '../helpers/redis.ts'

// A gateway and a worker in separate processes. The worker has no keys: it trusts what the gateway writes to Redis.
const folder = await temporaryFolder(t)
const roots = path.join(folder, 'files')
await mkdir(roots)
/** Enough that a job has not ended when a revocation takes effect. */
const FILES = 2_000
for (let n = 0; n < FILES; n += 1) await writeFile(path.join(roots, `${n}.txt`), 'old\n')
const [ann, bob, carol] = [
  newKey({ id: 'ann', scopes: ['*'] }),
  newKey({ id: 'bob', scopes: ['*'] }),
  newKey({ id: 'carol', scopes: ['filesystem:write', 'gitlab:write'] })
]
const file = path.join(folder, 'toolgate.yaml')
const configure = async (...entries: object[]): Promise<void> => await writeFile(file, JSON.stringify({ keys: entries }))
await configure(ann.entry, bob.entry, carol.entry)
const redis = await startTestRedis(t)
// A GitLab that never responds, so that a call to it stays in progress.
const gitlab = await listen(t, () => undefined)
const settings = {
  REDIS_URL: redis.url,
  TOOLGATE_DATA: path.join(folder, 'data'),
  FILESYSTEM_ROOTS: roots,
  FILESYSTEM_COMMANDS: 'sh',
  GITLAB_URL: gitlab.url,
  GITLAB_TOKEN: 'token',
  GITLAB_MAX_RETRIES: '0'
}
const startGateway = () => startProcess(t, { ...settings, TOOLGATE_CONFIG: file, TOOLGATE_ROLE: 'gateway' })
let gateway = await startGateway()
const worker = await startProcess(t, { ...settings, TOOLGATE_ROLE: 'worker' })

interface Key {
  key: string
}
const headersOf = ({ key }: Key) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })
const post = (by: Key, operation: string, input: object, headers: object = {}): Promise<Response> =>
  fetch(`${gateway.url}/v1/operations/${operation}`, {
    method: 'POST',
    headers: { ...headersOf(by), ...headers },
    body: JSON.stringify(input)
  })
const answer = async (by: Key, operation: string, input: object) => JSON.parse(await (await post(by, operation, input)).text())
const run = (script: string) => ({ args: ['sh', '-c', script], yield_time_ms: 30_000, timeout_seconds: 300, confirm: true })
const jobsOf = async (id: string) => (await answer(bob, 'jobs_get', { id })).data

/** Creates a bulk job, and waits until its preview can be confirmed. */
async function offered(by: Key, input: object) {
  const { id } = (await answer(by, 'filesystem_bulk_replace_in_files', input)).data
  return await until(async () => {
    const now = (await answer(by, 'jobs_get', { id })).data
    return now.status === 'awaiting_confirmation' ? now : undefined
  }, 'the job can be confirmed')
}

/** Resolves when the response ends or is cut off. */
const endOf = async (response: Response): Promise<unknown> => await response.text().catch(() => undefined)

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function until<T>(look: () => Promise<T | undefined>, what: string, patience = 120_000): Promise<T> {
  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(50)) {
    const found = await look()
    if (found !== undefined) return found
  }
  throw new Error(`It did not happen: ${what}\n${gateway.output()}\n${JSON.stringify((await answer(bob, 'jobs_list', {})).data)}`)
}

t.test('removing a key ends its streams and programs, and stops its jobs', async t => {
  const pids = path.join(folder, 'pid')
  // A synchronous program, a program as a job, a call that waits for the upstream, a bulk job, and an event stream.
  const waited = post(ann, 'filesystem_execute_command', run(`echo $$ > ${pids}; exec sleep 300`)).catch(() => undefined)
  const pid = Number(
    await until(
      () =>
        readFile(pids, 'utf8').then(
          text => text.trim() || undefined,
          () => undefined
        ),
      'a program'
    )
  )
  const job = (await answer(ann, 'filesystem_execute_command', { ...run('exec sleep 300'), yield_time_ms: 100 })).data.job_id
  const call = (await answer(ann, 'gitlab_get_issue', { project: 'acme/web', issue_iid: 1, mode: 'async' })).data.id
  const bulk = await offered(ann, { glob: '*', search: 'old', replacement: 'new' })
  const stream = await fetch(`${gateway.url}/v1/jobs/${job}/events`, { headers: headersOf(ann) })
  const other = await fetch(`${gateway.url}/v1/jobs/${job}/events`, { headers: headersOf(bob) })
  const read = post(ann, 'gitlab_get_issue', { project: 'acme/web', issue_iid: 2 }, { accept: 'text/event-stream' })
  const poll = fetch(`${gateway.url}/v1/jobs/${bulk.id}?wait=25&until=ended`, { headers: headersOf(ann) }).then(endOf, () => 0)
  const [ended, otherEnded, readEnded] = [endOf(stream), endOf(other), read.then(endOf, () => 0)]
  const ofOther = { ended: false }
  otherEnded.then(() => (ofOther.ended = true))
  await until(async () => ((await jobsOf(call)).status === 'running' ? true : undefined), 'the call runs')
  t.equal((await jobsOf(bulk.id)).status, 'awaiting_confirmation')
  t.equal(await Promise.race([poll, sleep(100, 'waits')]), 'waits', 'the wait for a change continues')
  const started = performance.now()
  await configure(bob.entry, carol.entry)

  await Promise.all([ended, readEnded, waited, poll])
  t.comment(`streams ended after ${Math.round(performance.now() - started)} ms`)
  await until(async () => (isAlive(pid) ? undefined : true), 'the program that was waited for ends')
  for (const id of [job, call]) {
    const over = await until(async () => {
      const now = await jobsOf(id)
      return now.poll_after_ms === null ? now : undefined
    }, 'the job ends')
    t.match(over, { status: 'cancelled' }, over.operation)
  }
  t.equal((await post(ann, 'jobs_list', {})).status, 401)
  const confirmed = await answer(bob, 'jobs_confirm', { id: bulk.id, confirm_token: bulk.confirm_token })
  t.match(confirmed, { success: false, error: { details: { reason: 'key_revoked' } } }, 'no one else starts the job of a revoked key')
  t.equal(ofOther.ended, true, 'the stream of another key ends only with the job')
})

t.test('a bulk job of a key that loses a scope pauses, and resumes once the key has it again', async t => {
  const { id, confirm_token } = await offered(carol, { glob: '*', search: 'old', replacement: 'new', chunk: 1 })
  t.match(await answer(carol, 'jobs_confirm', { id, confirm_token }), { success: true })
  await configure(bob.entry, { ...carol.entry, scopes: ['filesystem:read'] })
  const paused = await until(async () => {
    const now = await jobsOf(id)
    return now.status === 'paused' || now.status === 'completed' ? now : undefined
  }, 'the job pauses')
  t.match(paused, { status: 'paused', reason: 'key_revoked', error: { message: /carol/ } })
  t.match(await answer(bob, 'jobs_resume', { id: id }), { error: { details: { reason: 'key_revoked' } } })
  await configure(bob.entry, carol.entry)
  await until(async () => ((await answer(bob, 'jobs_resume', { id: id })).success ? true : undefined), 'the job resumes')
  t.match(
    await until(async () => {
      const now = await jobsOf(id)
      return now.status === 'completed' ? now : undefined
    }, 'the job completes'),
    { progress: { succeeded: FILES } }
  )
})

t.test('a waiting call job runs with the scopes that its key has at that time', async t => {
  const create = { project: 'acme/web', title: 'x', mode: 'async' }
  await configure(bob.entry, carol.entry)
  await until(async () => ((await post(carol, 'jobs_list', {})).ok ? true : undefined), 'carol is back')
  const before = gitlab.seen.length
  const many = await Promise.all(Array.from({ length: 8 }, () => answer(carol, 'gitlab_create_issue', create)))
  await until(async () => (gitlab.seen.length > before ? true : undefined), 'the first calls are sent')
  await configure(bob.entry, { ...carol.entry, scopes: ['filesystem:read'] })
  await until(async () => {
    const now = await Promise.all(many.map(({ data }) => jobsOf(data.id)))
    return now.some(({ status, progress }) => /cancelled|failed/.test(status) && progress.succeeded === 0) ? true : undefined
  }, 'a call that was not sent yet is refused')
  const sent = gitlab.seen.slice(before).filter(({ method }) => method === 'POST').length
  t.ok(sent < many.length, `${sent} of ${many.length} calls were sent`)
})

t.test('a call job whose key is revoked while it waits to be sent again is not sent again', async t => {
  await configure(bob.entry, carol.entry)
  await until(async () => ((await post(carol, 'jobs_list', {})).ok ? true : undefined), 'carol is back')
  const refused = await listen(t, (response, { method }) =>
    method === 'POST' ? response.writeHead(429, { 'retry-after': '4' }).end('{}') : response.end('{}')
  )
  const posts = () => refused.seen.filter(({ method }) => method === 'POST').length
  const patient = await startProcess(t, {
    ...settings,
    REDIS_URL: (await startTestRedis(t)).url,
    TOOLGATE_DATA: path.join(folder, 'patient'),
    TOOLGATE_CONFIG: file,
    GITLAB_URL: refused.url,
    GITLAB_MAX_RETRIES: '5'
  })
  const call = async (by: Key, operation: string, input: object) => {
    const request = { method: 'POST', headers: headersOf(by), body: JSON.stringify(input) }
    return JSON.parse(await (await fetch(`${patient.url}/v1/operations/${operation}`, request)).text())
  }
  const { data } = await call(carol, 'gitlab_create_issue', { project: 'acme/web', title: 'x', mode: 'async' })
  await until(async () => (posts() > 0 ? true : undefined), 'the call is sent')
  await configure(bob.entry)
  const ended = await until(async () => {
    const now = (await call(bob, 'jobs_get', { id: data.id })).data
    return now.poll_after_ms === null ? now : undefined
  }, 'the job ends')
  t.match(ended, { status: 'cancelled', progress: { succeeded: 0, failed: 0, unknown: 0 } })
  await sleep(6_000)
  t.equal(posts(), 1)
})

t.test('if a key is removed while no gateway runs, the next gateway pauses its jobs', async t => {
  await configure(ann.entry, bob.entry)
  await until(async () => ((await post(ann, 'jobs_list', {})).ok ? true : undefined), 'the key is accepted again')
  const { id, confirm_token } = await offered(ann, { glob: '*', search: 'new', replacement: 'newer', chunk: 1 })
  // The worker is stopped in the meantime, so that the job is not over before the next gateway runs.
  process.kill(Number(worker.pid), 'SIGSTOP')
  t.teardown(() => process.kill(Number(worker.pid), 'SIGCONT'))
  t.match(await answer(ann, 'jobs_confirm', { id, confirm_token }), { success: true })
  await gateway.kill('SIGKILL')
  await configure(bob.entry)
  gateway = await startGateway()
  await until(async () => (/Job stopped because its key/.test(gateway.output()) ? true : undefined), 'the gateway stops the job')
  process.kill(Number(worker.pid), 'SIGCONT')
  const stopped = await until(async () => {
    const now = await jobsOf(id)
    return now.status === 'paused' || now.status === 'completed' ? now : undefined
  }, 'the job pauses')
  t.match(stopped, { status: 'paused', reason: 'key_revoked', error: { message: /ann/ } })
})
