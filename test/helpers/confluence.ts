import type { Test } from 'tap'
import { CLOUD_ID, EMAIL, PASSWORD, TOKEN, USERNAME } from '../../sandbox/confluence/credentials.ts'
import { CONTEXT, confluenceServer, type ServerOptions } from '../../sandbox/confluence/server.ts'
import type { Site } from '../../sandbox/confluence/state/model.ts'
import { seedSite } from '../../sandbox/confluence/state/seed.ts'
import { splitRoute } from '../../src/catalog/catalog.ts'
import { isCommon, type Reason } from '../../src/contract/errors.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { type Confluence, connect } from '../../src/tools/confluence/client/connection.ts'
import type { TreeCall } from '../../src/tools/confluence/client/pages/tree.ts'
import type { WriteCall } from '../../src/tools/confluence/client/pages/write.ts'
import type { Settings } from '../../src/tools/confluence/client/settings.ts'
import { startApp, type TestApp, type TestAppOptions } from './app.ts'
import { silentLog } from './bulk.ts'
import { controlOf, type SandboxControl } from './sandbox-control.ts'

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the output
  data: any
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the output
  error: any
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the output
  metadata: any
  text: string
  headers: Record<string, unknown>
}

export type Mode = Site['mode']
export const MODES: readonly Mode[] = ['cloud', 'datacenter']

export interface Wiki extends SandboxControl {
  mode: Mode
  site: Site
  app: TestApp['app']
  /** Operations that call Confluence directly. A bulk operation creates a job. */
  operations: Operation[]
  address: string
  /** Calls an operation, named without its system, through its own route. */
  call: (name: string, input?: Record<string, unknown>, headers?: Record<string, string>) => Promise<Answer>
  /** Method and path of each received request, in order of arrival. */
  sent: () => Promise<string[]>
}

export interface WikiOptions extends ServerOptions, Pick<TestAppOptions, 'onLog' | 'auth' | 'redis' | 'ports'> {
  mode?: Mode
  /** Further attempts of a retryable request. Default 0. */
  retries?: number
  /** Settings of the instance instead of the default ones. */
  settings?: (address: string) => Record<string, unknown>
  /** Further instances by name, besides main, which is the default. */
  further?: (address: string) => Record<string, Record<string, unknown>>
}

/** Settings of the instance, unless the test gives others. */
export const SETTINGS: Readonly<Record<Mode, (address: string) => Record<string, unknown>>> = {
  cloud: address => ({ url: `${address}/wiki`, type: 'cloud', email: EMAIL, token: TOKEN }),
  datacenter: address => ({ url: `${address}${CONTEXT}`, username: USERNAME, password: PASSWORD })
}

/** A client of the sandbox server for tests that use it directly. It caches nothing and retries nothing. */
export async function clientAt(mode: Mode, address: string, further: Pick<Settings, 'spaces'> = {}): Promise<Confluence> {
  const credential = mode === 'cloud' ? { email: EMAIL, token: TOKEN } : { username: USERNAME, password: PASSWORD }
  const url = mode === 'cloud' ? `${address}/wiki` : address + CONTEXT
  const settings = { url, type: mode, ...credential, timeout: 30, max_retries: 0, verify_ssl: true, ...further }
  const shared = { get: async () => undefined, set: async () => true }
  return await connect(settings, { instance: 'main', log: silentLog, budget: undefined, lane: 'calls', shared })
}

/** The parts of a call that the client needs. */
export function turnFor(parts: Partial<TreeCall & WriteCall> = {}): TreeCall & WriteCall {
  const ignore = (): void => undefined
  const caller = { id: 'alice', scopes: ['*'] }
  const { signal } = new AbortController()
  const silent = { observe: ignore, warn: ignore, truncate: ignore, respond: ignore }
  return { caller, signal, ...silent, outOfTime: () => false, timeLeft: () => 60_000, client: { lane: 'calls' }, ...parts }
}

/** Through the vendor's API gateway, as an app. */
export const throughGateway = (address: string): Record<string, unknown> => ({
  url: address,
  type: 'cloud',
  cloud_id: CLOUD_ID,
  token: TOKEN
})

/** Starts a sandbox server of Confluence and a gateway that uses it. Attempts are not repeated unless the settings enable that. */
export async function openWiki(
  t: Test,
  { mode = 'cloud', retries = 0, settings, further, onLog, auth, redis, ports, ...options }: WikiOptions = {}
): Promise<Wiki> {
  const site = seedSite(mode)
  const server = confluenceServer(site, options)
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
  const instance = { max_retries: retries, ...(settings ?? SETTINGS[mode])(address) }
  const { app, catalog } = await startApp(t, {
    system: 'confluence',
    systems: { confluence: { default_instance: 'main', instances: { main: instance, ...further?.(address) } } },
    ...(onLog && { onLog }),
    ...(auth && { auth }),
    ...(redis && { redis }),
    ...(ports && { ports })
  })
  const control = controlOf(address)
  return {
    ...control,
    mode,
    site,
    app,
    address,
    operations: catalog.operations.filter(({ tool, kind }) => tool.name === 'confluence' && kind !== 'bulk'),
    sent: async () => (await control.requests()).map(({ method, path }) => `${method} ${path}`),
    async call(name, input = {}, headers = {}) {
      const operation = catalog.get(`confluence_${name}`)
      if (!operation) throw new Error(`there is no confluence_${name}`)
      const answer = await app.inject({ ...requestFor(operation, input), headers })
      const { body } = answer
      const { data, error, metadata } = body.startsWith('{"success"')
        ? JSON.parse(body)
        : { data: undefined, error: undefined, metadata: undefined }
      await checkDeclared(operation, error?.details.reason, control)
      return { status: answer.statusCode, data, error, metadata, text: body, headers: answer.headers }
    }
  }
}

/** The reason of a failed call must be declared by its operation or common, unless a test made the sandbox server return it. */
async function checkDeclared({ id, errors }: Operation, reason: Reason | undefined, { requests }: SandboxControl): Promise<void> {
  if (reason === undefined || isCommon(reason) || errors[reason] !== undefined) return
  if (!(await requests()).some(({ fault }) => fault)) throw new Error(`${id} fails for ${reason}, which it does not declare`)
}

/** The request of a REST caller. */
function requestFor(operation: Operation, input: Record<string, unknown>) {
  const [method, route] = splitRoute(operation)
  const inPath = [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const rest = Object.entries(input).filter(([name]) => !inPath.includes(name))
  const url = route.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(input[name])))
  if (method !== 'GET' && method !== 'DELETE') return { method, url, payload: Object.fromEntries(rest) }
  const pairs = rest.flatMap(([name, value]) => (Array.isArray(value) ? value.map(item => [name, String(item)]) : [[name, String(value)]]))
  return { method, url, query: new URLSearchParams(pairs).toString() }
}

/** The page with that title, in the state of the sandbox server. */
export function pageNamed({ site }: Pick<Wiki, 'site'>, title: string) {
  const found = [...site.pages.values()].find(page => page.versions.at(-1)?.title === title)
  if (!found) throw new Error(`there is no page ${title}`)
  return found
}
