import t from 'tap'
import { documentsOf } from '../../../script/document.ts'
import { createCatalog } from '../../../src/catalog/catalog.ts'
import { downConverted } from '../../../src/surfaces/dialects/openapi-3-0.ts'
import type { Filter } from '../../../src/surfaces/openapi/filter.ts'
import { LIBRARY } from '../../helpers/library.ts'

const catalog = createCatalog(LIBRARY)
const options = { version: '1.2.3', serverUrl: 'https://gate.example' }
const documents = await documentsOf(catalog, options)
// Parsed from JSON, as by every reader.
const read = (part: Partial<Filter> = {}) => JSON.parse(JSON.stringify(documents.part({ operations: catalog.operations, ...part })))
const document = read()
const { paths, components } = document

t.test('each definition is an operation with its own route', async t => {
  t.strictSame(Object.keys(paths['/v1/library/books/{book_id}']).sort(), ['delete', 'get', 'patch'])
  t.equal(paths['/v1/library/books/{book_id}'].get.operationId, 'library_get_book')
  t.equal(paths['/v1/library/bulk/stamp_books'].post.operationId, 'library_bulk_stamp_books')
  t.equal(document.openapi, '3.1.0')
  t.match(document, { info: { version: '1.2.3' }, servers: [{ url: 'https://gate.example' }], security: [{ bearer: [] }, { apiKey: [] }] })
})

t.test('an input is divided into path, query and body', async t => {
  const list = paths['/v1/library/books'].get.parameters
  t.match(
    list.find(({ name }: { name: string }) => name === 'genres'),
    { in: 'query', required: false, style: 'form', explode: true, schema: { type: 'array' } }
  )
  t.match(
    list.find(({ name }: { name: string }) => name === 'longest'),
    { in: 'query', required: false, schema: { default: 1000 } },
    'a property with a default is optional'
  )
  const { parameters, requestBody } = paths['/v1/library/books/{book_id}'].patch
  t.match(parameters, [{ name: 'book_id', in: 'path', required: true, example: '1' }])
  const input = requestBody.content['application/json'].schema
  t.equal(input.additionalProperties, false)
  t.notOk('book_id' in input.properties)
  t.strictSame(input.required, [], 'dry_run has a default')
  t.strictSame(requestBody.content['application/json'].examples, { rename: { summary: 'Another title', value: { title: 'Emma' } } })
})

t.test('statuses are explicit, and each failure has a schema', async t => {
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
    description: 'object_not_found: The library has no such shelf. upstream_not_found: The library has no such book'
  })
  t.strictSame(Object.keys(components.responses.Error404.content), ['application/json', 'application/problem+json', 'text/markdown'])
  t.ok(components.responses.Error429.headers['Retry-After'])
  t.ok(components.responses.Error503.headers['Retry-After'])
  t.notOk('428' in paths['/v1/library/books'].get.responses, 'a read needs no confirmation')
  t.notOk('415' in paths['/v1/library/books'].get.responses, 'a GET has no body')
  const statuses = Object.values<Record<string, { responses: object }>>(paths).flatMap(item =>
    Object.values(item).flatMap(({ responses }) => Object.keys(responses))
  )
  t.strictSame(
    statuses.filter(status => !/^\d{3}$/.test(status)),
    []
  )
})

t.test('the body of a route of the gateway itself lists its required properties and allows no others', async t => {
  const { schema } = paths['/v1/operations'].post.requestBody.content['application/json']
  t.strictSame(schema.required, ['calls'], 'max_chars has a default')
  t.equal(schema.additionalProperties, false)
})

t.test('responses are documented in the envelope, with examples', async t => {
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
  t.notOk(
    components.schemas.library_list_books_output.properties.items.items.required,
    'with fields, an item has only the selected properties'
  )
})

t.test('a bulk action creates a job, and a stream of it has the same status', async t => {
  const { responses } = paths['/v1/library/bulk/stamp_books'].post
  t.strictSame(Object.keys(responses).slice(0, 2), ['201', '202'])
  t.strictSame(Object.keys(responses['201'].content), ['application/json', 'text/markdown', 'text/event-stream'])
  t.notOk('text/event-stream' in responses['202'].content)
  t.equal(responses['201'].content['application/json'].schema.properties.data.$ref, '#/components/schemas/Job')
  t.match(responses['201'].content['application/json'].examples.blue.value.data, { status: 'awaiting_confirmation', links: Object })
  t.ok(responses['201'].headers.Location)
  t.notMatch(JSON.stringify(document), /x-volatile|"\$id"/)
})

t.test('deprecation, permission and related operations are documented', async t => {
  const item = paths['/v1/library/books/{book_id}']
  t.match(item.delete, { deprecated: true, 'x-toolgate-permission': 'destructive', 'x-openai-isConsequential': true })
  t.ok(item.delete.responses['200'].headers.Sunset)
  t.equal(item.get['x-openai-isConsequential'], false)
  t.match(item.get.description, /See also: library_list_books\.$/, 'only operations in the document')
  t.match(item.patch.description, /Set exactly one of: title, notes\./)
  t.match(document.tags, [{ name: 'Health' }, { name: 'Gateway' }, { name: 'Library' }, { name: 'Library: shelf' }])
})

t.test('code samples contain the address of the document; documents for importers and models have none', async t => {
  const [curl] = paths['/v1/library/books/{book_id}'].patch['x-codeSamples']
  t.strictSame(curl, {
    lang: 'Shell',
    label: 'curl',
    source: `curl -s -X PATCH 'https://gate.example/v1/library/books/1' \\\n  -H 'content-type: application/json' -d '{"title":"Emma"}'`
  })
  const pack = documents.gpt({ name: 'library', operations: catalog.operations }, options.serverUrl)
  t.notMatch(JSON.stringify([downConverted(document), pack]), /x-codeSamples/)
})

t.test('a call by name may return any status of an operation', async t => {
  const { responses, requestBody } = paths['/v1/operations/{id}'].post
  t.strictSame(Object.keys(responses).slice(0, 3), ['200', '201', '202'])
  t.ok('409' in responses)
  t.ok(requestBody)
})

t.test('equal catalogs result in equal documents; a part refers to nothing outside of it', async t => {
  t.equal(JSON.stringify(documents.whole), JSON.stringify((await documentsOf(createCatalog([...LIBRARY].reverse()), options)).whole))
  t.strictSame(read(), JSON.parse(JSON.stringify(documents.whole)), 'the part with everything is the whole')
  const part = read({ operations: catalog.operations.filter(({ id }) => id === 'library_get_book'), gateway: 'none' })
  t.strictSame(Object.keys(part.paths), ['/v1/library/books/{book_id}'])
  t.notMatch(JSON.stringify(part), /list_books|burn|JobEvent/)
  const bare = read({ operations: [], gateway: 'public' })
  t.strictSame(Object.keys(bare.paths), ['/healthz', '/readyz', '/openapi.json', '/errors/{code}'])
  t.notMatch(JSON.stringify(bare), /library/i)
})
