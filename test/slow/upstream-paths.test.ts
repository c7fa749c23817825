import { globSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { buildServer as buildTrello } from '../../sandbox/trello/server.ts'
import { RESERVED_INPUTS } from '../../src/catalog/reserved-inputs.ts'
import type { BulkAdapter, BulkItem } from '../../src/contract/bulk.ts'
import { OperationError } from '../../src/contract/errors.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { adapterCall } from '../../src/jobs/engine/create-adapter-call.ts'
import { readInput } from '../../src/pipeline/input/read-input.ts'
import { createConnections } from '../../src/systems/connections.ts'
import { startApp, temporaryFolder, unavailableJobs } from '../helpers/app.ts'
import { silentLog } from '../helpers/bulk.ts'
import { type RecordingProxy, type RequestLine, startRecordingProxy } from '../helpers/recording-proxy.ts'
import { unavailableRedis } from '../helpers/redis.ts'
import { testSecrets } from '../helpers/secrets.ts'

type Input = Record<string, unknown>
type Settings = Record<string, Record<string, unknown>>

/** Values that a server, a proxy or a client could take for a path other than the intended one. */
const HOSTILE = [
  '.',
  '..',
  '',
  '../..',
  'x/../..',
  'x/..',
  './x',
  '//',
  'x//x',
  '/x',
  'x/',
  '%2e',
  '%2e%2e',
  '.%2E',
  '%2e%2e%2fx',
  '%252e%252e',
  '%25252e%25252e%25252f',
  '..%2fx',
  '..%5cx',
  '..\\x',
  'x\\..\\..',
  'x%00',
  'x\u0000',
  'x\r\nx',
  'x\tx',
  '..;',
  '..;/x',
  'x?y=z',
  'x#y',
  '\u2025',
  '\uff0e\uff0e'
]

/** Looks like no ID of any system, and is not found in any. */
const MARKER = 'zq7marker'
/** Where in a text of an example a value is put; a text without it is replaced as a whole. */
const MARK = '\u{1f3af}'
const ID_LIKE =
  /(?:^|_)(?:id|ids|iid|key|keys|slug|sha|tag|branch|ref|path|project|group|user|username|card|board|list|label|labels|member|calendar|name)$/

/** Every server that an operation could be made to send a strange path to, behind a proxy that records. */
async function startServers(t: Test): Promise<{ settings: Settings; proxies: Map<string, RecordingProxy> }> {
  const dataDirectory = await temporaryFolder(t)
  const proxies = new Map<string, RecordingProxy>()
  const settings: Settings = {}
  const proxied = async (name: string, given: Record<string, unknown>): Promise<void> => {
    const origins = new Set(Object.values(given).flatMap(value => URL.parse(String(value))?.origin ?? []))
    const origin = [...origins].find(one => one.startsWith('http'))
    if (origin === undefined) return
    const proxy = await startRecordingProxy(t, origin)
    proxies.set(name, proxy)
    const own = Object.entries(given).map(([key, value]) => [key, typeof value === 'string' ? value.replace(origin, proxy.origin) : value])
    settings[name] = { ...Object.fromEntries(own), max_retries: 0 }
  }
  const folder = path.join(import.meta.dirname, '../../sandbox')
  for (const file of globSync('*/sandbox.ts', { cwd: folder }).toSorted()) {
    const system = path.dirname(file)
    if (system === 'trello' || system === 'memory') continue // memory sends nothing to a path of a caller's choice
    const { default: sandbox }: { default: Sandbox } = await import(path.join(folder, file))
    const { settings: own, further = {}, close } = await sandbox.start({ dataDirectory })
    if (close) t.teardown(close)
    await proxied(system, own)
    for (const [name, more] of Object.entries(further)) await proxied(`${system}-${name}`, more)
  }
  const trello = buildTrello({ limits: { token: 1_000_000, key: 1_000_000 } })
  t.teardown(() => trello.close())
  const url = await trello.listen({ host: '127.0.0.1', port: 0 })
  await proxied('trello', { url: `${url}/1`, key: 'sandbox-key', token: 'sandbox-token' })
  return { settings, proxies }
}

interface Place {
  name: string
  place: (string | number)[]
}

/** Where an input has a text that could be part of a path: in the example, or declared here. */
function slotKeysOf({ input: schema }: Pick<Operation, 'input'>, example: Input): Place[] {
  const leaves = (value: unknown, place: (string | number)[]): Place[] => {
    if (typeof value === 'string') return [{ name: place.filter(part => typeof part === 'string').join('.'), place }]
    if (Array.isArray(value)) return value.length === 0 ? [] : leaves(value[0], [...place, 0])
    return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, one]) => leaves(one, [...place, key])) : []
  }
  const properties: Record<string, { type?: string; enum?: unknown; items?: { type?: string } }> = JSON.parse(
    JSON.stringify(schema.properties)
  )
  const declared = Object.entries(properties).flatMap(([name, { type, enum: words, items }]): Place[] => {
    if (name in example || words !== undefined || name === 'ids') return []
    return type === 'string' ? [{ name, place: [name] }] : items?.type === 'string' ? [{ name, place: [name, 0] }] : []
  })
  return [...leaves(example, []), ...declared].filter(({ place }) => !RESERVED_INPUTS.includes(String(place[0])))
}

function replaced(value: unknown, [first, ...rest]: (string | number)[], by: string): unknown {
  if (first === undefined) return typeof value === 'string' && value.includes(MARK) ? value.replace(MARK, () => by) : by
  if (typeof first === 'number') return [replaced(Array.isArray(value) ? value[0] : undefined, rest, by)]
  return { ...Object(value), [first]: replaced(Object(value)[first], rest, by) }
}

/** Method and path, in which a segment that is the value alone is `*`. */
const signature = ({ method, path }: RequestLine, value: string): string => {
  // GitLab's projects and groups may be given with slashes around them.
  const forms = [value, value.replace(/^\/+|\/+$/g, '')].map(form => encodeURIComponent(form))
  return `${method} ${path
    .split('/')
    .map(segment => (segment !== '' && forms.includes(segment) ? '*' : NEW_ID.test(segment) ? '#' : segment))
    .join('/')}`
}

/** What a system created in the meantime. */
const NEW_ID = /^(?:\d+|[0-9a-f]{16,40})$/

/** As often as any server could decode it. */
function decoded(text: string): string {
  for (let times = 0; times < 8; times++) {
    try {
      const next = decodeURIComponent(text)
      if (next === text) break
      text = next
    } catch {
      break
    }
  }
  return text
}

/** What is wrong with a path that was sent, whatever was meant. */
const isStrange = ({ path }: RequestLine): boolean =>
  path
    .slice(1)
    .split('/')
    .some(
      segment =>
        segment === '' ||
        decoded(segment)
          .split(/[/\\]/)
          .some(part => /^\.{1,2}(?:;|$)/.test(part)) ||
        /[\p{Cc}\\]/u.test(decoded(segment))
    )

interface Target {
  id: string
  operation: Pick<Operation, 'input'>
  example: Input
  proxy: RecordingProxy
  run: (input: Input) => Promise<number>
}

/** Tries every value at every position; returns how many positions lead into a path. */
async function attack(t: Test, { id, operation, example, proxy, run }: Target): Promise<number> {
  let reached = 0
  const sentBy = async (input: unknown): Promise<{ status: number; lines: RequestLine[] }> => {
    proxy.clear()
    const status = await run(Object(input))
    return { status, lines: [...proxy.lines].filter(({ path }) => !path.endsWith('/token')) }
  }
  for (const { name, place } of slotKeysOf(operation, example)) {
    const benign = await sentBy(replaced(example, place, MARKER))
    t.notOk(
      benign.lines.some(({ status }) => status === 429),
      `${id} ${name} is not rate limited, which would hide what it sends`
    )
    const inPath = benign.lines.some(line => decoded(line.path).includes(MARKER))
    if (inPath) reached++
    if (!inPath && !ID_LIKE.test(name)) continue
    const known = new Set(benign.lines.map(line => signature(line, MARKER)))
    for (const value of HOSTILE) {
      const { status, lines } = await sentBy(replaced(example, place, value))
      const wrong = lines.filter(line => isStrange(line) || (inPath && !known.has(signature(line, value))))
      if (wrong.length > 0)
        t.fail(`${id} with ${name} ${JSON.stringify(value)} sent ${wrong.map(({ method, path }) => `${method} ${path}`)} (${status})`)
      if (status >= 500) t.fail(`${id} with ${name} ${JSON.stringify(value)} was answered ${status}`)
    }
  }
  return reached
}

t.test('no value of an input changes the path that is sent upstream', { timeout: 300_000 }, async t => {
  const { settings, proxies } = await startServers(t)
  const { app, catalog } = await startApp(t, {
    sandbox: settings,
    allowPrivate: [...proxies.values()].map(({ origin }) => new URL(origin).host)
  })
  const instancesOf = (system: string): [string, RecordingProxy][] =>
    [...proxies].flatMap(([name, proxy]): [string, RecordingProxy][] =>
      name === system ? [['sandbox', proxy]] : name.startsWith(`${system}-`) ? [[`sandbox-${name.slice(system.length + 1)}`, proxy]] : []
    )
  const only = process.env['ONLY_OPERATION']
  let reached = 0
  for (const operation of catalog.operations.filter(({ kind, id }) => kind === 'operation' && (only === undefined || id === only))) {
    for (const [instance, proxy] of instancesOf(operation.tool.name)) {
      const example = exampleOf(operation)
      const run = async (input: Input): Promise<number> => {
        const payload = { ...input, instance, confirm: true }
        return (await app.inject({ method: 'POST', url: `/v1/operations/${operation.id}`, payload })).statusCode
      }
      reached += await attack(t, { id: `${operation.id} (${instance})`, operation, example, proxy, run })
    }
  }
  if (only === undefined) t.ok(reached >= 70, `${reached} inputs are part of a path`)
})

const exampleOf = (operation: Operation): Input =>
  operation.examples.find(example => 'output' in example)?.input ?? operation.examples[0]?.input ?? {}

t.test('no ID of a bulk action changes the path that is sent upstream', { timeout: 300_000 }, async t => {
  const { settings, proxies } = await startServers(t)
  const { catalog } = await startApp(t, { sandbox: settings })
  const jobs = unavailableJobs()
  const dataDirectory = await temporaryFolder(t)
  const connections = createConnections({
    secrets: testSecrets,
    source: () => ({ environment: {}, systems: {}, sandbox: settings }),
    log: silentLog,
    dataDirectory,
    allowPrivate: [],
    redis: unavailableRedis(t)
  })
  const reached = new Set<string>()
  for (const adapter of catalog.adapters) {
    const operation = catalog.get(adapter.id)
    const proxy = proxies.get(adapter.tool.name)
    if (!operation || !proxy) continue
    const { client } = await connections.get(adapter.tool, undefined, 'bulk')
    const call = (): BulkCall =>
      adapterCall({
        client,
        instance: null,
        caller: { id: 'tester', scopes: ['*'] },
        jobs,
        log: silentLog,
        signal: AbortSignal.timeout(60_000)
      })
    const selection = exampleOf(operation)
    const plan = await adapter.prepare(own(adapter, operation, selection), call())
    const [item] = await listed(adapter, plan, call())
    for (const example of [selection, ...(item ? namedBy(operation, selection, item.id) : [])]) {
      const run = async (input: Input): Promise<number> => {
        try {
          const plan = await adapter.prepare(own(adapter, operation, input), call())
          const items = Array.isArray(input['ids'])
            ? await namedItems(adapter, plan, input['ids'], call())
            : await listed(adapter, plan, call())
          if (items.length > 0) await Array.fromAsync(adapter.executeBatch(items.slice(0, 1), plan.action, call()))
          if (items.length > 0 && adapter.reconcile) await Array.fromAsync(adapter.reconcile(items.slice(0, 1), plan.action, call()))
          return 200
        } catch (error) {
          return error instanceof OperationError ? 400 : 500
        }
      }
      if ((await attack(t, { id: operation.id, operation, example, proxy, run })) > 0) reached.add(operation.id)
    }
  }
  t.ok(reached.size >= 20, `${reached.size} actions have an ID in a path: ${[...reached]}`)
})

const own = (adapter: BulkAdapter, operation: Operation, raw: Input): Input =>
  Object.fromEntries(Object.entries(readInput(operation, raw)).filter(([name]) => name in adapter.input.properties))

type BulkCall = ReturnType<typeof adapterCall>

interface Plan {
  query: unknown
  action: unknown
}

const listed = async (adapter: BulkAdapter, { query, action }: Plan, call: BulkCall): Promise<BulkItem[]> =>
  (await adapter.nextBatch(query, { size: 5, offset: 0, cursor: undefined }, call, action)).items

async function namedItems(adapter: BulkAdapter, { query, action }: Plan, ids: string[], call: BulkCall): Promise<BulkItem[]> {
  const found = (await adapter.lookUp?.(ids, query, call, action)) ?? []
  return ids.map(id => found.find(item => item.id === id) ?? { id, display_name: id })
}

/** The same action with IDs in place of its selection: a whole ID, and each part of one that has parts. */
function namedBy(operation: Operation, selection: Input, id: string): Input[] {
  const [, first, sign, last] = /^(.*)([#!:@])(.*)$/s.exec(id) ?? []
  const ids = [[MARK], ...(sign === undefined ? [] : [[`${MARK}${sign}${last}`], [`${first}${sign}${MARK}`]])]
  const example = withoutRefused(operation, { ...selection, ids: [id] })
  return example ? ids.map(ids => ({ ...example, ids })) : []
}

/** Without the properties that do not go with IDs. */
function withoutRefused(operation: Operation, input: Input): Input | undefined {
  for (let names = Object.keys(input).length; names > 0; names--) {
    try {
      readInput(operation, input)
      return input
    } catch (error) {
      const issues = error instanceof OperationError ? (error.details.issues ?? []) : []
      const refused = new Set(issues.map(({ path }) => path).filter(path => path !== 'ids'))
      if (refused.size === 0) return undefined
      input = Object.fromEntries(Object.entries(input).filter(([name]) => !refused.has(name)))
    }
  }
  return undefined
}
