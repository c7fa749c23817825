import t from 'tap'
import { readTail } from '../../../src/tools/gitlab/client/content/byte-range.ts'
import { asOnTerminal } from '../../../src/tools/gitlab/client/content/terminal.ts'
import { startApp } from '../../helpers/app.ts'
import { refusal } from '../../helpers/bulk.ts'
import { openGitlab } from '../../helpers/gitlab.ts'
import { listen } from '../../helpers/listen.ts'

const { call, clear, state, failNext } = await openGitlab(t)
t.beforeEach(() => clear())

const web = { project: 'acme/web' }
const FAILED = { ...web, job_id: 1022 }
/** The job whose log a test writes. */
const WRITTEN = { ...web, job_id: 1012 }

t.test('the jobs of a pipeline show which failed', async t => {
  const { data } = await call('list_pipeline_jobs', { ...web, pipeline_id: 102, scope: ['failed'] })
  t.match(data.items, [{ id: 1022, name: 'test', failure_reason: 'script_failure' }])
})

t.test('a log is plain, with only the last state of an overwritten line', async t => {
  const { data } = await call('get_job_log', FAILED)
  t.match(data.text, /^Running with gitlab-runner 18\.5\.0\nStep test\nFetching 100 %\n/)
  for (const mark of ['section_', '\u001b', '\r']) t.notMatch(data.text, mark)
})

t.test('a log is unchanged on request', async t => {
  t.match((await call('get_job_log', { ...FAILED, plain: false })).data.text, '\u001b[31;1mERROR: Job failed')
})

t.test('a pipeline that was not created because of its configuration has the errors', async t => {
  const broken = state.projects[0]?.pipelines.find(({ id }) => id === 101)
  if (!broken) throw new Error('there is no such pipeline')
  const { jobs } = broken
  Object.assign(broken, {
    jobs: [],
    name: 'Nightly',
    coverage: '93.50',
    yaml_errors: 'jobs:build config should implement the script keyword'
  })
  t.match((await call('get_pipeline', { ...web, pipeline_id: 101 })).data, {
    status: 'failed',
    name: 'Nightly',
    coverage: 93.5,
    yaml_errors: /script keyword/
  })
  t.match((await call('list_pipelines', web)).data.items.at(-1), { id: 101, name: null, coverage: null, yaml_errors: null })
  Object.assign(broken, { jobs, name: undefined, coverage: undefined, yaml_errors: undefined })
})

t.test('tokens in a log are removed', async t => {
  const { text } = await call('get_job_log', FAILED)
  t.notMatch(text, 'glcbt-0123456789abcdef')
})

/** The log of a job. */
function write(log: string): void {
  const job = state.projects[0]?.pipelines.flatMap(({ jobs }) => jobs).find(({ id }) => id === WRITTEN.job_id)
  if (!job) throw new Error('there is no such job')
  job.log = Buffer.from(log)
}

const SECRET = 'abcdefgh12345678'
const JWT = `glcbt-eyJraWQiOiJhIn0.eyJzdWIiOiJ4In0.${SECRET}`
const SECRETS: [what: string, log: string, left: string][] = [
  ['after a colour', `\u001b[32mglpat-${SECRET}\u001b[0m.`, '[redacted].'],
  ['after the mark of a section', `section_start:1:x\r\u001b[0Kglpat-${SECRET}`, '[redacted]'],
  ['after a word', `X_glpat-${SECRET} end`, 'X_[redacted] end'],
  ['with a colour within', `a gl\u001b[0mpat-abcd\u001b[1mefgh${SECRET} end`, 'a [redacted] end'],
  ['with a sign within that no terminal shows', `a glpat-abcd\0efgh${SECRET} end`, 'a [redacted] end'],
  ['with many colours within', `a gl${'\u001b[0m'.repeat(17)}pat-${SECRET} end`, 'a [redacted] end'],
  ['with a long colour within', `a gl\u001b[${'1;'.repeat(21)}mpat-${SECRET} end`, 'a [redacted] end'],
  ['after and between colours', `\u001b[1m\u001b[32mgl\0pat-${SECRET}\u001b[0m, \u001b[1mé ${'\0'.repeat(9)}`, '[redacted], é '],
  ['of three parts, whole', `JOB=${JWT} end`, 'JOB=[redacted] end'],
  ['that can be routed, whole', `glpat-${SECRET}.01.120gmyaqf end`, '[redacted] end'],
  ['of runners', `glrtr-${SECRET} glrt-t1_${SECRET} GR1348941${SECRET}`, '[redacted] [redacted] [redacted]'],
  ['of a workspace', `glwt-${SECRET}`, '[redacted]'],
  ['as a password with signs', `https://ci:-p@${SECRET}@host/x`, 'https://ci:[redacted]@host/x'],
  [
    'in a header of GitLab',
    `--header "PRIVATE-TOKEN: ${SECRET}"; 'job-token':'${SECRET}'`,
    `--header "PRIVATE-TOKEN: [redacted]"; 'job-token':'[redacted]'`
  ],
  ['in a header of anybody', `Authorization: Bearer ${SECRET} end`, 'Authorization: Bearer [redacted] end']
]
for (const [what, log, left] of SECRETS) {
  t.test(`a secret in a log is removed: ${what}`, async t => {
    write(`${log}\n`)
    t.equal((await call('get_job_log', { ...WRITTEN, plain: true })).data.text, `${left}\n`)
    const { data } = await call('get_job_log', { ...WRITTEN, plain: false })
    t.notMatch(data.text, SECRET)
    t.match(data.text, '[redacted]')
  })
}

t.test('nothing but the token is removed from a log that is otherwise unchanged on request', async t => {
  const colours = '\u001b[1m\0é\u001b[0m'
  write(`${colours} glpat-\u001b[4m${SECRET}${colours}\n${colours}`)
  t.equal((await call('get_job_log', { ...WRITTEN, plain: false })).data.text, `${colours} [redacted]${colours}\n${colours}`)
})

t.test('the name of a variable that holds a token is kept', async t => {
  write('curl --header "PRIVATE-TOKEN: $CI_TOKEN"\n')
  t.match((await call('get_job_log', WRITTEN)).data.text, '$CI_TOKEN')
})

t.test('no character of a token that crosses the boundary of a range is returned, wherever the boundary is', async t => {
  const [token, most] = [`glpat-${SECRET}`, 1000]
  // Each line is one character longer than a part, so that each boundary crosses it at another position.
  const lines = Array.from({ length: token.length + 2 }, () => `${token.padStart(most)}\n`)
  write(lines.join(''))
  const pieces = Array.from({ length: token.length - 7 }, (_, at) => token.slice(at, at + 8))
  let read = ''
  for (let offset = 0; offset < lines.join('').length; ) {
    const { data } = await call('get_job_log', { ...WRITTEN, offset, max_bytes: most })
    t.strictSame(
      pieces.filter(piece => data.text.includes(piece)),
      []
    )
    read += data.text
    offset = data.to_byte
  }
  t.equal(read, lines.join('').replaceAll(token, '[redacted]'), 'nothing else is lost, and each token is marked once')
})

t.test('the last bytes do not begin with the end of a token', async t => {
  write(`glpat-${SECRET}${SECRET}${' '.repeat(990)}\n`)
  t.equal((await call('get_job_log', { ...WRITTEN, max_bytes: 1000 })).data.text, `${' '.repeat(990)}\n`)
})

t.test('a log is read to its end without a copy of everything before', async t => {
  const [chunk, most] = [Buffer.alloc(16_384, 97), 100_000]
  const joined = t.capture(Buffer, 'concat', Buffer.concat)
  const body = (async function* () {
    for (let count = 0; count < 640; count++) yield chunk
  })()
  const part = await readTail(Object.assign(body, { destroy: () => undefined }), most, {})
  t.strictSame([part.end - part.begin, part.total], [most, 640 * chunk.length])
  const copied = joined().reduce((sum, call) => sum + ('returned' in call ? call.returned.length : 0), 0)
  t.ok(copied <= 2 * most, `${copied} bytes were copied`)
})

t.test('a log that is too long to reach its end is refused with advice, and its middle is not returned as its end', async t => {
  let destroyed = false
  const body = (async function* () {
    for (;;) yield Buffer.from('a line\n')
  })()
  await t.rejects(
    readTail(
      Object.assign(body, {
        destroy: () => {
          destroyed = true
        }
      }),
      1000,
      { lines: 3, maxBytes: 10_000 }
    ),
    refusal('cannot_be_honoured', { details: { limit_bytes: 10_000, suggestions: [/offset/] } })
  )
  t.ok(destroyed)
})

t.test('a raw response contains no token and no password, whatever the name of its property', async t => {
  await failNext(
    { path: '/projects/acme%2Fweb$' },
    {
      status: 200,
      body: { id: 1, import_url: `https://u:${SECRET}@h/x`, notes: [`see glpat-${SECRET}`] },
      headers: { 'content-type': 'application/json' }
    }
  )
  const { data } = await call('get_project', { ...web, full: true })
  t.match(data.raw, { import_url: 'https://u:[redacted]@h/x', notes: ['see [redacted]'] })
})

t.test('a log is marked as untrusted', async t => {
  t.equal((await call('get_job_log', FAILED)).data.untrusted, true)
})

t.test('the last lines are the last lines', async t => {
  const { data } = await call('get_job_log', { ...FAILED, tail_lines: 1, plain: true })
  t.equal(data.text, 'ERROR: Job failed: exit code 1\n')
  t.strictSame([data.complete, data.to_byte], [false, data.total_bytes])
})

t.test('a very long log is limited, and can be read in parts without losing a character', async t => {
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

t.test('markers of newer runners are removed', async t => {
  t.equal(asOnTerminal('2026-03-01T09:00:00.123456Z 00O hello\n'), 'hello\n')
})

t.test('variables are returned without their values', async t => {
  const { data, text } = await call('list_pipeline_variables', { ...web, pipeline_id: 101 })
  t.match(data.items, [{ key: 'DEPLOY_KEY', value: null }])
  t.notMatch(text, 'sandbox-secret-value')
})

t.test('values of variables are returned to a key that may read secrets', async t => {
  const { data } = await call('list_pipeline_variables', { ...web, pipeline_id: 101, show_values: true })
  t.equal(data.items[0].value, 'sandbox-secret-value')
})

t.test('a pipeline is started, and its jobs run by themselves', async t => {
  const { status, data } = await call('create_pipeline', { project: 'acme/sandpit', ref: 'main', variables: [{ key: 'A', value: 'b' }] })
  t.equal(status, 201)
  const started = state.projects[3]?.pipelines.find(({ id }) => id === data.id)
  for (const job of started?.jobs ?? []) job.starts -= 60_000
  t.equal((await call('get_pipeline', { project: 'acme/sandpit', pipeline_id: data.id })).data.status, 'success')
})

t.test("a ref that does not exist is refused with GitLab's message", async t => {
  t.match((await call('create_pipeline', { project: 'acme/sandpit', ref: 'no/such' })).error, { message: /Reference not found/ })
})

t.test('a job is run again with a new id', async t => {
  const { data } = await call('retry_job', { project: 'acme/sandpit', job_id: 4022 })
  t.not(data.id, 4022)
})

t.test('one artifact is downloaded byte by byte', async t => {
  const { text } = await call(
    'download_job_artifacts',
    { ...web, job_id: 1011, artifact_path: 'report.txt' },
    { accept: 'application/octet-stream' }
  )
  t.equal(text, 'All is well.\n')
})

t.test('no path of an artifact leads out of the archive', async t => {
  t.equal((await call('download_job_artifacts', { ...web, job_id: 1011, artifact_path: 'out/../../../trace' })).status, 400)
})
