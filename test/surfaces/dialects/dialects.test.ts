import t from 'tap'
import { Type } from 'typebox'
import { makeCatalog } from '../../../src/contract/catalog.ts'
import { defineOperation, type Operation } from '../../../src/contract/operation.ts'
import { readInput } from '../../../src/contract/read.ts'
import { DIALECTS } from '../../../src/surfaces/dialects/dialects.ts'
import { openapiDocument } from '../../../src/surfaces/openapi/document.ts'
import { LIBRARY, library } from '../../helpers/library.ts'

const options = { version: '1.2.3', serverUrl: 'https://gate.example' }
const catalog = makeCatalog(LIBRARY)

/** A dialect as its readers see it. */
// biome-ignore lint/suspicious/noExplicitAny: each dialect has a shape of its own
function read(name: string, operations: readonly Operation[] = catalog.operations): any {
  const dialect = DIALECTS.find(candidate => candidate.name === name)
  const told = dialect?.write({ ...options, catalog, operations, openapi: () => openapiDocument(catalog, options) })
  return typeof told === 'string' ? told : JSON.parse(JSON.stringify(told))
}

const named = (tools: { name: string }[], name: string) => tools.find(tool => tool.name === name)
const functionsOf = (list: { tools: { function: { name: string } }[] }) => list.tools.map(tool => tool.function)

t.test('what may be absent may be null for a strict caller, and the door takes it so', async t => {
  const list = named(functionsOf(read('openai-chat')), 'library_list_books')
  t.match(list, { strict: true, parameters: { additionalProperties: false } })
  const { properties, required } = Object(list).parameters
  t.strictSame([...required].sort(), Object.keys(properties).sort())
  t.strictSame(properties.longest.anyOf[1], { type: 'null' })
  t.match(properties.longest.description, /default 1000/, 'a default is told in words')
  const nulls = Object.fromEntries(Object.keys(properties).map(name => [name, null]))
  const operation = catalog.get('library_list_books')
  t.match(operation && readInput(operation, nulls), { longest: 1000, limit: 25 })
})

t.test('an input that OpenAI can not hold strictly is told loosely, with the reason', async t => {
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
  t.ok(tools[0].function.parameters.properties.labels.patternProperties, 'as the definition has it')
  t.match(loose, [{ name: 'library_label_books', reason: /patternProperties|Record|not supported|cannot/i }])
  t.strictSame(read('openai-chat').loose, [])
})

t.test('Responses has a namespace a system, and says what a call answers', async t => {
  const { tools } = read('openai-responses')
  t.match(tools, [{ type: 'namespace', name: 'library', description: 'Use it in tests.' }])
  t.match(named(tools[0].tools, 'library_get_book'), {
    type: 'function',
    strict: true,
    output_schema: { properties: { success: { type: 'boolean' }, data: { properties: { title: {} } } } }
  })
})

t.test('of many tools only the most needed are loaded at once, where the provider can search the rest', async t => {
  const many = Array.from({ length: 31 }, (_, place) => ({ ...catalog.operations[0], id: `library_x${place}`, core: place === 0 }))
  const operations = many.filter((operation): operation is Operation => 'tool' in operation)
  const responses = read('openai-responses', operations)
  t.equal(responses.tools[0].type, 'tool_search')
  t.strictSame([responses.tools[1].tools[0].defer_loading, responses.tools[1].tools[1].defer_loading], [undefined, true])
  const messages = read('anthropic', operations)
  t.match(messages.tools[0], { type: /^tool_search_tool_bm25/ })
  t.strictSame([messages.tools[1].defer_loading, messages.tools[2].defer_loading], [undefined, true])
  t.equal(read('anthropic').tools[0].type, undefined, 'few are all loaded')
})

t.test('Anthropic reads the whole schema, and examples that fit it', async t => {
  const { tools, loose } = read('anthropic')
  t.match(named(tools, 'library_get_book'), {
    input_schema: { type: 'object', properties: { book_id: { pattern: '^[0-9]+$' } }, required: ['book_id'] },
    input_examples: [{ book_id: '1' }]
  })
  t.match(loose, [{ name: '*', reason: /grammar/ }])
})

t.test('Gemini is told in words what its schemas can not hold', async t => {
  const [{ functionDeclarations }] = read('gemini').tools
  const { book_id } = Object(named(functionDeclarations, 'library_get_book')).parametersJsonSchema.properties
  t.strictSame(book_id, { type: 'string', description: 'Id of the book (shortest 1, longest 20, pattern "^[0-9]+$")' })
})

t.test('MCP is told as tools/list tells it', async t => {
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
  t.notMatch(text, /"required":\[\]/, 'a list of nothing is refused')
  t.notOk('JobEvent' in schemas, 'what only a webhook refers to is gone with it')
  const { responses } = document.paths['/v1/library/books/{book_id}'].get
  t.match(responses['404'], { description: 'upstream_not_found: The library has no such book.', content: { 'application/json': {} } })
  t.ok(responses['200'].content['application/json'].examples.emma.value.data.title, 'examples stay as they are')
})

t.test('a request of the Postman collection holds a working example and checks its answer', async t => {
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
  t.equal(ranks.at(-1), 'DELETE', 'what destroys comes last')
  t.match(read('postman-environment'), { values: [{ key: 'base_url' }, { key: 'api_key', type: 'secret' }] })
})

t.test('llms.txt leads a model to every operation', async t => {
  const text = read('llms.txt')
  t.match(text, /^# Toolgate\n\n> /)
  for (const { id, summary } of catalog.operations) t.match(text, `- [${id}](https://gate.example/v1/catalog/${id}): ${summary}.`)
})

t.test('equal catalogs are told alike in every dialect', async t => {
  const turned = makeCatalog([...LIBRARY].reverse())
  for (const { name } of DIALECTS) t.strictSame(read(name, turned.operations), read(name), name)
})
