// Every operation, with every kind of key, on every surface. The expected responses are those of docs/access.md, computed from the definitions alone.
import { globSync, statSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import type { Received } from '../../sandbox/control/requests.ts'
import { newKey } from '../../src/access/keys.ts'
import { inputOf } from '../../src/catalog/reserved-inputs.ts'
import type { Constraints } from '../../src/contract/constraints.ts'
import type { Operation, Permission } from '../../src/contract/operation.ts'
import { loadCatalog } from '../../src/systems/load-catalog.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { goodExamples } from '../helpers/catalog-rules.ts'
import { EXHAUSTIVE } from '../helpers/exhaustive.ts'
import { startGateway } from '../helpers/gateway.ts'
import { rpc } from '../helpers/mcp.ts'
import { controlOf } from '../helpers/sandbox-control.ts'
import { requestFor } from '../helpers/trello.ts'
import { waitUntil } from '../helpers/wait-until.ts'

type Input = Record<string, unknown>

const RANKS: readonly Permission[] = ['read', 'write', 'destructive']

/** A resource of each system that keys can be limited to. It does not exist, so everything is elsewhere. */
const NOWHERE: Readonly<Record<string, Constraints>> = {
  calendar: { calendar: { calendar: ['nobody@example.com'] } },
  confluence: { confluence: { space: ['NOWHERE'] } },
  filesystem: { filesystem: { path: ['nowhere/'] } },
  gcloud: { gcloud: { project: ['nowhere'] } },
  gitlab: { gitlab: { project: ['nowhere/nothing'] } },
  trello: { trello: { board: ['f'.repeat(24)] } }
}

/** Operations that a key of other resources may call, and whose results are in no resource. All others that it may call return nothing. */
const OF_NO_RESOURCE: ReadonlySet<string> = new Set([
  ...['confluence_get_current_user', 'confluence_search_users', 'confluence_test_connection'],
  ...['gcloud_help', 'gcloud_history'],
  ...['gitlab_get_current_user', 'gitlab_get_user', 'gitlab_get_version', 'gitlab_search_users', 'gitlab_test_connection']
])

const catalog = await loadCatalog()
const systems = catalog.tools.map(({ name }) => name)

const root = newKey({ id: 'root', scopes: ['*'] })
const wrong = newKey({ id: 'root', scopes: ['*'] })
const expired = newKey({ id: 'expired', scopes: ['*'], expires: '2020-01-01' })
const revoked = newKey({ id: 'revoked', scopes: ['*'] })
const limited = newKey({ id: 'limited', scopes: ['*'], limits: { requests_per_minute: 1 } })
const keysOf = new Map(systems.map(system => [system, keysFor(system)]))

/** The keys that concern one system. */
function keysFor(system: string) {
  const isUpstream = catalog.tools.some(({ name, access }) => name === system && access === undefined)
  const scoped = (permission: Permission) =>
    newKey({ id: `${system}-${permission}`, scopes: [`${isUpstream ? system : '*'}:${permission}`] })
  const constrained = (id: string, constraints: Constraints) => newKey({ id: `${system}-${id}`, scopes: ['*'], constraints })
  const nowhere = NOWHERE[system]
  return {
    ...{ read: scoped('read'), write: scoped('write'), destructive: scoped('destructive') },
    foreign: newKey({ id: `${system}-foreign`, scopes: [system === 'web' ? 'gmail:destructive' : 'web:destructive'] }),
    elsewhere: constrained('elsewhere', { instances: [`${system}:elsewhere`] }),
    here: constrained('here', { instances: [`${system}:sandbox`] }),
    ...(nowhere && { nowhere: constrained('nowhere', nowhere) })
  }
}

const entries = [...[root, expired, revoked, limited], ...[...keysOf.values()].flatMap(keys => Object.values(keys))].map(
  ({ entry }) => entry
)
const dataDirectory = await temporaryFolder(t)
const { url, sandbox = {} } = await startGateway(t, {
  dataDirectory,
  environment: { TOOLGATE_KEYS: JSON.stringify(entries) }
})

interface Answer {
  /** Absent over MCP, and for one of several calls. */
  http?: Response
  status: number | undefined
  // biome-ignore lint/suspicious/noExplicitAny: the data of any operation
  data?: any
  metadata?: Input
  error?: { code: string; message: string; details: Input }
}

async function request(key: string | undefined, method: string, path: string, payload?: object | string): Promise<Answer> {
  const body = typeof payload === 'object' ? JSON.stringify(payload) : payload
  const headers = {
    accept: 'application/json',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...(body !== undefined && { 'content-type': 'application/json' })
  }
  const http = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) })
  const text = await http.text()
  return { http, status: http.status, ...(text.startsWith('{') && JSON.parse(text)) }
}

const byName = (key: string | undefined, operation: string, input: object | string) =>
  request(key, 'POST', `/v1/operations/${operation}`, input)

const INVALID = { nope: 1 }

/** A way to call an operation. Without an input it sends one that is invalid: JSON that cannot be parsed, if the surface takes it. */
type Surface = (key: string | undefined, operation: Operation, input: Input | undefined) => Promise<Answer>

const SURFACES: Readonly<Record<string, Surface>> = {
  'its route': (key, operation, input) => {
    const { method, url, query, payload } = requestFor(operation, input ?? INVALID)
    const body = payload && (input ? payload : '{')
    return request(key, method, query ? `${url}?${query}` : url, body)
  },
  'a call by name': (key, { id }, input) => byName(key, id, input ?? '{'),
  async MCP(key, { id }, input) {
    const { result, error, ...refused } = await rpc(
      url,
      'tools/call',
      { name: id, arguments: input ?? INVALID },
      key === undefined ? {} : { key }
    )
    if (!result) return { status: undefined, error, ...refused }
    const { structuredContent: content, isError } = result
    return { status: undefined, ...(isError ? content : { data: content }) }
  },
  async 'one of several calls'(key, { id }, input) {
    const answer = await request(key, 'POST', '/v1/operations', { calls: [{ operation: id, arguments: input ?? INVALID }] })
    return answer.data ? answer.data.results[0] : answer
  },
  'a job': (key, operation, input) => {
    const job = canBeJob(operation) && { mode: 'async', wait: 30 }
    return byName(key, operation.id, { ...(input ?? INVALID), ...job })
  }
}

const takes = (operation: Operation, property: string): boolean => Object.hasOwn(inputOf(operation).properties, property)
const canBeJob = (operation: Operation): boolean => takes(operation, 'mode')

/** How a call is refused. */
interface Refusal {
  status: number
  reason: string
  scope?: string
  /** Whatever the input, which is not read. */
  early: boolean
}

const unauthorized = (reason: string): Refusal => ({ status: 401, reason, early: true })
const outside = (early: boolean): Refusal => ({ status: 403, reason: 'outside_constraints', early })
const lacks = (scope: string, early = true): Refusal => ({ status: 403, reason: 'insufficient_permissions', scope, early })

/** Why a key whose scope is this permission of the system may not make the call. `none`: its scopes are of another system. */
function lacking(held: Permission | 'none', operation: Operation, input: Input): Refusal | undefined {
  const { tool, permission: rule, deciders_only } = operation
  if (deciders_only) return lacks('approvals:decide')
  if (tool.access === 'own') return undefined
  if (tool.access === 'admin') return lacks(`${tool.name}:admin`)
  const isEnough = (needed: Permission): boolean => held !== 'none' && RANKS.indexOf(held) >= RANKS.indexOf(needed)
  const least = typeof rule === 'string' ? rule : (rule.minimum ?? 'read')
  if (!isEnough(least)) return lacks(`${tool.name}:${least}`)
  const needed = neededBy(operation, input)
  return isEnough(needed) ? undefined : lacks(`${tool.name}:${needed}`, false)
}

const neededBy = ({ permission: rule }: Operation, input: Input): Permission => (typeof rule === 'string' ? rule : rule.of(input))

const isOfOthers = ({ tool }: Operation): boolean => tool.access === undefined
const hasInstance = (operation: Operation): boolean => takes(operation, 'instance')

/** What keys can be limited to, as the tool declares it. */
const resourceOf = ({ tool }: Operation) => Object.values(tool.resources ?? {})[0]

/** Whether a limited key may call the operation: depending on what its input names, or in any case. */
function confinement(operation: Operation): Case['confined'] {
  const { inputs = [], operations = [], refused = [] } = resourceOf(operation) ?? {}
  const { name, input } = operation
  if (operations.includes(name)) return 'free'
  return !refused.includes(name) && inputs.some(property => Object.hasOwn(input.properties, property)) ? 'named' : undefined
}

interface Condition {
  key: (system: string) => { key: string } | undefined
  /** Undefined: the call is allowed. */
  refusal: (operation: Operation, input: Input) => Refusal | undefined
  /** Sent in addition. */
  input?: Input
}

type Keys = ReturnType<typeof keysFor>
const own = (name: keyof Keys) => (system: string) => keysOf.get(system)?.[name]

const CONDITIONS: Readonly<Record<string, Condition>> = {
  'no key': { key: () => undefined, refusal: () => unauthorized('key_missing') },
  'a wrong key': { key: () => wrong, refusal: () => unauthorized('key_unknown') },
  'an expired key': { key: () => expired, refusal: () => unauthorized('key_expired') },
  'a revoked key': { key: () => revoked, refusal: () => unauthorized('key_unknown') },
  'a scope of another system': { key: own('foreign'), refusal: (operation, input) => lacking('none', operation, input) },
  'the scope read': { key: own('read'), refusal: (operation, input) => lacking('read', operation, input) },
  'the scope write': { key: own('write'), refusal: (operation, input) => lacking('write', operation, input) },
  'the scope destructive': { key: own('destructive'), refusal: (operation, input) => lacking('destructive', operation, input) },
  'its own instance': { key: own('here'), refusal: () => undefined },
  'another default instance': { key: own('elsewhere'), refusal: operation => (hasInstance(operation) ? outside(false) : undefined) },
  'another instance': {
    key: own('here'),
    refusal: operation => (hasInstance(operation) ? outside(false) : undefined),
    input: { instance: 'elsewhere' }
  },
  'another resource': { key: own('nowhere'), refusal: operation => (confinement(operation) ? undefined : outside(true)) },
  'more calls than its limit': { key: () => limited, refusal: () => ({ status: 429, reason: 'rate_limit_exceeded', early: true }) }
}

/** One call of the matrix. */
interface Case {
  label: string
  operation: Operation
  surface: string
  send: (input: Input | undefined) => Promise<Answer>
  /** Of an example that succeeds. */
  input: Input
  refusal: Refusal | undefined
  /** The key is limited to a resource that does not exist: `named` by the input, or `free`: the operation leaves out what is outside. */
  confined: 'named' | 'free' | undefined
}

/** The calls of an operation by each key: on each surface, or on one of them in turn. */
async function casesOf(operation: Operation, index: number): Promise<Case[]> {
  const input = await inputFor(operation)
  const surfaces = Object.entries(SURFACES).filter(([name]) => name !== 'a job' || canBeJob(operation))
  return Object.entries(CONDITIONS).flatMap(([condition, { key, refusal, input: more = {} }], place) => {
    const sender = key(operation.tool.name)
    if (condition === 'another resource' && !sender) return []
    const own = hasInstance(operation) ? { ...input, ...more } : input
    return surfaces
      .filter((_, at) => EXHAUSTIVE || at === (index + place) % surfaces.length)
      .map(([surface, send]) => ({
        label: `${operation.id} with ${condition} by ${surface}`,
        operation,
        surface,
        send: input => send(sender?.key, operation, input),
        input: own,
        refusal: refusal(operation, own),
        confined: condition === 'another resource' ? confinement(operation) : undefined
      }))
  })
}

/** The input of an example that succeeds, not yet confirmed. Values of another operation come from the sandbox. */
async function inputFor(operation: Operation): Promise<Input> {
  const [example] = goodExamples(operation)
  const { confirm: _, ...input }: Input = example?.input ?? {}
  if (!example?.given) return input
  const { operation: first, input: its, as } = example.given
  const { data } = await byName(root.key, first, its)
  return { ...input, ...Object.fromEntries(Object.entries(as).map(([to, from]) => [to, data?.[from]])) }
}

/** Returns what is wrong with the response to a call that must be refused. */
function problemOf({ http, status, error }: Answer, { status: due, reason, scope }: Refusal): string | undefined {
  const { details } = error ?? {}
  const isRight =
    (status === undefined || status === due) &&
    details?.['reason'] === reason &&
    details['required_scope'] === scope &&
    (due === 401 || (details['source'] === 'gateway' && details['outcome'] === 'not_executed')) &&
    (due !== 429 || (Number(details['retry_after_ms']) > 0 && (http === undefined || Number(http.headers.get('retry-after')) > 0)))
  return isRight ? undefined : `${status} ${JSON.stringify(error)}, not ${due} ${reason} ${scope ?? ''}`
}

/** What a call that is allowed must result in, as far as that changes nothing. */
function allowed({ operation, input }: Case): { input: Input | undefined; result: 'success' | 'confirmation_required' | 'invalid' } {
  const [example] = goodExamples(operation)
  const isServed = !isOfOthers(operation) || Object.hasOwn(sandbox, operation.tool.name)
  if (!isServed || example?.tested_elsewhere !== undefined) return { input: undefined, result: 'invalid' }
  if (takes(operation, 'dry_run')) return { input: { ...input, dry_run: true }, result: 'success' }
  const permission = neededBy(operation, input)
  if (operation.costly !== undefined || (permission === 'destructive' && isOfOthers(operation)))
    return { input, result: 'confirmation_required' }
  return permission === 'read' ? { input, result: 'success' } : { input: undefined, result: 'invalid' }
}

function problemOfAllowed(answer: Answer, { operation, surface }: Case, result: ReturnType<typeof allowed>['result']): string | undefined {
  const { status, data, metadata, error } = answer
  // What another call made, such as a job, belongs to the key of that call.
  const isForeign = goodExamples(operation)[0]?.given !== undefined && error?.code === 'NOT_FOUND_ERROR'
  const isSuccess = data !== undefined && (status === undefined || status < 300)
  const ranAsJob = typeof metadata?.['job_id'] === 'string'
  const isRight =
    result === 'success'
      ? isForeign || (isSuccess && (operation.kind !== 'bulk' || data.operation === operation.id) && (surface !== 'a job' || ranAsJob))
      : result === 'invalid'
        ? error?.code === 'VALIDATION_ERROR'
        : error?.details['reason'] === result
  return isRight ? undefined : `${status} ${JSON.stringify(error ?? data)?.slice(0, 500)}, not ${result}`
}

/** Returns what is wrong with the response to a key that may use nothing that exists. */
function problemOfConfined({ status, data, error }: Answer, { operation: { id }, confined }: Case): string | undefined {
  if (error?.details?.['reason'] === 'outside_constraints') return status === undefined || status === 403 ? undefined : `status ${status}`
  if (error?.details?.['reason'] === 'invalid_field_value' && / does not match any /.test(error.message)) return undefined // names of others are unknown
  if (error?.details?.['reason'] === 'cannot_be_honoured' && /which jobs do not store/.test(error.message)) return undefined
  if (error?.details?.['reason'] === 'job_not_found') return undefined // a key sees only its own jobs
  if (OF_NO_RESOURCE.has(id) && data !== undefined) return undefined
  const lists: unknown[][] =
    confined === 'free' ? Object.values(data ?? {}).filter(Array.isArray) : Array.isArray(data?.items) ? [data.items] : []
  const isEmpty = lists.length > 0 ? lists.flat().length === 0 : data?.progress?.total.value === 0
  return isEmpty ? undefined : `${status} ${JSON.stringify(error ?? data)?.slice(0, 500)}, neither refused nor empty`
}

/** The servers of a sandbox, which count what they receive. */
function controlsOf(system: string) {
  const settings = Object.entries(sandbox).flatMap(([name, own]) => (name.split('-')[0] === system ? Object.values(own) : []))
  const origins = new Set(settings.flatMap(value => (typeof value === 'string' && value.startsWith('http:') ? new URL(value).origin : [])))
  const controls = [...origins].map(controlOf)
  return {
    async received(): Promise<Received[]> {
      const all = await Promise.all(controls.map(one => one.requests()))
      if (all.flat().length > 0) await Promise.all(controls.map(one => one.clear()))
      return all.flat()
    }
  }
}

/** The files of systems on this machine, with the time of their last change. */
const localFiles = (): string[] =>
  globSync(['sandbox/files/**', '!(record)/**/*.sqlite*'], { cwd: dataDirectory }).map(
    name => `${name} ${statSync(path.join(dataDirectory, name)).mtimeMs}`
  )

/** Requests that only read, whatever their method. */
const READS = /freeBusy|contentbody\/convert|\/token/

const isWrite = ({ method, path, body }: Received): boolean =>
  method !== 'GET' && !READS.test(path) && !/^\s*query\b/.test(String(Object(body).query))

await byName(root.key, 'keys_revoke', { id: 'revoked' })
await waitUntil(async () => (await byName(revoked.key, 'jobs_list', {})).status === 401, 'the key is refused')

t.test('each system with resources is tried with one that does not exist', async t => {
  t.strictSame(Object.keys(NOWHERE), catalog.tools.flatMap(({ name, resources }) => (resources ? name : [])).toSorted())
})

t.test('each operation whose results are in no resource may be called by a key of other resources', async t => {
  const free = catalog.operations.filter(one => confinement(one) === 'free').map(({ id }) => id)
  t.strictSame(
    [...OF_NO_RESOURCE].filter(id => !free.includes(id)),
    []
  )
})

for (const system of systems)
  t.test(system, async t => {
    const operations = catalog.operations.filter(({ tool }) => tool.name === system)
    const cases: Case[] = []
    for (const [index, operation] of operations.entries()) cases.push(...(await casesOf(operation, index)))
    const { received } = controlsOf(system)
    await received()
    const {
      refused = [],
      confined = [],
      others = []
    } = Object.groupBy(cases, ({ refusal, confined: limits }) => (refusal ? 'refused' : limits ? 'confined' : 'others'))
    const wrong: string[] = []
    const files = localFiles()
    for (const [id, own] of Map.groupBy(refused, ({ operation }) => operation.id)) {
      for (const one of own) wrong.push(...(await checkRefusal(one)))
      for (const { method, path } of await received()) wrong.push(`${id} sent ${method} ${path}`)
    }
    t.strictSame(wrong, [], 'refused calls')
    t.strictSame(localFiles(), files, 'refused calls change no files')
    const leaked: string[] = []
    for (const one of confined) {
      const { label, operation, send, input } = one
      const problem = problemOfConfined(await send(confirmed(operation, input)), one)
      if (problem !== undefined) leaked.push(`${label}: ${problem}`)
      for (const { method, path } of (await received()).filter(isWrite)) leaked.push(`${label} sent ${method} ${path}`)
    }
    t.strictSame(leaked, [], 'calls about another resource')
    const failed: string[] = []
    for (const one of others) {
      const { input, result } = allowed(one)
      const problem = problemOfAllowed(await one.send(input), one, result)
      if (problem !== undefined) failed.push(`${one.label}: ${problem}`)
    }
    t.strictSame(failed, [], 'allowed calls')
    t.comment(`${refused.length} refused, ${confined.length} about another resource, ${others.length} allowed`)
  })

/** The input as it would be executed if it were allowed; a bulk operation only lists its items. */
const confirmed = (operation: Operation, input: Input): Input => ({
  ...input,
  ...(operation.kind === 'bulk' ? { dry_run: true } : takes(operation, 'confirm') && { confirm: true })
})

/** When the limited key was last admitted: the limit admits one call a minute. */
let admitted = -Infinity

async function checkRefusal({ label, operation, send, input, refusal }: Case): Promise<string[]> {
  if (!refusal) return []
  const problems: (string | undefined)[] = []
  const check = async (name: string, sent: Input | undefined): Promise<void> => {
    const at = performance.now()
    let answer = await send(sent)
    if (refusal.status === 429 && answer.error?.code === 'VALIDATION_ERROR') {
      if (performance.now() - admitted < 60_000) problems.push(`${label}: admitted again within a minute`)
      admitted = at
      answer = await send(sent)
    }
    const problem = problemOf(answer, refusal)
    if (problem !== undefined) problems.push(`${label}, ${name}: ${problem}`)
  }
  if (refusal.early) await check('invalid', undefined)
  if (refusal.status !== 429) await check('valid', confirmed(operation, input))
  return problems.flatMap(problem => problem ?? [])
}
