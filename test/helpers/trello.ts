import type { Test } from 'tap'
import { KEY } from '../../sandbox/trello/credentials.ts'
import { buildServer, type ServerOptions } from '../../sandbox/trello/server.ts'
import { splitRoute } from '../../src/contract/catalog.ts'
import type { Operation } from '../../src/contract/operation.ts'
import type { Settings } from '../../src/tools/trello/client/connection.ts'
import { startApp, type TestAppOptions } from './app.ts'
import { controlOf, type StandInControl } from './stand-in.ts'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: what an operation answers is the test's to say
  data: any
  // biome-ignore lint/suspicious/noExplicitAny: what an operation answers is the test's to say
  error: any
  // biome-ignore lint/suspicious/noExplicitAny: what an operation answers is the test's to say
  metadata: any
  text: string
}

export interface Desk extends StandInControl {
  /** Those of Trello that speak to it at once: a bulk action makes a job. */
  operations: Operation[]
  /** Of the instance. */
  settings: Settings
  /** Where the stand-in listens. */
  address: string
  /** Calls an operation, named without its system, at its own address. */
  call: (name: string, input?: Record<string, unknown>, headers?: Record<string, string>) => Promise<Answer>
}

export interface DeskOptions extends ServerOptions {
  /** Settings of the instance beside its address and credential. */
  settings?: Partial<Settings>
  onLog?: NonNullable<TestAppOptions['onLog']>
  /** The stand-in then is no sandbox: budgets are drawn from here. */
  redis?: NonNullable<TestAppOptions['redis']>
}

/** Far more than a test file sends: what is over the limits is a test of its own. */
const GENEROUS = { token: 100_000, key: 300_000 }

/** A stand-in of Trello that listens, and a gateway that speaks to it. Attempts are not repeated unless the settings say so. */
export async function openTrello(t: Test, { settings = {}, onLog, redis, ...options }: DeskOptions = {}): Promise<Desk> {
  const server = buildServer({ limits: GENEROUS, ...options })
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
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
  const { app, catalog } = await startApp(t, { system: 'trello', ...reached, ...(onLog && { onLog }) })
  const operations = catalog.operations.filter(({ tool, kind }) => tool.name === 'trello' && kind !== 'bulk')
  return {
    ...controlOf(address),
    operations,
    settings: instance,
    address,
    async call(name, input = {}, headers = {}) {
      const operation = catalog.get(`trello_${name}`)
      if (!operation) throw new Error(`there is no trello_${name}`)
      const { statusCode, body } = await app.inject({ ...requestFor(operation, input), headers })
      const { data, error, metadata } = body.startsWith('{') ? JSON.parse(body) : { data: undefined, error: undefined, metadata: undefined }
      return { status: statusCode, data, error, metadata, text: body }
    }
  }
}

/** The request that a caller of REST sends. */
export function requestFor(operation: Operation, input: Record<string, unknown>) {
  const [method, route] = splitRoute(operation)
  const inPath = [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const rest = Object.entries(input).filter(([name]) => !inPath.includes(name))
  const url = route.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(input[name])))
  if (method !== 'GET' && method !== 'DELETE') return { method, url, payload: Object.fromEntries(rest) }
  const pairs = rest.flatMap(([name, value]) => (Array.isArray(value) ? value.map(item => [name, String(item)]) : [[name, String(value)]]))
  return { method, url, query: new URLSearchParams(pairs).toString() }
}

/** An input with which the operation succeeds on a stand-in that nobody has changed. */
export function goodInput({ id, examples, permission }: Operation): Record<string, unknown> {
  const good = examples.find(example => 'output' in example)
  if (!good) throw new Error(`${id} has no good example`)
  return { ...good.input, ...(permission !== 'read' && { confirm: true }) }
}
