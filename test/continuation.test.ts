import t, { type Test } from 'tap'
import { Type } from 'typebox'
import { toJsonSchema } from '../src/catalog/json-schema.ts'
import { highestPermission, type Operation } from '../src/contract/operation.ts'
import { streamSpec } from '../src/contract/stream.ts'
import type { AnyTool } from '../src/contract/tool.ts'
import { LEAN, listedTool } from '../src/surfaces/shared/listed-tool.ts'
import { loadCatalog } from '../src/systems/load-catalog.ts'
import { startApp } from './helpers/app.ts'
import { ownExamples } from './helpers/catalog-rules.ts'
import { byName } from './helpers/fake-tool.ts'
import { joined } from './helpers/join-parts.ts'
import { inflated } from './helpers/large-value.ts'
import { connect } from './helpers/mcp.ts'

type Facts = Record<string, unknown>

/** Default maximum size of a response to a model. */
const MAX_RESPONSE = 25_000
const ITEMS = 40

const catalog = await loadCatalog()
const isRead = (operation: Operation): boolean => operation.kind === 'operation' && highestPermission(operation.permission) === 'read'
const isEndless = ({ output }: Operation): boolean => streamSpec(output)?.endless === true
const reads = catalog.operations.filter(operation => isRead(operation) && !isEndless(operation))

const tools = new Map<AnyTool, AnyTool>()
/** A system of the same name without settings, so that it is available. */
function openTool(tool: AnyTool): AnyTool {
  const known = tools.get(tool)
  if (known) return known
  const { name, title, description, prompt, access } = tool
  const opened: AnyTool = {
    ...{ name, title, description, prompt, settings: Type.Object({}), concurrent: true },
    ...(access && { access }),
    connect: () => ({}),
    available: async () => ({ available: true })
  }
  tools.set(tool, opened)
  return opened
}

/** The operation, with a system that returns large data. */
function large(operation: Operation): Operation {
  const whole = Object(inflated(toJsonSchema(operation.output)))
  const items = operation.list ? many(operation) : []
  const page = ({ limit, cursor, page, per_page, start }: Facts): object => {
    const size = Number(per_page ?? limit)
    const from = Number(cursor ?? start ?? (Number(page ?? 1) - 1) * size)
    return { ...whole, items: items.slice(from, from + size), next_cursor: from + size < items.length ? String(from + size) : null }
  }
  const [media_type] = streamSpec(operation.output)?.media_types ?? []
  const handler = async (input: Facts): Promise<unknown> => {
    if (media_type !== undefined) return { body: inChunks(Buffer.from(FILE)), media_type, filename: 'a.txt' }
    return operation.list ? page(input) : whole
  }
  return { ...operation, tool: openTool(operation.tool), assertAvailable: () => undefined, see_also: [], handler }
}

const FILE = Array.from({ length: 6_000 }, (_, at) => `{"line":${at},"text":"“é” \u{1f600}"}\n`).join('')

async function* inChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 7_001) yield bytes.subarray(at, at + 7_001)
}

function many({ output }: Operation): unknown[] {
  const items = toJsonSchema(output).properties?.['items']?.items ?? {}
  return Array.from({ length: ITEMS }, (_, at) => inflated(items, at % 7 === 3 ? 1 : 2, at + 1))
}

const definitions = reads.map(large)
const { app } = await startApp(t, { definitions, mcp: { discovery: 'all' } })
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const client = await connect(t, url, { query: '?output_schemas=all' })
let listed = 0
for (let cursor: string | undefined; ; ) {
  const { tools, nextCursor } = await client.listTools(cursor === undefined ? {} : { cursor })
  listed += tools.length
  if (nextCursor === undefined) break
  cursor = nextCursor
}
t.ok(listed >= definitions.length, 'the client has every output schema, and validates structured content')

interface Response {
  data: Facts
  metadata: Facts
  size: number
}

type Ask = (operation: Operation, input: object) => Promise<Response>

const askByName: Ask = async (operation, input) => {
  const body = (await byName(app, operation.id, input)).json()
  if (!body.success) throw new Error(JSON.stringify(body.error))
  return { ...body, size: JSON.stringify(body).length }
}

const askOverMcp: Ask = async (operation, input) => {
  const result = await client.callTool({ name: operation.id, arguments: { ...input } })
  if (result.isError === true) throw new Error(JSON.stringify(result.content))
  const { structuredContent, content, _meta } = result
  if (!Array.isArray(content) || content.length === 0) throw new Error('The content is empty')
  const link = content.find(({ type }) => type === 'resource_link')
  if (link?.type === 'resource_link' && !Object.hasOwn(Object(structuredContent), 'content')) {
    const { contents } = await client.readResource({ uri: link.uri })
    return { data: { content: Object(contents[0]).blob, encoding: 'base64' }, metadata: {}, size: JSON.stringify(result).length }
  }
  return { data: Object(structuredContent), metadata: Object(_meta?.['toolgate/metadata']), size: JSON.stringify(result).length }
}

/** Follows next_cursor to the end, as docs/calls.md describes. */
async function readAll(ask: Ask, operation: Operation, input: object): Promise<{ whole: Facts; parts: number; largest: number }> {
  let { data, metadata, size } = await ask(operation, input)
  let [whole, parts, largest] = [data, 1, size]
  for (;;) {
    const { next_cursor: cursor } = data
    if (typeof cursor !== 'string') break
    if (parts > 2_000) throw new Error('It does not end')
    const continues = String(Object(metadata['truncated']).continues ?? '')
    ;({ data, metadata, size } = await ask(operation, { ...input, cursor }))
    whole = operation.list ? joinedPages(whole, data, continues) : Object(joined(whole, data, continues))
    parts += 1
    largest = Math.max(largest, size)
  }
  const { next_cursor: _, ...all } = whole
  return { whole: all, parts, largest }
}

/** Items of a list are always appended; if the last one continues, the first one is appended to it. */
function joinedPages({ items, ...before }: Facts, { items: more, ...part }: Facts, continues: string): Facts {
  const isItems = /^items\b/.test(continues)
  const all = joined({ items }, { items: more }, isItems ? continues : 'items')
  return { ...Object(isItems ? { ...before, ...part } : joined(before, part, continues)), ...Object(all) }
}

for (const operation of definitions) {
  const input = Object((ownExamples(operation)[0] ?? operation.examples[0])?.input)
  const { limit: _, cursor: __, max_chars: ___, page: ____, per_page: _____, start: ______, ...asked } = input
  t.test(`${operation.id}: a response to a model is bounded, and its parts are the whole`, async t => {
    t.ok(listedTool(operation, LEAN).input.properties?.['cursor'], 'a model that sends only what its list contains can continue it')
    const everything = operation.list ? { max_items: 1_000 } : {}
    if (streamSpec(operation.output)) return await followsFile(t, operation, asked)
    const whole = await askWhole(operation, { ...asked, ...everything })
    for (const [name, ask] of Object.entries({ 'by name': askByName, 'over MCP': askOverMcp })) {
      const read = await readAll(ask, operation, asked)
      t.ok(read.largest <= MAX_RESPONSE, `${name}: ${read.largest} characters`)
      t.strictSame(read.whole, whole, name)
      const needed = Math.ceil(JSON.stringify(whole).length / MAX_RESPONSE)
      t.ok(
        read.parts >= needed && read.parts <= needed * 3 + ITEMS,
        `${name}: ${read.parts} parts of ${JSON.stringify(whole).length} characters`
      )
    }
  })
}

/** The same for a file: its parts may be text or base64, and over MCP it may be a resource. */
async function followsFile(t: Test, operation: Operation, input: object): Promise<void> {
  for (const [name, ask] of Object.entries({ 'by name': askByName, 'over MCP': askOverMcp })) {
    const parts: Buffer[] = []
    let cursor: unknown
    do {
      const { data, size } = await ask(operation, { ...input, ...(typeof cursor === 'string' && { cursor }) })
      t.ok(size <= MAX_RESPONSE, `${name}: ${size} characters`)
      parts.push(Buffer.from(String(data['content']), data['encoding'] === 'base64' ? 'base64' : 'utf8'))
      cursor = data['next_cursor']
    } while (typeof cursor === 'string' && parts.length < 200)
    t.equal(Buffer.concat(parts).toString(), FILE, `${name}: ${parts.length} parts`)
  }
}

/** In one response, as large as the caller requests. */
async function askWhole(operation: Operation, input: object): Promise<Facts> {
  const { data } = await askByName(operation, { ...input, max_chars: 10_000_000 })
  const { next_cursor: _, ...whole } = data
  return whole
}
