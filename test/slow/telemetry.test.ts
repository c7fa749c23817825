// Traces across processes, in a real collector, and the alert rules in Prometheus' own check.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import t from 'tap'
import { TOKEN } from '../../sandbox/gitlab/credentials.ts'
import { buildServer, ROOT } from '../../sandbox/gitlab/server.ts'
import { seedState } from '../../sandbox/gitlab/state/seed.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { type ReceivedSpan, startCollector } from '../helpers/otlp-collector.ts'
import { startProcess } from '../helpers/process.ts'
import { findPromtool } from '../helpers/promtool.ts'
import { startTestRedis } from '../helpers/redis.ts'
import { readUntil } from '../helpers/wait-until.ts'

const CALLER = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' }
const TRACEPARENT = `00-${CALLER.trace}-${CALLER.span}-01`
const CANARY = 'k7f3a9c21q'

/** A gateway and a worker as two processes, GitLab's sandbox server, and a collector. */
async function setUp() {
  const redis = await startTestRedis(t)
  const collector = await startCollector(t)
  const gitlab = buildServer({ state: seedState() })
  const received: { path: string; traceparent: string }[] = []
  gitlab.addHook('onRequest', (request, _reply, done) => {
    received.push({ path: request.url, traceparent: String(request.headers['traceparent'] ?? '') })
    done()
  })
  const address = await gitlab.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => gitlab.close())
  const environment = {
    REDIS_URL: redis.url,
    TOOLGATE_DATA: path.join(await temporaryFolder(t), 'data'),
    GITLAB_URL: `${address}${ROOT}`,
    GITLAB_TOKEN: TOKEN,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url
  }
  const [gateway, worker] = await Promise.all(['gateway', 'worker'].map(role => startProcess(t, { ...environment, TOOLGATE_ROLE: role })))
  if (!gateway || !worker) throw new Error('a process did not start')
  // biome-ignore lint/suspicious/noExplicitAny: any response of the gateway
  const call = async (where: string, body?: object, headers: object = {}): Promise<any> => {
    const init = { method: body ? 'POST' : 'GET', headers: { 'content-type': 'application/json', traceparent: TRACEPARENT, ...headers } }
    const response = await fetch(`${gateway.url}${where}`, { ...init, ...(body && { body: JSON.stringify(body) }) })
    return Object(await response.json()).data
  }
  return { gateway, worker, collector, received, call }
}

/** The spans from one to the caller's. */
function pathTo(span: ReceivedSpan | undefined, spans: readonly ReceivedSpan[]): string[] {
  if (!span) return []
  return [
    ...pathTo(
      spans.find(({ span_id }) => span_id === span.parent_id),
      spans
    ),
    span.name
  ]
}

t.test('one trace of a bulk job: caller, request, queue, worker in another process, attempt upstream', async t => {
  const { gateway, worker, collector, received, call } = await setUp()
  const input = { project: 'acme/playground', search: CANARY, ids: undefined, set_state: 'closed', confirm: 'auto' }
  const { id } = await call('/v1/gitlab/bulk/update_issues', { ...input, search: undefined, labels: ['bug'], add_labels: [CANARY] })
  const job = await readUntil(
    () => call(`/v1/jobs/${id}`, undefined, { traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` }),
    ({ status }) => ['completed', 'failed'].includes(status),
    'the job ends'
  )
  t.equal(job.status, 'completed')
  await Promise.all([gateway.kill('SIGTERM'), worker.kill('SIGTERM')])
  const spans = collector.spans.filter(({ trace_id }) => trace_id === CALLER.trace)
  const write = spans.find(({ name, kind }) => name === 'PUT' && kind === 3)
  t.strictSame(pathTo(write, spans), [
    'POST /v1/gitlab/bulk/update_issues',
    'gitlab_bulk_update_issues',
    'send gitlab_bulk_update_issues',
    'process gitlab_bulk_update_issues',
    'PUT'
  ])
  t.equal(spans.find(({ name }) => name.startsWith('POST'))?.parent_id, CALLER.span, 'it continues the trace of the caller')
  const [sent, processed] = ['send', 'process'].map(verb => spans.find(({ name }) => name === `${verb} gitlab_bulk_update_issues`))
  t.ok(sent?.process && processed?.process && sent.process !== processed.process, 'two processes')
  t.match(
    [write?.service, write?.attributes],
    ['toolgate', { 'http.request.method': 'PUT', 'server.address': '127.0.0.1', 'toolgate.system': 'gitlab' }]
  )
  const carried = received.find(({ traceparent }) => traceparent === `00-${CALLER.trace}-${write?.span_id}-01`)
  t.ok(carried, 'the upstream received the traceparent of the attempt')
  t.ok(collector.paths.has('/otel/v1/metrics'), 'metrics are sent, too')
  t.notOk(
    collector.bodies.some(body => body.includes(CANARY)),
    'no content'
  )
  const line = gateway
    .output()
    .split('\n')
    .find(line => line.includes('"tool":"gitlab_bulk_update_issues"'))
  t.match(JSON.parse(line ?? '{}'), { trace_id: CALLER.trace, span_id: /^[0-9a-f]{16}$/, client_address: '127.0.0.1' })
})

const promtool = findPromtool(t)
const skip = promtool === undefined && { skip: 'there is no promtool, and the package prometheus cannot be downloaded' }

t.test('promtool accepts the alert rules', skip || {}, async t => {
  const rules = path.join(import.meta.dirname, '../../deploy/prometheus/alerts.yaml')
  const { status, stdout, stderr } = spawnSync(promtool ?? '', ['check', 'rules', rules], { encoding: 'utf8' })
  t.equal(status, 0, `${stdout}${stderr}`)
  t.match(stdout, /8 rules found/)
})
