import t from 'tap'
import type { Received } from '../../../sandbox/control/requests.ts'
import { ownExamples } from '../../helpers/catalog-rules.ts'
import { openWiki, throughGateway, type Wiki, type WikiOptions } from '../../helpers/confluence.ts'
import { installCheckers } from '../install.ts'
import { type Descriptions, describedAs, noDescription, readDescriptions, UNDESCRIBED } from './description.ts'

await installCheckers()
const { default: Ajv } = await import('ajv')

const ajv = new Ajv({ strict: false, validateFormats: false, logger: false, allErrors: true })

/** What the description says against a request; nothing where it fits. */
function judge(descriptions: Descriptions['cloud'], { method, path, query, body }: Received): string[] {
  const place = path.replace(/^\/ex\/confluence\/[^/]+/, '')
  if (UNDESCRIBED.some(pattern => pattern.test(place))) return []
  const what = `${method} ${place}`
  const described = describedAs(descriptions, method, place)
  if (!described) return [`${what} is not described`]
  const { operation, description, parameters } = described
  const known = parameters.filter(one => one.in === 'query')
  const sent = [...new URLSearchParams(query).keys()]
  const strange = sent.filter(name => !known.some(one => one.name === name)).map(name => `${what} has no parameter ${name}`)
  const lacking = known.filter(({ name, required }) => required && !sent.includes(name)).map(({ name }) => `${what} needs ${name}`)
  const reference = operation.requestBody?.$ref?.split('/').at(-1)
  const content = (reference === undefined ? operation.requestBody : description.components.requestBodies?.[reference])?.content
  const schema = content?.['application/json']?.schema
  if (!content) return [...strange, ...lacking, ...(body === null ? [] : [`${what} takes no body`])]
  if (!schema || body === null) return [...strange, ...lacking]
  const fits = ajv.validate(eitherOf({ ...closed(schema), components: description.components }), body)
  return [...strange, ...lacking, ...(fits ? [] : [`${what}: ${ajv.errorsText()} in ${JSON.stringify(body).slice(0, 300)}`])]
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

/** Every good example of every operation, and what else leads to other requests. */
async function callAll({ operations, call, site, mode }: Wiki, t: Tap): Promise<void> {
  const page = [...site.pages.values()].find(({ type }) => type === 'page')
  const blog = [...site.pages.values()].find(({ type }) => type === 'blogpost')
  const further: [name: string, input: Record<string, unknown>][] = [
    ['get_page', { page_id: page?.id, expand: ['ancestors', 'children', 'users'], version: 1, content_format: 'view' }],
    ['get_page', { page_id: blog?.id }],
    ['get_page', { page_id: '65540', expand: ['restrictions', 'metadata.properties'] }],
    ['get_page', { page_id: blog?.id, expand: ['metadata.properties'] }],
    ['get_space', { space_key: 'DOCS', expand: ['permissions', 'settings'] }],
    ['list_pages', { space_key: 'DOCS', content_type: 'blogpost', order_by: 'title', include_body: true }],
    ['list_spaces', { keys: ['DOCS', 'PLAY'], type: 'global' }],
    ['search', { query: 'hello', excerpt: 'highlight', include_archived: true, modified_after: '2026-01-01', start: 1 }],
    ['get_page_tree', { space_key: 'DOCS' }],
    ['list_comments', { page_id: '65540', parent_comment_id: '65694' }],
    ['create_page', { title: 'A post', space_key: 'PLAY', content: 'h1. x', content_format: 'wiki', content_type: 'blogpost' }],
    ['move_page', { page_id: '65686', space_key: 'PLAY' }],
    ['list_attachments', { page_id: '65540', media_type: 'image/png' }],
    ['download_attachment', { page_id: '65540', filename: 'diagram.png', version: 1 }]
  ]
  for (const operation of operations)
    for (const { input } of ownExamples(operation)) t.ok((await call(operation.name, input)).status < 300, `${mode} ${operation.name}`)
  for (const [name, input] of further) t.ok((await call(name, input)).status < 300, `${mode} ${name} ${JSON.stringify(input)}`)
}

type Tap = Pick<typeof t, 'ok'>

const WAYS: [name: string, options: WikiOptions][] = [
  ['Cloud', { mode: 'cloud' }],
  ['Cloud through the gateway', { mode: 'cloud', settings: throughGateway }],
  ['Data Center', { mode: 'datacenter' }]
]

for (const [name, options] of WAYS) {
  t.test(`every request that the client sends is one that the vendor describes: ${name}`, { skip: noDescription }, async t => {
    const descriptions = readDescriptions()[options.mode ?? 'cloud']
    const wiki = await openWiki(t, options)
    await callAll(wiki, t)
    const seen = await wiki.requests()
    t.ok(seen.length > wiki.operations.length)
    t.strictSame([...new Set(seen.flatMap(request => judge(descriptions, request)))], [])
  })
}

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
  t.match(judge(cloud, { ...request, path: '/wiki/api/v2/page/1' }), [/is not described/])
})

const AUTHORIZATION = `Basic ${Buffer.from('ada@example.com:sandbox-token').toString('base64')}`
const PASSWORD = `Basic ${Buffer.from('ada:sandbox-password').toString('base64')}`

for (const [name, options] of WAYS.filter(([name]) => !name.includes('gateway'))) {
  t.test(`the stand-in answers as the vendor describes: ${name}`, { skip: noDescription }, async t => {
    const descriptions = readDescriptions()[options.mode ?? 'cloud']
    const wiki = await openWiki(t, options)
    await callAll(wiki, t)
    const headers = { authorization: options.mode === 'cloud' ? AUTHORIZATION : PASSWORD }
    const seen = (await wiki.requests()).filter(({ method, status }) => method === 'GET' && status === 200)
    const problems = new Set<string>()
    for (const { path, query } of seen) {
      const described = describedAs(descriptions, 'GET', path)
      const [success] = Object.entries(described?.operation.responses ?? {}).filter(([status]) => status.startsWith('2'))
      const schema = success?.[1].content?.['application/json']?.schema
      if (!described || !schema) continue
      const answer = await fetch(`${wiki.address}${path}?${query}`, { headers })
      if (answer.status !== 200) continue
      const whole = recordedOtherwise({ ...schema, components: described.description.components })
      if (!ajv.validate(whole, await answer.json()))
        for (const error of ajv.errors ?? []) problems.add(`${path}: ${error.instancePath} ${error.message}`)
    }
    t.strictSame([...problems].slice(0, 20), [])
  })
}

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
