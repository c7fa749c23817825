import { readFileSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import { parse } from 'yaml'
import { findGcloud } from '../../../src/tools/gcloud/client/installation.ts'
import { startApp } from '../../helpers/app.ts'
import { installCheckers } from '../install.ts'
import { serveFixtures } from '../mcp/serve.ts'
import { runNode } from '../run.ts'

const bin = await installCheckers()
const packages = path.join(bin, '..')
const url = await serveFixtures(t)
const folder = t.testdir({})

interface Verdict {
  scenario: string
  passed: number
  failed: number
}

/** Runs a suite of the official conformance tests. Its output is parsed, because its exit code includes expected failures. */
async function judge(name: string, args: string[]): Promise<{ verdicts: Verdict[]; output: string }> {
  const program = path.join(packages, name, 'dist/index.js')
  const { output } = await runNode(process.execPath, [program, 'server', '--url', `${url}/mcp`, ...args], folder)
  const verdicts = [...output.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed$/gm)].map(([, scenario = '', passed, failed]) => ({
    scenario,
    passed: Number(passed),
    failed: Number(failed)
  }))
  return { verdicts, output }
}

/** Scenarios that fail for a reason, which is next to each. */
const baseline: string[] = parse(readFileSync(path.join(import.meta.dirname, '../mcp/conformance-baseline.yml'), 'utf8')).server

/** All scenarios run, with exactly the failures of the baseline. */
function check(t: Test, { verdicts, output }: Awaited<ReturnType<typeof judge>>, scenarios: number, passed: number): void {
  const ran = verdicts.map(({ scenario }) => scenario)
  t.equal(verdicts.length, scenarios, 'every scenario ran')
  t.strictSame(
    verdicts.filter(({ failed }) => failed > 0).map(({ scenario }) => scenario),
    ran.filter(scenario => baseline.includes(scenario)),
    output.slice(-8_000)
  )
  t.ok(verdicts.reduce((sum, verdict) => sum + verdict.passed, 0) >= passed, `at least ${passed} checks passed`)
}

t.test('the active suite for 2025-06-18 and 2025-11-25', async t => check(t, await judge('mcp-conformance', []), 30, 22))

t.test('what 2025-11-25 requires', async t => check(t, await judge('mcp-conformance-next', ['--requirements', '2025-11-25']), 33, 56))

t.test('the requirements of 2026-07-28 and its extension for tasks', async t => {
  const judged = await judge('mcp-conformance-next', ['--requirements', '2026-07-28'])
  check(t, judged, 50, 185)
  const tasks = judged.verdicts.filter(({ scenario }) => scenario.startsWith('tasks-'))
  t.equal(
    tasks.filter(({ passed, failed }) => passed > 0 && failed === 0).length,
    9,
    'one of ten scenarios is optional, and checks nothing'
  )
  // No operation of the gateway can have three of the nine (several questions, a tool that requires a task, a task that fails by protocol): scenario-fixtures.ts answers them.
  t.ok(tasks.reduce((sum, { passed }) => sum + passed, 0) >= 44)
})

const inspect = (args: string[]) =>
  runNode(path.join(bin, 'mcp-inspector'), ['--cli', `${url}/mcp`, '--transport', 'http', ...args], folder)

for (const era of ['legacy', 'auto', 'modern']) {
  t.test(`the inspector finds no problem with the tools in its era ${era}`, async t => {
    const { code, output } = await inspect(['--method', 'tools/list', '--protocol-era', era, '--strict'])
    t.equal(code, 0, output)
    t.match(output, 'test_simple_text')
  })
}

t.test('the client of the first SDK lists and calls tools', async t => {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js')
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)))
  t.ok((await client.listTools()).tools.some(({ name }) => name === 'greet'))
  t.match((await client.callTool({ name: 'greet', arguments: { name: 'World' } })).structuredContent, { seen: 'Hello, World!' })
  t.match(await client.callTool({ name: 'greet', arguments: {} }), { isError: true })
  await client.close()
})

for (const query of ['', '?reserved=all&output_schemas=all'])
  t.test(`the inspector finds no problem with any tool of the catalog ${query}`, async t => {
    const { catalog } = await startApp(t)
    const settings = catalog.tools.filter(({ name }) => name !== 'jobs').map(({ name }) => [name, { instances: { default: {} } }])
    const { app } = await startApp(t, {
      environment: { FILESYSTEM_ROOTS: '' },
      systems: Object.fromEntries(settings),
      mcp: { discovery: 'all' }
    })
    const whole = await app.listen({ port: 0, host: '127.0.0.1' })
    const args = ['--cli', `${whole}/mcp${query}`, '--transport', 'http', '--method', 'tools/list', '--protocol-era', 'modern', '--strict']
    // Into a file: it exceeds the capacity of a pipe of this process.
    const { code, output } = await runNode('/bin/sh', ['-c', '"$0" "$@" > list.json', path.join(bin, 'mcp-inspector'), ...args], folder)
    t.equal(code, 0, output.slice(-4_000))
    const { tools } = JSON.parse(readFileSync(path.join(folder, 'list.json'), 'utf8'))
    const expected = catalog.operations.filter(({ tool }) => tool.name !== 'gcloud' || findGcloud(undefined)).map(({ id }) => id)
    t.strictSame(
      tools.map(({ name }) => name),
      expected
    )
  })
