import t from 'tap'
import { makeCatalog } from '../../../src/contract/catalog.ts'
import { downConverted } from '../../../src/surfaces/dialects/openapi-3-0.ts'
import { openapiDocument } from '../../../src/surfaces/openapi/document.ts'
import { gptDocument } from '../../../src/surfaces/openapi/gpt/document.ts'
import { LIBRARY } from '../../helpers/library.ts'

const catalog = makeCatalog(LIBRARY)
const options = { version: '1.2.3', serverUrl: 'https://gate.example' }
// Read as JSON, as every reader of it does.
const read = (more: Partial<Parameters<typeof openapiDocument>[1]> = {}) =>
  JSON.parse(JSON.stringify(openapiDocument(catalog, { ...options, ...more })))
const document = read()
const { paths, components } = document

t.test('each definition is an operation of its own route', async t => {
  t.strictSame(Object.keys(paths['/v1/library/books/{book_id}']).sort(), ['delete', 'get', 'patch'])
  t.equal(paths['/v1/library/books/{book_id}'].get.operationId, 'library_get_book')
  t.equal(paths['/v1/library/bulk/stamp_books'].post.operationId, 'library_bulk_stamp_books')
  t.equal(document.openapi, '3.1.0')
  t.match(document, { info: { version: '1.2.3' }, servers: [{ url: 'https://gate.example' }], security: [{ bearer: [] }, { apiKey: [] }] })
})

t.test('paths, queries and bodies share an input out', async t => {
  const list = paths['/v1/library/books'].get.parameters
  t.match(
    list.find(({ name }: { name: string }) => name === 'genres'),
    { in: 'query', required: false, style: 'form', explode: true, schema: { type: 'array' } }
  )
  t.match(
    list.find(({ name }: { name: string }) => name === 'longest'),
    { in: 'query', required: false, schema: { default: 1000 } },
    'a property with a default may be left out'
  )
  const { parameters, requestBody } = paths['/v1/library/books/{book_id}'].patch
  t.match(parameters, [{ name: 'book_id', in: 'path', required: true, example: '1' }])
  const input = requestBody.content['application/json'].schema
  t.equal(input.additionalProperties, false)
  t.notOk('book_id' in input.properties)
  t.strictSame(input.required, [], 'dry_run has a default')
  t.strictSame(requestBody.content['application/json'].examples, { rename: { summary: 'Another title', value: { title: 'Emma' } } })
})

t.test('statuses are explicit, and each failure has its shape', async t => {
  const { responses } = paths['/v1/library/books/{book_id}'].patch
  t.strictSame(Object.keys(responses), [
    '200',
    '202',
    '400',
    '401',
    '403',
    '404',
    '406',
    '409',
    '413',
    '415',
    '422',
    '424',
    '428',
    '429',
    '500',
    '502',
    '503',
    '504'
  ])
  t.strictSame(responses['404'], {
    $ref: '#/components/responses/Error404',
    description: 'upstream_not_found: The library has no such book.'
  })
  t.strictSame(Object.keys(components.responses.Error404.content), ['application/json', 'application/problem+json', 'text/markdown'])
  t.ok(components.responses.Error429.headers['Retry-After'])
  t.ok(components.responses.Error503.headers['Retry-After'])
  t.notOk('428' in paths['/v1/library/books'].get.responses, 'nothing asks to confirm a read')
  t.notOk('415' in paths['/v1/library/books'].get.responses, 'a GET has no body')
  const statuses = Object.values<Record<string, { responses: object }>>(paths).flatMap(item =>
    Object.values(item).flatMap(({ responses }) => Object.keys(responses))
  )
  t.strictSame(
    statuses.filter(status => !/^\d{3}$/.test(status)),
    []
  )
})

t.test("the body of a route of the gateway's own says what may be left out, and is held to what it names", async t => {
  const { schema } = paths['/v1/operations'].post.requestBody.content['application/json']
  t.strictSame(schema.required, ['calls'], 'max_chars has a default')
  t.equal(schema.additionalProperties, false)
})

t.test('answers are told in the envelope, with examples', async t => {
  const { content, headers } = paths['/v1/library/books/{book_id}'].get.responses['200']
  t.strictSame(Object.keys(content), ['application/json', 'text/markdown', 'text/event-stream'])
  t.match(content['application/json'].schema.properties, {
    success: { const: true },
    data: { $ref: '#/components/schemas/library_get_book_output' },
    metadata: { $ref: '#/components/schemas/Metadata' }
  })
  t.match(content['application/json'].examples.emma.value, {
    success: true,
    data: { title: 'Emma' },
    metadata: { operation: 'library_get_book' }
  })
  t.ok(headers['X-Request-Id'])
  t.notOk(components.schemas.library_list_books_output.properties.items.items.required, 'with fields, an item holds what was asked for')
})

t.test('a bulk action makes a job, and a stream of it answers 200', async t => {
  const { responses } = paths['/v1/library/bulk/stamp_books'].post
  t.strictSame(Object.keys(responses).slice(0, 3), ['200', '201', '202'])
  t.strictSame(Object.keys(responses['200'].content), ['text/event-stream'])
  t.equal(responses['201'].content['application/json'].schema.properties.data.$ref, '#/components/schemas/Job')
  t.match(responses['201'].content['application/json'].examples.blue.value.data, { status: 'awaiting_confirmation', links: Object })
  t.ok(responses['201'].headers.Location)
  t.notMatch(JSON.stringify(document), /x-volatile|"\$id"/)
})

t.test('deprecation, permission and relations are told', async t => {
  const item = paths['/v1/library/books/{book_id}']
  t.match(item.delete, { deprecated: true, 'x-toolgate-permission': 'destructive', 'x-openai-isConsequential': true })
  t.ok(item.delete.responses['200'].headers.Sunset)
  t.equal(item.get['x-openai-isConsequential'], false)
  t.match(item.get.description, /See also: library_list_books\.$/, 'only what is there')
  t.match(item.patch.description, /Give exactly one of: title, or notes\./)
  t.match(document.tags, [{ name: 'Health' }, { name: 'Gateway' }, { name: 'Library' }, { name: 'Library: shelf' }])
})

t.test('samples of calls name the address of the document; importers and models, who make their own, get none', async t => {
  const [curl] = paths['/v1/library/books/{book_id}'].patch['x-codeSamples']
  t.strictSame(curl, {
    lang: 'Shell',
    label: 'curl',
    source: `curl -s -X PATCH 'https://gate.example/v1/library/books/1' \\\n  -H 'content-type: application/json' -d '{"title":"Emma"}'`
  })
  const pack = gptDocument(catalog, { name: 'library', operations: catalog.operations }, options)
  t.notMatch(JSON.stringify([downConverted(document), pack]), /x-codeSamples/)
})

t.test('a call by name may answer as any operation does', async t => {
  const { responses, requestBody } = paths['/v1/operations/{id}'].post
  t.strictSame(Object.keys(responses).slice(0, 3), ['200', '201', '202'])
  t.ok('409' in responses)
  t.ok(requestBody)
})

t.test('equal catalogs give equal documents; a part of one names nothing else', async t => {
  t.equal(JSON.stringify(read()), JSON.stringify(openapiDocument(makeCatalog([...LIBRARY].reverse()), options)))
  const part = read({ visible: ({ id }) => id === 'library_get_book', gateway: 'none' })
  t.strictSame(Object.keys(part.paths), ['/v1/library/books/{book_id}'])
  t.notMatch(JSON.stringify(part), /list_books|burn|JobEvent/)
  const bare = read({ visible: () => false, gateway: 'public' })
  t.strictSame(Object.keys(bare.paths), ['/healthz', '/readyz', '/openapi.json', '/errors/{code}'])
  t.notMatch(JSON.stringify(bare), /library/i)
})
