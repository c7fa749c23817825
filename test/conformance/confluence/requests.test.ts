import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import type { Received } from '../../../sandbox/control/requests.ts'
import { openWiki, SETTINGS, throughGateway, type WikiOptions } from '../../helpers/confluence.ts'
import { installCheckers } from '../install.ts'
import { callAll, runAll } from './calls.ts'
import {
  type Description,
  type Descriptions,
  describedAs,
  noDescription,
  type Parameter,
  readDescriptions,
  UNDESCRIBED
} from './description.ts'
import { pathsIn } from './paths.ts'

const CLIENT = path.join(import.meta.dirname, '../../../src/tools/confluence/client')

await installCheckers()
const { default: Ajv } = await import('ajv')

const LENIENT = { strict: false, validateFormats: false, logger: false, allErrors: true } as const
const ajv = new Ajv(LENIENT)
/** A query contains only text. */
const ajvOfQueries = new Ajv({ ...LENIENT, coerceTypes: true })

type Check = ReturnType<typeof ajv.compile>
const checks = new WeakMap<object, Check>()

/** Compiled once for each part of a description, because compiling walks the whole. */
function checkOf(part: object, make: () => Check): Check {
  const check = checks.get(part) ?? make()
  checks.set(part, check)
  return check
}

/** Differences of a request from the description; empty if it conforms. */
function judge(descriptions: Descriptions['cloud'], { method, path, query, body }: Received): string[] {
  const place = path.replace(/^\/ex\/confluence\/[^/]+/, '')
  if (UNDESCRIBED.some(pattern => pattern.test(place))) return []
  const what = `${method} ${place}`
  const described = describedAs(descriptions, method, place)
  if (!described) return [`${what} is not described`]
  const { operation, description, parameters } = described
  const known = parameters.filter(one => one.in === 'query')
  const given = new URLSearchParams(query)
  const strange = [...given.keys()].filter(name => !known.some(one => one.name === name)).map(name => `${what} has no parameter ${name}`)
  const lacking = known.filter(({ name, required }) => required && !given.has(name)).map(({ name }) => `${what} needs ${name}`)
  const problems = [
    ...strange,
    ...lacking,
    ...known.flatMap(one => invalidField(description, one, given).map(problem => `${what}: ${problem}`))
  ]
  const reference = operation.requestBody?.$ref?.split('/').at(-1)
  const content = (reference === undefined ? operation.requestBody : description.components.requestBodies?.[reference])?.content
  const schema = content?.['application/json']?.schema
  if (!content) return [...problems, ...(body === null ? [] : [`${what} takes no body`])]
  if (!schema || body === null) return problems
  const check = checkOf(schema, () => ajv.compile(eitherOf({ ...closed(schema), components: description.components })))
  return [...problems, ...(check(body) ? [] : [`${what}: ${ajv.errorsText(check.errors)} in ${JSON.stringify(body).slice(0, 300)}`])]
}

/** Differences of a query value: not in the enum, not within the bounds. */
function invalidField({ components }: Description, parameter: Parameter, given: URLSearchParams): string[] {
  const { name, schema } = parameter
  if (!schema || !given.has(name)) return []
  const whole = schema.$ref === undefined ? schema : (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? schema)
  const values = given.getAll(name)
  const value = 'type' in whole && whole.type === 'array' ? values.flatMap(one => one.split(',')) : values.join(',')
  const check = checkOf(parameter, () => ajvOfQueries.compile({ type: 'object', properties: { [name]: schema }, components }))
  return check({ [name]: value }) ? [] : [`${ajv.errorsText(check.errors)}: ${values.join()}`]
}

/** A body and a body by format are described as alternatives, although neither requires anything: each matches both. */
// biome-ignore lint/suspicious/noExplicitAny: a JSON schema, walked
function eitherOf(node: any): any {
  if (Array.isArray(node)) return node.map(eitherOf)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name === 'oneOf' ? 'anyOf' : name, eitherOf(value)]))
}

/** A property that is not declared would be ignored or refused. */
const closed = (schema: object): object => ('properties' in schema ? { ...schema, additionalProperties: false } : schema)

const WAYS: [name: string, options: Required<Pick<WikiOptions, 'mode' | 'settings'>>][] = [
  ['Cloud', { mode: 'cloud', settings: SETTINGS.cloud }],
  ['Cloud through the gateway', { mode: 'cloud', settings: throughGateway }],
  ['Data Center', { mode: 'datacenter', settings: SETTINGS.datacenter }]
]

const AUTHORIZATION = `Basic ${Buffer.from('ada@example.com:sandbox-token').toString('base64')}`
const PASSWORD = `Basic ${Buffer.from('ada:sandbox-password').toString('base64')}`

/** Of all paths. */
const sent: Received[] = []

for (const [name, { mode, settings }] of WAYS) {
  t.test(name, { skip: noDescription }, async t => {
    const descriptions = readDescriptions()[mode]
    const wiki = await openWiki(t, { mode, settings })
    await callAll(wiki, t, settings === throughGateway)
    const called = await wiki.requests()

    t.test('every request of the client conforms to the API description', async t => {
      t.ok(called.length > wiki.operations.length)
      const seen = [...called, ...(await runAll(wiki, settings(wiki.address), t))]
      t.strictSame([...new Set(seen.flatMap(request => judge(descriptions, request)))], [])
      sent.push(...seen)
    })

    t.test('the responses of the sandbox conform to the API description', { skip: settings === throughGateway }, async t => {
      const headers = { authorization: mode === 'cloud' ? AUTHORIZATION : PASSWORD }
      const problems = new Set<string>()
      for (const { path, query } of called.filter(({ method, status }) => method === 'GET' && status === 200)) {
        const described = describedAs(descriptions, 'GET', path)
        const [success] = Object.entries(described?.operation.responses ?? {}).filter(([status]) => status.startsWith('2'))
        const schema = success?.[1].content?.['application/json']?.schema
        if (!described || !schema) continue
        const answer = await fetch(`${wiki.address}${path}?${query}`, { headers })
        if (answer.status !== 200) continue
        const { components } = described.description
        const check = checkOf(schema, () => ajv.compile(recordedOtherwise({ ...schema, components })))
        if (!check(await answer.json()))
          for (const error of check.errors ?? []) problems.add(`${path}: ${error.instancePath} ${error.message}`)
      }
      t.strictSame([...problems].slice(0, 20), [])
    })
  })
}

t.test('every path of the client is sent', { skip: noDescription }, async t => {
  const paths = new Set(sent.map(({ path }) => path))
  const unsent = globSync('**/*.ts', { cwd: CLIENT }).flatMap(file =>
    pathsIn(file, readFileSync(path.join(CLIENT, file), 'utf8'))
      .filter(pattern => ![...paths].some(path => new RegExp(`/${pattern}$`).test(path)))
      .map(pattern => `${file}: ${pattern}`)
  )
  t.strictSame(unsent, [])
})

t.test('a path is found however it is constructed', async t => {
  const source = `
    send({ path: v1('user/current') })
    send({ path: \`\${v1('content')}/\${segment(id)}/copy\` })
    send({ path: \`\${placeOf(type, id)}/labels\` })
    send({ path: v1(isCloud ? 'search/user' : 'search') })
    const PLACE = v2(\`\${PLACES[type]}/\${segment(id)}\`)
    const problem = \`\${sayOf(id)} is no path\`
  `
  t.strictSame(pathsIn('x.ts', source), [
    'rest/api/user/current',
    'rest/api/content/[^/]+/copy',
    '.+/labels',
    'rest/api/search/user',
    'rest/api/search',
    'api/v2/[^/]+/[^/]+'
  ])
})

t.test('a request that the vendor does not describe is detected', { skip: noDescription }, async t => {
  const { cloud } = readDescriptions()
  const version = { number: 2 }
  const body = { representation: 'storage', value: '' }
  const request: Received = {
    number: 1,
    method: 'PUT',
    path: '/wiki/api/v2/pages/1',
    query: '',
    body: { id: '1', status: 'current', title: 'x', body, version },
    status: 200,
    done: true,
    fault: false
  }
  t.strictSame(judge(cloud, request), [])
  t.match(judge(cloud, { ...request, body: { title: 'x', version } }), [/must have required property 'id'/])
  t.match(judge(cloud, { ...request, body: { ...Object(request.body), metadata: {} } }), [/additional properties/])
  t.match(judge(cloud, { ...request, query: 'start=1' }), [/has no parameter start/])
  const listing = { ...request, method: 'GET', path: '/wiki/api/v2/pages', body: null }
  t.strictSame(judge(cloud, { ...listing, query: 'limit=250&status=current,archived&sort=-created-date' }), [])
  t.match(judge(cloud, { ...listing, query: 'limit=251' }), [/must be <= 250/])
  t.match(judge(cloud, { ...listing, query: 'status=current,gone' }), [/must be equal to one of the allowed values/])
  t.match(judge(cloud, { ...listing, query: 'sort=age' }), [/must be equal to one of the allowed values/])
  t.match(judge(cloud, { ...request, path: '/wiki/api/v2/page/1' }), [/is not described/])
})

/**
 * Lists of expandable properties are described as always complete; the recordings contain some of them. Nullable references need a type.
 */
// biome-ignore lint/suspicious/noExplicitAny: a JSON schema, walked
function recordedOtherwise(node: any): any {
  if (Array.isArray(node)) return node.map(recordedOtherwise)
  if (typeof node !== 'object' || node === null) return node
  const { _expandable: _, ...kept } = Object(node)
  const walked = Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, recordedOtherwise(value)]))
  if (Array.isArray(walked['required'])) walked['required'] = walked['required'].filter((name: string) => name !== '_expandable')
  return walked
}
