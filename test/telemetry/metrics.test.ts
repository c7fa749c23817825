// What /metrics shows after every kind of event, and what the dashboard and the alerts read from it.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { createCircuits } from '../../src/lib/circuit/circuit.ts'
import { CIRCUIT_DEFAULTS } from '../../src/lib/circuit/settings.ts'
import { METRICS } from '../../src/lib/telemetry/metrics.ts'
import { startSdk } from '../../src/lib/telemetry/sdk.ts'
import { observeProcess } from '../../src/server/telemetry.ts'
import { answer } from '../helpers/budget.ts'
import { root, silentLog, until } from '../helpers/bulk.ts'
import { post } from '../helpers/fake-tool.ts'
import { listen } from '../helpers/listen.ts'
import { rpc } from '../helpers/mcp.ts'
import { sendAll, startMetered } from '../helpers/metered-gateway.ts'
import { allowedLabels, seriesIn, seriesNames, unknownIn } from '../helpers/promql.ts'
import { waitUntil } from '../helpers/wait-until.ts'
import { SOON, webhooksTo } from '../helpers/webhooks.ts'

const deploy = path.join(import.meta.dirname, '../../deploy')
const read = (file: string): string => readFileSync(path.join(deploy, file), 'utf8')
const KEYS = new Map([
  ['monitor', ['metrics:read']],
  ['reader', ['*:read', 'metered:*']]
])

t.test('every metric appears with its attributes, and the dashboard and the alerts name only what exists', async t => {
  const receiver = await listen(t, (response, { method }) => void response.writeHead(method === 'POST' ? 200 : 404).end())
  const server = { status: 200 }
  const sdk = () => startSdk({ otlpEndpoint: undefined, sampleRatio: 1, version: '0.0.0', log: silentLog })
  t.teardown(async () => (await sdk()).close())
  const auth = {
    identify: (key: string) => {
      const scopes = KEYS.get(key)
      return scopes ? { id: key, scopes } : ('unknown' as const)
    },
    anonymous: root
  }
  const { app, jobs, begin, client, connections } = await startMetered(t, sendAll(), {
    units: 6,
    handler: (_request, response) => answer(response, server.status),
    webhooks: webhooksTo(receiver.port),
    settings: SOON,
    app: { auth, metrics: async () => (await sdk()).prometheus() }
  })
  t.teardown(observeProcess({ redis: client, connections, approvals: { pending: async () => 3 } }))
  const metrics = async (): Promise<string> => (await app.inject('/metrics')).body

  t.match(await metrics(), /toolgate_redis_up 1/, 'the first request begins to measure')
  t.match(await metrics(), /toolgate_approvals_pending 3/)
  t.equal((await post(app, '/v1/metered/ask', {})).statusCode, 200)
  server.status = 500
  t.equal((await post(app, '/v1/metered/ask', {})).statusCode, 502)
  server.status = 200
  const ask = async (): Promise<number> => (await post(app, '/v1/metered/ask', {})).statusCode
  // Many at once: one after the other, a slow machine would never send faster than the budget allows.
  const throttled = async (): Promise<boolean> => (await Promise.all(Array.from({ length: 40 }, ask))).includes(429)
  await waitUntil(throttled, 'the budget is used up')
  const id = await begin('/v1/shelf/bulk/touch', 3, { notify_url: `${receiver.url}/hook` })
  await until(jobs, id, ['completed'], root)
  await waitUntil(() => receiver.seen.length > 0, 'a webhook arrives')
  const circuits = createCircuits(client, silentLog, { ...CIRCUIT_DEFAULTS, min_requests: 1 })
  const circuit = circuits.of({ system: 'metered', title: 'Metered', instance: 'broken', host: 'metered.example' })
  const end = await circuit.enter()
  end('failed')
  t.equal(await circuit.state(), 'open')
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  await rpc(url, 'tools/list', {})
  await waitUntil(async () => (await metrics()).includes('toolgate_webhook_deliveries_total'), 'the delivery is counted')

  const text = await metrics()
  const series = seriesIn(text)
  for (const metric of Object.values(METRICS)) for (const name of seriesNames(metric)) t.ok(series.has(name), name)
  for (const [name, allowed] of allowedLabels)
    t.strictSame(
      [...(series.get(name) ?? [])].filter(label => !allowed.has(label)),
      [],
      `labels of ${name}`
    )
  t.match(text, /toolgate_operation_duration_count\{[^}]*toolgate_operation="metered_ask"[^}]*error_type="server_error"[^}]*\} 1/)
  t.match(text, /toolgate_job_items_total\{toolgate_job_item_outcome="succeeded"\} 3/)

  const { panels } = JSON.parse(read('grafana/toolgate.json'))
  const queries: string[] = panels.flatMap(({ targets }: { targets: { expr: string }[] }) => targets.map(({ expr }) => expr))
  const { groups } = parse(read('prometheus/alerts.yaml'))
  const rules: { alert: string; expr: string; annotations: object }[] = groups.flatMap(({ rules }: { rules: object[] }) => rules)
  t.equal(rules.length, 8)
  t.ok(queries.length >= 15)
  for (const query of [...queries, ...rules.map(({ expr }) => expr)]) t.strictSame(unknownIn(query, series), [], query)
  t.strictSame(
    unknownIn('sum by (nothing) (toolgate_nothing{none="x"})', series),
    ['toolgate_nothing', 'nothing', 'none'],
    'the check finds both'
  )
  const page = readFileSync(path.join(deploy, '../docs/observability.md'), 'utf8')
  for (const { alert } of rules) t.ok(page.includes(`\`${alert}\``), `${alert} is explained`)
  for (const { name } of Object.values(METRICS)) t.ok(page.includes(`\`${name}\``), `${name} is listed`)

  const status = async (key: string): Promise<number> =>
    (await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${key}` } })).statusCode
  t.strictSame([await status('monitor'), await status('reader'), await status('none')], [200, 403, 401])
})
