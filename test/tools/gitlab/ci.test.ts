import t from 'tap'
import { withoutControls } from '../../../src/tools/gitlab/client/terminal.ts'
import { startApp } from '../../helpers/app.ts'
import { openGitlab } from '../../helpers/gitlab.ts'
import { listen } from '../../helpers/listen.ts'

const { call, clear, state } = await openGitlab(t)
t.beforeEach(() => clear())

const web = { project: 'acme/web' }
const FAILED = { ...web, job_id: 1022 }

t.test('the jobs of a pipeline tell which failed', async t => {
  const { data } = await call('list_pipeline_jobs', { ...web, pipeline_id: 102, scope: ['failed'] })
  t.match(data.items, [{ id: 1022, name: 'test', failure_reason: 'script_failure' }])
})

t.test('pitfall 10: a log is plain on request, and of a line written over only the last state stands', async t => {
  const { data } = await call('get_job_log', { ...FAILED, plain: true })
  t.match(data.text, /^Running with gitlab-runner 18\.5\.0\nStep test\nFetching 100 %\n/)
  for (const mark of ['section_', '\u001b', '\r']) t.notMatch(data.text, mark)
})

t.test('pitfall 10: tokens in a log are left out', async t => {
  const { text } = await call('get_job_log', FAILED)
  t.notMatch(text, 'glcbt-0123456789abcdef')
})

t.test('pitfall 10: a log is marked as written by others', async t => {
  t.equal((await call('get_job_log', FAILED)).data.untrusted, true)
})

t.test('the last lines are the last lines', async t => {
  const { data } = await call('get_job_log', { ...FAILED, tail_lines: 1, plain: true })
  t.equal(data.text, 'ERROR: Job failed: exit code 1\n')
  t.strictSame([data.complete, data.to_byte], [false, data.total_bytes])
})

t.test('pitfall 10: a very long log is bounded, and read part by part without a letter lost', async t => {
  const line = 'äöü line of a log\n'
  const whole = line.repeat(100_000)
  const server = await listen(t, response => response.setHeader('content-type', 'text/plain').end(whole))
  const settings = { url: server.url, token: 'glpat-x', max_retries: 0 }
  const { app } = await startApp(t, { system: 'gitlab', systems: { gitlab: { instances: { main: settings } } } })
  const part = async (query: string) => (await app.inject({ url: `/v1/gitlab/jobs/1/log?project=a/b&${query}` })).json().data
  const tail = await part('max_bytes=1001')
  t.ok(Buffer.byteLength(tail.text) <= 1001)
  t.ok(whole.endsWith(tail.text))
  let read = ''
  for (let offset = 0; read.length < 5000; ) {
    const { text, to_byte } = await part(`offset=${offset}&max_bytes=1001`)
    read += text
    offset = to_byte
  }
  t.ok(whole.startsWith(read))
})

t.test('marks of newer runners are taken away', async t => {
  t.equal(withoutControls('2026-03-01T09:00:00.123456Z 00O hello\n'), 'hello\n')
})

t.test('variables are told without their values', async t => {
  const { data, text } = await call('list_pipeline_variables', { ...web, pipeline_id: 101 })
  t.match(data.items, [{ key: 'DEPLOY_KEY', value: null }])
  t.notMatch(text, 'sandbox-secret-value')
})

t.test('values of variables are told to a key that may see secrets', async t => {
  const { data } = await call('list_pipeline_variables', { ...web, pipeline_id: 101, show_values: true })
  t.equal(data.items[0].value, 'sandbox-secret-value')
})

t.test('a pipeline is run, and its jobs go on by themselves', async t => {
  const { status, data } = await call('create_pipeline', { project: 'acme/sandpit', ref: 'main', variables: [{ key: 'A', value: 'b' }] })
  t.equal(status, 201)
  const started = state.projects[3]?.pipelines.find(({ id }) => id === data.id)
  for (const job of started?.jobs ?? []) job.starts -= 60_000
  t.equal((await call('get_pipeline', { project: 'acme/sandpit', pipeline_id: data.id })).data.status, 'success')
})

t.test('a ref that does not exist is refused in words of GitLab', async t => {
  t.match((await call('create_pipeline', { project: 'acme/sandpit', ref: 'no/such' })).error, { message: /Reference not found/ })
})

t.test('a job is run again under a new id', async t => {
  const { data } = await call('retry_job', { project: 'acme/sandpit', job_id: 4022 })
  t.not(data.id, 4022)
})

t.test('one artifact is fetched byte by byte', async t => {
  const { text } = await call(
    'download_job_artifacts',
    { ...web, job_id: 1011, artifact_path: 'report.txt' },
    { accept: 'application/octet-stream' }
  )
  t.equal(text, 'All is well.\n')
})

t.test('complaint 9: no path of an artifact leads out of the archive', async t => {
  t.equal((await call('download_job_artifacts', { ...web, job_id: 1011, artifact_path: 'out/../../../trace' })).status, 400)
})
