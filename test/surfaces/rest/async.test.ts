import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { TOKEN } from '../../../sandbox/gitlab/credentials.ts'
import { buildServer, ROOT } from '../../../sandbox/gitlab/server.ts'
import type { Job } from '../../../src/contract/job.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { makeStub } from '../../helpers/gcloud.ts'
import { openKillable } from '../../helpers/kill-and-restart.ts'
import { listen } from '../../helpers/listen.ts'
import { rpc } from '../../helpers/mcp.ts'
import { controlOf } from '../../helpers/sandbox-control.ts'
import { waitUntil } from '../../helpers/wait-until.ts'

// A gateway with its worker in a separate process, and a GitLab that can be slow. All requests use HTTP.
const server = buildServer({})
const address = await server.listen({ host: '127.0.0.1', port: 0 })
t.teardown(() => server.close())
const forge = controlOf(address)
const receiver = await listen(t)
const sdk = makeStub(path.join(await temporaryFolder(t), 'bin'))
const gateway = await openKillable(t, {
  GITLAB_URL: `${address}${ROOT}`,
  GITLAB_TOKEN: TOKEN,
  GITLAB_MAX_RETRIES: '0',
  FILESYSTEM_ROOTS: await temporaryFolder(t),
  GCLOUD_PATH: sdk.path,
  TOOLGATE_ALLOW_PRIVATE: `127.0.0.1:${receiver.port}`,
  JOB_SETTINGS: JSON.stringify({ lock_ms: 8_000 }) // a busy machine takes no job from a running worker
})

const ISSUE = { project: 'acme/web', issue_iid: 1 }
const ISSUE_PATH = '/v1/gitlab/issues/1?project=acme/web'
const READ = { method: 'GET', path: '/issues/1' }
const WRITE = { method: 'POST', path: '/issues' }
const HELD = { hold: true }
const made = (title: string) => ({ project: 'acme/playground', title })

interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: JSON of the gateway
  body: any
}

async function ask(path: string, { json, ...init }: RequestInit & { json?: object } = {}): Promise<Answer> {
  const post = json && { method: 'POST', body: JSON.stringify(json), headers: { 'content-type': 'application/json', ...init.headers } }
  const answer = await fetch(new URL(path, gateway.url()), { ...init, ...post })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, body: text.startsWith('{') ? JSON.parse(text) : undefined }
}
const call = (operation: string, json: object, headers: Record<string, string> = {}) =>
  ask(`/v1/operations/${operation}`, { json, headers })

const over = (job: Job): boolean => job.poll_after_ms === null
async function ended(id: string, isIt = over): Promise<Job> {
  for (const deadline = Date.now() + 60_000; ; await sleep(100)) {
    const { data } = await gateway.ask('jobs_get', { id, wait: isIt === over ? 5 : 0 })
    if (isIt(data)) return data
    if (Date.now() > deadline) throw new Error(`The job is still ${JSON.stringify(data)}`)
  }
}
const posts = async () => (await forge.requests()).filter(({ method, path }) => method === 'POST' && path.endsWith('/issues'))
const fresh = async (t: Test): Promise<void> => {
  await forge.clear()
  t.teardown(forge.clear)
}

t.test('a call with Prefer: respond-async is a job with the result of the call', async t => {
  const answer = await ask(ISSUE_PATH, { headers: { prefer: 'respond-async' } })
  t.equal(answer.status, 202)
  t.equal(answer.headers.get('preference-applied'), 'respond-async')
  t.match(answer.headers.get('retry-after'), /^[1-9]/)
  const { data, metadata } = answer.body
  t.equal(answer.headers.get('location'), `/v1/jobs/${data.id}`)
  t.match(data, { kind: 'call', operation: 'gitlab_get_issue', links: { self: /jobs/ }, poll_after_ms: Number })
  t.match(metadata, { operation: 'gitlab_get_issue', job_id: data.id })
  const plain = await ask(ISSUE_PATH)
  const job = await ended(data.id)
  t.match(job, { status: 'completed', progress: { succeeded: 1 }, result: { status: 200, success: true } })
  t.same(job.result?.data, plain.body.data)
  const results = await ask(`/v1/jobs/${data.id}/results`)
  t.same(JSON.parse(results.text).data.data, plain.body.data, 'and among the results of the job')
})

t.test('with wait it returns the result itself if it is ready in time', async t => {
  const plain = await ask(ISSUE_PATH)
  const waited = await ask(ISSUE_PATH, { headers: { prefer: 'respond-async, wait=20' } })
  t.equal(waited.status, 200)
  t.equal(waited.headers.get('preference-applied'), 'respond-async, wait=20')
  t.same(waited.body.data, plain.body.data)
  t.match(waited.body.metadata.job_id, /^j/)
  const byQuery = await ask(`${ISSUE_PATH}&mode=async&wait=20`)
  t.same([byQuery.status, byQuery.body.data], [200, plain.body.data])
  const created = await call('gitlab_create_issue', { ...made('Waited for'), mode: 'async', wait: 20 })
  t.match(created, { status: 201, body: { data: { title: 'Waited for' } } })
})

t.test('the header is only a preference: the input takes precedence', async t => {
  const answer = await call('gitlab_get_issue', { ...ISSUE, mode: 'sync' }, { prefer: 'respond-async' })
  t.equal(answer.status, 200)
  t.equal(answer.headers.get('preference-applied'), null)
  t.notOk(answer.body.metadata.job_id)
})

t.test('a failure of the call is the failure of its job, and of a caller who waits for it', async t => {
  const wrong = { ...ISSUE, issue_iid: 9_999, mode: 'async' }
  const plain = await call('gitlab_get_issue', { ...ISSUE, issue_iid: 9_999 })
  const waited = await call('gitlab_get_issue', { ...wrong, wait: 20 })
  t.equal(waited.status, plain.status)
  const { request_id: _, job_id, ...details } = waited.body.error.details
  const { request_id: __, ...expected } = plain.body.error.details
  t.same({ ...waited.body.error, details }, { ...plain.body.error, details: expected })
  const job = await ended(job_id)
  t.match(job, { progress: { failed: 1 }, result: { status: 404, success: false, error: { code: 'NOT_FOUND_ERROR' } } })
})

t.test('a failure with many details is returned to a caller who reads its job', async t => {
  sdk.replays({ stderr: 'ERROR: (gcloud) a line of what went wrong, at some length\n'.repeat(6_000), exit_code: 1 })
  const plain = await call('gcloud_help', { path: 'compute' })
  t.ok(plain.text.length < 25_000, 'it is cut for a model')
  const waited = await call('gcloud_help', { path: 'compute', mode: 'async', wait: 20 })
  const { code, message, details } = plain.body.error
  t.match(waited, { status: plain.status, body: { success: false, error: { code, message, details: { reason: details.reason } } } })
  t.match(waited.body.error.details.truncated, { reason: 'size' })
  t.match(await ended(waited.body.error.details.job_id), { result: { success: false, status: plain.status, error: { code } } })
  const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } }
  const asked = { name: 'gcloud_help', arguments: { path: 'compute', mode: 'async' } }
  const { taskId } = (await rpc(gateway.url(), 'tools/call', asked, { capabilities })).result
  await ended(taskId)
  t.match((await rpc(gateway.url(), 'tasks/get', { taskId }, { capabilities })).result, { status: 'completed', result: { isError: true } })
})

t.test('invalid input is reported at once', async t => {
  t.match(await call('gitlab_get_issue', { project: 'acme/web', mode: 'async' }), { status: 400 })
  const lonely = await call('gitlab_get_issue', { ...ISSUE, wait: 5 })
  t.match(lonely.body.error.details.issues, [{ path: 'wait', expected: 'mode: "async", or omit it' }])
})

t.test('a call that needs confirmation does not start before it', async t => {
  const write = { path: 'a.txt', content: 'a' }
  await gateway.ask('filesystem_write_file', write)
  const asked = await call('filesystem_delete_file', { path: 'a.txt', mode: 'async' })
  t.match(asked, { status: 428, body: { error: { code: 'CONFIRMATION_REQUIRED' } } })
  const done = await call('filesystem_delete_file', { path: 'a.txt', confirm: true, mode: 'async', wait: 20 })
  t.match(done, { status: 200 }, 'and it runs on the queue of its host after it')
})

t.test('an input that may contain a secret is not stored', async t => {
  const variables = [{ key: 'PASSWORD', value: 'hunter2' }]
  const answer = await call('gitlab_create_pipeline', { project: 'acme/web', ref: 'main', variables, mode: 'async' })
  t.match(answer, { status: 422, body: { error: { details: { reason: 'cannot_be_honoured', outcome: 'not_executed' } } } })
  t.notMatch(answer.text, /hunter2/)
})

t.test('with the same key it is the same job', async t => {
  await fresh(t)
  const input = { ...made('Once'), mode: 'async', idempotency_key: 'once' }
  const first = await call('gitlab_create_issue', input)
  const again = await call('gitlab_create_issue', { ...input, wait: 20 })
  t.equal(again.body.metadata.job_id, first.body.data.id)
  t.match(again, { status: 201, body: { data: { title: 'Once' }, metadata: { replayed: true } } })
  t.equal((await posts()).length, 1)
})

t.test('it has events and a webhook like every job', async t => {
  const { body } = await call('gitlab_get_issue', { ...ISSUE, mode: 'async', notify_url: `${receiver.url}/hook?token=1` })
  const events = await ask(`/v1/jobs/${body.data.id}/events`)
  t.match(events.text, /event: end\ndata: \{"status":"completed"\}/)
  for (const deadline = Date.now() + 120_000; receiver.seen.length === 0 && Date.now() < deadline; ) await sleep(50)
  t.match(JSON.parse(receiver.seen[0]?.body ?? '{}'), { type: 'job.completed' })
})

t.test('a cancel ends a read at once, and lets a started write end', async t => {
  await fresh(t)
  await forge.failNext(READ, HELD, 9)
  const read = (await call('gitlab_get_issue', { ...ISSUE, mode: 'async' })).body.data.id
  await ended(read, ({ status }) => status === 'running')
  await gateway.ask('jobs_cancel', { id: read })
  t.match(await ended(read), { status: 'cancelled', progress: { not_attempted: 1 }, result: null })
  await forge.failNext(WRITE, HELD)
  const write = (await call('gitlab_create_issue', { ...made('Begun'), mode: 'async' })).body.data.id
  await waitUntil(async () => (await posts()).length > 0, 'the write arrives')
  await gateway.ask('jobs_cancel', { id: write })
  await forge.release()
  t.match(await ended(write), { status: 'cancelled', progress: { succeeded: 1 }, result: { success: true, data: { title: 'Begun' } } })
})

t.test('after kill -9 a read is repeated, and a write is unknown and never repeated', async t => {
  await fresh(t)
  await forge.failNext(READ, HELD)
  await forge.failNext(WRITE, { ...HELD, after: true })
  const read = (await call('gitlab_get_issue', { ...ISSUE, mode: 'async' })).body.data.id
  const write = (await call('gitlab_create_issue', { ...made('Killed'), mode: 'async' })).body.data.id
  const reads = async () => (await forge.requests()).filter(({ path }) => path.endsWith('/issues/1'))
  await waitUntil(async () => (await reads()).length > 0 && (await posts()).length > 0, 'the read and the write arrive')
  await gateway.kill()
  await forge.release()
  t.match(await ended(read), { status: 'completed', result: { success: true, data: { iid: 1 } } })
  const lost = await ended(write)
  t.match(lost, { progress: { unknown: 1 }, result: { success: false, error: { details: { outcome: 'unknown' } } } })
  t.equal((await reads()).length, 2)
  t.equal((await posts()).length, 1)
  const retried = await call('jobs_retry', { id: write, outcomes: ['unknown'], acknowledge_unknown: true })
  t.match(retried, { status: 409, body: { error: { details: { reason: 'nothing_to_do' } } } }, 'nor by a retry')
})
