import path from 'node:path'
import t, { type Test } from 'tap'
import type { FaultResponse } from '../../sandbox/control/faults.ts'
import type { Received } from '../../sandbox/control/requests.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { highestPermission, type Operation } from '../../src/contract/operation.ts'
import { startApp, type TestApp, temporaryFolder } from '../helpers/app.ts'
import { goodExamples } from '../helpers/catalog-rules.ts'
import { EXHAUSTIVE } from '../helpers/exhaustive.ts'
import { controlOf } from '../helpers/sandbox-control.ts'

type Input = Record<string, unknown>

/** Systems whose sandbox is a server that can be made to fail. */
const SYSTEMS = ['calendar', 'confluence', 'gitlab', 'gmail', 'trello']

const FAULTS: Record<string, FaultResponse> = {
  'lost response': { cut: true, after: true },
  'failure after execution': { status: 500, after: true, body: { message: 'Oops.' } },
  'failure before execution': { status: 500, body: { message: 'Oops.' } },
  refusal: { status: 400, body: { message: 'No.' } }
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** What every operation's result is built from: it lacks each property. */
const EMPTY: [name: string, response: FaultResponse] = ['an empty object', { status: 200, after: true, body: {}, headers: JSON_TYPE }]

/** Further successes without the documented content, as a proxy or a changed system may send them. They are read before an operation sees them: every fourth operation is tried with one of them. */
const UNREADABLE: [name: string, response: FaultResponse][] = [
  ['an empty list', { status: 200, after: true, body: [], headers: JSON_TYPE }],
  ['null', { status: 200, after: true, body: 'null', headers: JSON_TYPE }],
  ['an empty body', { status: 200, after: true, body: '', headers: JSON_TYPE }],
  ['HTML', { status: 200, after: true, body: '<html><body>Welcome</body></html>', headers: { 'content-type': 'text/html' } }]
]

/** Requests that only read, whatever their method. */
const READS = /freeBusy|contentbody\/convert|\/token/

for (const system of SYSTEMS) {
  t.test(system, async t => {
    const gateway = await startGateway(t, system)
    const writes = gateway.catalog.operations.filter(({ kind, permission }) => kind !== 'bulk' && highestPermission(permission) !== 'read')
    for (const [index, operation] of writes.entries()) {
      const [example] = goodExamples(operation).filter(({ given }) => !given)
      if (!example) continue
      await t.test(operation.id, t =>
        checkWrite(t, gateway, operation, example.input, [
          EMPTY,
          ...(EXHAUSTIVE ? UNREADABLE : UNREADABLE.filter((_, at) => at * UNREADABLE.length === index % 16))
        ])
      )
    }
  })
}

/** Lets each write request of the example fail in every way. */
async function checkWrite(t: Test, gateway: Gateway, operation: Operation, input: Input, unreadable: typeof UNREADABLE): Promise<void> {
  const { received } = await run(gateway, operation, input)
  for (const at of received.filter(isWrite)) {
    await t.test('states whether it was executed, and is retryable only if that is safe', t =>
      checkFaults(t, gateway, operation, input, at)
    )
    await t.test('is reported neither as a defect nor as not executed if its success cannot be read', t =>
      checkUnreadable(t, gateway, operation, input, at, unreadable)
    )
  }
}

async function checkUnreadable(
  t: Test,
  gateway: Gateway,
  operation: Operation,
  input: Input,
  at: Received,
  unreadable: typeof UNREADABLE
): Promise<void> {
  for (const [name, response] of unreadable) {
    const { error, text, fits } = await run(gateway, operation, input, { at, response })
    if (!error) t.ok(fits, `${name} after ${at.method} ${at.path}: the result has all that its schema promises`)
    if (!error) continue // the operation needs nothing of the response
    const label = `${name} after ${at.method} ${at.path}: ${error.code}, ${error.details.outcome}: ${text.slice(0, 200)}`
    t.not(error.code, 'UNKNOWN_ERROR', label)
    t.not(error.details.outcome, 'not_executed', label)
  }
}

/** Compares the reported outcome with what the sandbox executed. */
async function checkFaults(t: Test, gateway: Gateway, operation: Operation, input: Input, at: Received): Promise<void> {
  for (const [name, response] of Object.entries(FAULTS)) {
    const { error, text, executed } = await run(gateway, operation, input, { at, response })
    if (!error) continue // the operation handles it
    const { outcome, retryable } = error.details
    const label = `${name} of ${at.method} ${at.path}: ${outcome}, ${executed} executed`
    t.ok(outcome !== 'not_executed' || executed === 0, label)
    if (name === 'refusal' && executed === 0) t.equal(outcome, 'not_executed', `${label}: a refused request changes nothing`)
    t.ok(!retryable || outcome === 'not_executed' || operation.idempotent, `${label}: retryable`)
    t.match(text, /^(Not executed|Executed|May have been executed)\. /, `${label}: the text states it first`)
    t.match(text, outcome === 'unknown' ? /^May have .*(First check whether|Send the same call again)/s : /./, `${label}: and what to do`)
  }
}

const isWrite = ({ method, path, body }: Received): boolean => method !== 'GET' && !READS.test(path) && !isQuery(body)

/** A read over GraphQL. */
const isQuery = (body: unknown): boolean => /^\s*query\b/.test(String(Object(body).query))

const isMutation = (body: unknown): boolean => /^\s*mutation\b/.test(String(Object(body).query))

interface Outcome {
  error: { code: string; details: { outcome: string; retryable: boolean } } | undefined
  /** As a model reads it. */
  text: string
  /** The result matches its schema. */
  fits: boolean
  received: Received[]
  /** Number of write requests that the sandbox executed. */
  executed: number
}

interface Gateway extends TestApp {
  dataDirectory: string
  /** Whether a response did not match its schema since this was last set to false. */
  misfit: boolean
  /** A sandbox server whose state is still that of its start. */
  fresh?: SandboxRun | undefined
}

type SandboxRun = Awaited<ReturnType<Sandbox['start']>>

/** One gateway for all calls to a system. */
async function startGateway(t: Test, system: string): Promise<Gateway> {
  const onLog = ({ msg }: Record<string, unknown>): void => {
    if (msg === 'The response does not match the output schema') gateway.misfit = true
  }
  const gateway: Gateway = { ...(await startApp(t, { system, onLog })), dataDirectory: await temporaryFolder(t), misfit: false }
  t.teardown(() => gateway.fresh?.close?.())
  return gateway
}

async function startSandbox({ dataDirectory }: Gateway, system: string): Promise<SandboxRun> {
  const { default: sandbox }: { default: Sandbox } = await import(path.resolve(`sandbox/${system}/sandbox.ts`))
  return await sandbox.start({ dataDirectory })
}

/** One call against a sandbox server in which nothing has been changed. */
async function run(
  gateway: Gateway,
  operation: Operation,
  input: Input,
  fault?: { at: Received; response: FaultResponse }
): Promise<Outcome> {
  const system = operation.tool.name
  const server = gateway.fresh ?? (await startSandbox(gateway, system))
  const { settings } = server
  const control = controlOf(String(settings['url']))
  await control.clear()
  gateway.misfit = false
  gateway.useSandbox({ [system]: { ...settings, max_retries: 0 } })
  if (fault) {
    const path = `^${fault.at.path.replace(/[.+]/g, '\\$&')}(\\?|$)`
    await control.failNext({ method: fault.at.method, path, ...(isMutation(fault.at.body) && { body: 'mutation' }) }, fault.response)
  }
  const result = await gateway.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: operation.id, arguments: { ...input, confirm: true } } }
  })
  const { isError, structuredContent, content } = messageIn(result.body).result
  const received = await control.requests()
  const executed = received.filter(one => isWrite(one) && (one.fault ? fault?.response.after : Number(one.status) < 400)).length
  gateway.fresh = executed === 0 ? server : undefined
  if (executed > 0) await server.close?.()
  return { error: isError ? structuredContent.error : undefined, text: content[0].text, fits: !gateway.misfit, received, executed }
}

// biome-ignore lint/suspicious/noExplicitAny: a message of MCP, as JSON or as its one event
const messageIn = (body: string): any => JSON.parse(body.startsWith('{') ? body : (/^data: (.*)$/m.exec(body)?.[1] ?? '{}'))
