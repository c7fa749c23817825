import t from 'tap'
import { Type } from 'typebox'
import { documentsOf } from '../../../script/document.ts'
import { createCatalog } from '../../../src/catalog/catalog.ts'
import { defineOperation, type Operation } from '../../../src/contract/operation.ts'
import { readInput } from '../../../src/pipeline/input/read-input.ts'
import { DIALECTS } from '../../../src/surfaces/dialects/dialects.ts'
import { COMPLETE, type ListDetail } from '../../../src/surfaces/shared/listed-tool.ts'
import { LIBRARY, library } from '../../helpers/library.ts'

const options = { version: '1.2.3', serverUrl: 'https://gate.example' }
const catalog = createCatalog(LIBRARY)
const { whole } = await documentsOf(catalog, options)

/** A dialect as its readers parse it. */
// biome-ignore lint/suspicious/noExplicitAny: each dialect has its own shape
function read(name: string, operations: readonly Operation[] = catalog.operations, detail: ListDetail = COMPLETE): any {
  const dialect = DIALECTS.find(candidate => candidate.name === name)
  const written = dialect?.write({ ...options, catalog, operations, detail, openapi: () => whole })
  return typeof written === 'string' ? written : JSON.parse(JSON.stringify(written))
}

const named = (tools: { name: string }[], name: string) => tools.find(tool => tool.name === name)
const functionsOf = (list: { tools: { function: { name: string } }[] }) => list.tools.map(tool => tool.function)

t.test('an optional input is nullable for a strict caller, and the pipeline accepts null', async t => {
  const list = named(functionsOf(read('openai-chat')), 'library_list_books')
  t.match(list, { strict: true, parameters: { additionalProperties: false } })
  const { properties, required } = Object(list).parameters
  t.strictSame([...required].sort(), Object.keys(properties).sort())
  t.strictSame(properties.longest.type, ['integer', 'null'])
  t.match(properties.longest.description, /default 1000/, 'a default is in the description')
  const nulls = Object.fromEntries(Object.keys(properties).map(name => [name, null]))
  const operation = catalog.get('library_list_books')
  t.match(operation && readInput(operation, nulls), { longest: 1000, limit: 25 })
})

t.test('an input that OpenAI cannot represent strictly is not strict, with the reason', async t => {
  const open = defineOperation(library, {
    name: 'label_books',
    summary: 'Label books',
    description: 'Use it in tests only.',
    permission: 'read',
    http: 'POST /labels',
    input: Type.Object({ labels: Type.Record(Type.String(), Type.String(), { description: 'Any labels' }) }),
    output: Type.Object({}),
    errors: {},
    examples: [],
    handler: async () => ({})
  })
  const { tools, loose } = read('openai-chat', [open])
  t.equal(tools[0].function.strict, false)
  t.ok(tools[0].function.parameters.properties.labels.patternProperties, 'as in the definition')
  t.match(loose, [{ name: 'library_label_books', reason: /patternProperties|Record|not supported|cannot/i }])
  t.strictSame(read('openai-chat').loose, [])
})

t.test('Responses has a namespace per system, and the description includes the response of a call', async t => {
  const { tools } = read('openai-responses')
  t.match(tools, [{ type: 'namespace', name: 'library', description: 'Use it in tests.' }])
  t.match(named(tools[0].tools, 'library_get_book'), {
    type: 'function',
    strict: true,
    output_schema: { properties: { success: { type: 'boolean' }, data: { properties: { title: {} } } } }
  })
})

t.test('of many tools only the most needed are loaded at once, if the provider can search the others', async t => {
  const many = Array.from({ length: 31 }, (_, place) => ({ ...catalog.operations[0], id: `library_x${place}`, core: place === 0 }))
  const operations = many.filter((operation): operation is Operation => 'tool' in operation)
  const responses = read('openai-responses', operations)
  t.equal(responses.tools[0].type, 'tool_search')
  const atOnce = (tools: { defer_loading?: boolean }[]) => tools.filter(({ defer_loading }) => !defer_loading).length
  t.equal(atOnce(responses.tools[1].tools), 5)
  t.equal(responses.tools[1].tools[0].defer_loading, undefined, 'a core operation is one of them')
  const messages = read('anthropic', operations)
  t.match(messages.tools[0], { type: /^tool_search_tool_bm25/ })
  t.equal(atOnce(messages.tools.slice(1)), 5)
  t.equal(read('anthropic').tools[0].type, undefined, 'a few are all loaded')
})

t.test('Anthropic reads the whole schema, and examples that match it', async t => {
  const { tools, loose } = read('anthropic')
  t.match(named(tools, 'library_get_book'), {
    input_schema: { type: 'object', properties: { book_id: { pattern: '^[0-9]+$' } }, required: ['book_id'] },
    input_examples: [{ book_id: '1' }]
  })
  t.match(loose, [{ name: '*', reason: /grammar/ }])
})

t.test('Gemini gets constraints that its schemas cannot represent in descriptions', async t => {
  const [{ functionDeclarations }] = read('gemini').tools
  const { book_id } = Object(named(functionDeclarations, 'library_get_book')).parametersJsonSchema.properties
  t.strictSame(book_id, { type: 'string', description: 'Id of the book (min length 1, max length 20, pattern "^[0-9]+$")' })
})

t.test('MCP gets the tools of tools/list', async t => {
  t.match(named(read('mcp').tools, 'library_get_book'), { annotations: { readOnlyHint: true }, inputSchema: { type: 'object' } })
})

t.test('OpenAPI 3.0 has nothing that only 3.1 knows', async t => {
  const document = read('openapi-3.0')
  const text = JSON.stringify(document)
  t.equal(document.openapi, '3.0.3')
  t.notMatch(text, /"type":"null"|"const":|"contentMediaType"|"identifier"|"webhooks"/)
  const { schemas } = document.components
  t.strictSame(schemas.library_get_book_output.properties.pages, {
    type: 'integer',
    nullable: true,
    description: 'How long it is; null where unknown'
  })
  t.notMatch(text, /"required":\[\]/, 'an empty list is refused')
  t.notOk('JobEvent' in schemas, 'components that only webhooks use are removed')
  const { responses } = document.paths['/v1/library/books/{book_id}'].get
  t.match(responses['404'], { description: 'upstream_not_found: The library has no such book.', content: { 'application/json': {} } })
  t.ok(responses['200'].content['application/json'].examples.emma.value.data.title, 'examples are unchanged')
})

t.test('a request of the Postman collection has a working example and checks its response', async t => {
  const { item, event, variable, info } = read('postman')
  t.match(info.schema, /v2\.1\.0/)
  t.match(
    { event, variable },
    {
      event: [{ listen: 'prerequest', script: { exec: [/X-API-Key/] } }],
      variable: [{ key: 'base_url', value: 'https://gate.example' }, { key: 'api_key' }]
    }
  )
  const items = item[0].item
  t.match(named(items, 'library_get_book'), {
    request: { method: 'GET', url: { path: ['v1', 'library', 'books', ':book_id'], variable: [{ key: 'book_id', value: '1' }] } },
    event: [{ listen: 'test', script: { exec: ['const answer = pm.response.json()', /200/] } }]
  })
  const query = Object(named(items, 'library_list_books')).request.url.query
  t.match(
    named(
      query.map((one: { key: string }) => ({ ...one, name: one.key })),
      'longest'
    ),
    { disabled: true, description: /Most pages/ }
  )
  const ranks = items.map(({ request }: { request: { method: string } }) => request.method)
  t.equal(ranks.at(-1), 'DELETE', 'destructive operations come last')
  t.match(read('postman-environment'), { values: [{ key: 'base_url' }, { key: 'api_key', type: 'secret' }] })
})

t.test('llms.txt links every operation for models', async t => {
  const text = read('llms.txt')
  t.match(text, /^# Toolgate\n\n> /)
  for (const { id, summary } of catalog.operations) t.match(text, `- [${id}](https://gate.example/v1/catalog/${id}): ${summary}.`)
})

t.test('equal catalogs result in equal documents of every dialect', async t => {
  const turned = createCatalog([...LIBRARY].reverse())
  for (const { name } of DIALECTS) t.strictSame(read(name, turned.operations), read(name), name)
})
