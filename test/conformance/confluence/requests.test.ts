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
/** A query holds nothing but text. */
const ajvOfQueries = new Ajv({ ...LENIENT, coerceTypes: true })

type Check = ReturnType<typeof ajv.compile>
const checks = new WeakMap<object, Check>()

/** Made once for each part of a description, since making it walks the whole. */
function checkOf(part: object, make: () => Check): Check {
  const check = checks.get(part) ?? make()
  checks.set(part, check)
  return check
}

/** What the description says against a request; nothing where it fits. */
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
    ...known.flatMap(one => misgiven(description, one, given).map(problem => `${what}: ${problem}`))
  ]
  const reference = operation.requestBody?.$ref?.split('/').at(-1)
  const content = (reference === undefined ? operation.requestBody : description.components.requestBodies?.[reference])?.content
  const schema = content?.['application/json']?.schema
  if (!content) return [...problems, ...(body === null ? [] : [`${what} takes no body`])]
  if (!schema || body === null) return problems
  const check = checkOf(schema, () => ajv.compile(eitherOf({ ...closed(schema), components: description.components })))
  return [...problems, ...(check(body) ? [] : [`${what}: ${ajv.errorsText(check.errors)} in ${JSON.stringify(body).slice(0, 300)}`])]
}

/** What is wrong with a value in the query: no word of the list, no number within the bounds. */
function misgiven({ components }: Description, parameter: Parameter, given: URLSearchParams): string[] {
  const { name, schema } = parameter
  if (!schema || !given.has(name)) return []
  const whole = schema.$ref === undefined ? schema : (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? schema)
  const values = given.getAll(name)
  const value = 'type' in whole && whole.type === 'array' ? values.flatMap(one => one.split(',')) : values.join(',')
  const check = checkOf(parameter, () => ajvOfQueries.compile({ type: 'object', properties: { [name]: schema }, components }))
  return check({ [name]: value }) ? [] : [`${ajv.errorsText(check.errors)}: ${values.join()}`]
}

/** A body and a body by format are described as one or the other, though neither demands anything: each fits both. */
// biome-ignore lint/suspicious/noExplicitAny: a JSON schema, walked
function eitherOf(node: any): any {
  if (Array.isArray(node)) return node.map(eitherOf)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name === 'oneOf' ? 'anyOf' : name, eitherOf(value)]))
}

/** A property that is not declared would be ignored, or refused. */
const closed = (schema: object): object => ('properties' in schema ? { ...schema, additionalProperties: false } : schema)

const WAYS: [name: string, options: Required<Pick<WikiOptions, 'mode' | 'settings'>>][] = [
  ['Cloud', { mode: 'cloud', settings: SETTINGS.cloud }],
  ['Cloud through the gateway', { mode: 'cloud', settings: throughGateway }],
  ['Data Center', { mode: 'datacenter', settings: SETTINGS.datacenter }]
]

const AUTHORIZATION = `Basic ${Buffer.from('ada@example.com:sandbox-token').toString('base64')}`
const PASSWORD = `Basic ${Buffer.from('ada:sandbox-password').toString('base64')}`

/** Of all ways. */
const sent: Received[] = []

for (const [name, { mode, settings }] of WAYS) {
  t.test(name, { skip: noDescription }, async t => {
    const descriptions = readDescriptions()[mode]
    const wiki = await openWiki(t, { mode, settings })
    await callAll(wiki, t)
    const called = await wiki.requests()

    t.test('every request that the client sends is one that the vendor describes', async t => {
      t.ok(called.length > wiki.operations.length)
      const seen = [...called, ...(await runAll(wiki, settings(wiki.address), t))]
      t.strictSame([...new Set(seen.flatMap(request => judge(descriptions, request)))], [])
      sent.push(...seen)
    })

    t.test('the stand-in answers as the vendor describes', { skip: settings === throughGateway }, async t => {
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

t.test('every path of the client was sent', { skip: noDescription }, async t => {
  const paths = new Set(sent.map(({ path }) => path))
  const unsent = globSync('**/*.ts', { cwd: CLIENT }).flatMap(file =>
    pathsIn(file, readFileSync(path.join(CLIENT, file), 'utf8'))
      .filter(pattern => ![...paths].some(path => new RegExp(`/${pattern}$`).test(path)))
      .map(pattern => `${file}: ${pattern}`)
  )
  t.strictSame(unsent, [])
})

t.test('a path is found however it is put together', async t => {
  const source = `
    send({ path: v1('user/current') })
    send({ path: \`\${v1('content')}/\${segment(id)}/copy\` })
    send({ path: \`\${placeOf(type, id)}/labels\` })
    send({ path: v1(isCloud ? 'search/user' : 'search') })
    const PLACE = v2(\`\${PLACES[type]}/\${segment(id)}\`)
    const told = \`\${sayOf(id)} is no path\`
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

t.test('a request that the vendor does not describe would be found', { skip: noDescription }, async t => {
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

/** Lists of what could be expanded are described as if all were always told; the recordings tell some. Nullable references need a type to be. */
// biome-ignore lint/suspicious/noExplicitAny: a JSON schema, walked
function recordedOtherwise(node: any): any {
  if (Array.isArray(node)) return node.map(recordedOtherwise)
  if (typeof node !== 'object' || node === null) return node
  const { _expandable: _, ...kept } = Object(node)
  const walked = Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, recordedOtherwise(value)]))
  if (Array.isArray(walked['required'])) walked['required'] = walked['required'].filter((name: string) => name !== '_expandable')
  return walked
}
