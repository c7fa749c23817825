import type { Test } from 'tap'
import { KEY } from '../../sandbox/trello/credentials.ts'
import { buildServer, type ServerOptions } from '../../sandbox/trello/server.ts'
import { splitRoute } from '../../src/catalog/catalog.ts'
import type { Operation } from '../../src/contract/operation.ts'
import type { Settings } from '../../src/tools/trello/client/connection.ts'
import { startApp, type TestAppOptions } from './app.ts'
import { controlOf, type SandboxControl } from './sandbox-control.ts'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the output
  data: any
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the output
  error: any
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the output
  metadata: any
  text: string
}

export interface JobReader extends SandboxControl {
  /** The operations of Trello that call it directly. A bulk operation creates a job. */
  operations: Operation[]
  /** Name of the instance. */
  settings: Settings
  /** URL of the sandbox server. */
  address: string
  /** Calls an operation, named without its system, through its route. */
  call: (name: string, input?: Record<string, unknown>, headers?: Record<string, string>) => Promise<Answer>
}

export interface DeskOptions extends ServerOptions {
  /** Settings of the instance besides its URL and credentials. */
  settings?: Partial<Settings>
  onLog?: NonNullable<TestAppOptions['onLog']>
  /** Redis for rate limits. The server is then not registered as a sandbox, so rate limits apply. */
  redis?: NonNullable<TestAppOptions['redis']>
  ports?: NonNullable<TestAppOptions['ports']>
  auth?: NonNullable<TestAppOptions['auth']>
  /** URL of a sandbox server that already runs. */
  at?: string
}

/** Far more than a test file sends. The limits have their own test. */
const GENEROUS = { token: 100_000, key: 300_000 }

async function startServer(t: Test, options: ServerOptions): Promise<string> {
  const server = buildServer({ limits: GENEROUS, ...options })
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
  return address
}

/** Starts a sandbox of Trello and a gateway that uses it. Requests are not retried unless the settings enable that. */
export async function openTrello(
  t: Test,
  { settings = {}, onLog, redis, ports, auth, at, ...options }: DeskOptions = {}
): Promise<JobReader> {
  const address = at ?? (await startServer(t, options))
  const instance: Settings = {
    url: `${address}/1`,
    key: KEY,
    token: 'sandbox-token',
    timeout: 30,
    max_retries: 0,
    verify_ssl: true,
    ...settings
  }
  const reached = redis
    ? { redis, systems: { trello: { instances: { main: { ...instance } } } } }
    : { sandbox: { trello: { ...instance } } }
  const { app, catalog } = await startApp(t, {
    system: 'trello',
    ...reached,
    ...(onLog && { onLog }),
    ...(ports && { ports }),
    ...(auth && { auth })
  })
  const operations = catalog.operations.filter(({ tool, kind }) => tool.name === 'trello' && kind !== 'bulk')
  return {
    ...controlOf(address),
    operations,
    settings: instance,
    address,
    async call(name, input = {}, headers = {}) {
      const operation = catalog.get(`trello_${name}`)
      if (!operation) throw new Error(`The operation trello_${name} does not exist`)
      const { statusCode, body } = await app.inject({ ...requestFor(operation, input), headers })
      const { data, error, metadata } = body.startsWith('{') ? JSON.parse(body) : { data: undefined, error: undefined, metadata: undefined }
      return { status: statusCode, data, error, metadata, text: body }
    }
  }
}

/** Returns the REST request of an operation. */
export function requestFor(operation: Operation, input: Record<string, unknown>) {
  const [method, route] = splitRoute(operation)
  const inPath = [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const rest = Object.entries(input).filter(([name]) => !inPath.includes(name))
  const url = route.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(input[name])))
  if (method !== 'GET' && method !== 'DELETE') return { method, url, payload: Object.fromEntries(rest) }
  const pairs = rest.flatMap(([name, value]) => (Array.isArray(value) ? value.map(item => [name, String(item)]) : [[name, String(value)]]))
  return { method, url, query: new URLSearchParams(pairs).toString() }
}

/** Returns an input with which the operation succeeds on a fresh sandbox. */
export function goodInput({ id, examples, permission }: Operation): Record<string, unknown> {
  const good = examples.find(example => 'output' in example)
  if (!good) throw new Error(`${id} has no example that succeeds`)
  return { ...good.input, ...(permission !== 'read' && { confirm: true }) }
}
