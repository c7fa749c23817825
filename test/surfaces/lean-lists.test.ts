import t from 'tap'
import type { JsonSchema } from '../../src/catalog/json-schema.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { startGateway } from '../helpers/gateway.ts'
import { connect } from '../helpers/mcp.ts'

// Models whose provider lets them send only what the schema of a tool lists: with the default lists they confirm calls, and read further pages and the rest of truncated responses.
const { url } = await startGateway(t, { dataDirectory: await temporaryFolder(t) })

// biome-ignore lint/suspicious/noExplicitAny: JSON of the gateway
type Data = any

interface Provider {
  /** Schema of the input of each tool. */
  schemas: Map<string, JsonSchema>
  /** Sends a call in the provider's format; returns the envelope. */
  send: (name: string, input: object) => Promise<Data>
}

const QUERY = 'tools=filesystem_write_file,filesystem_delete_file,filesystem_read_file,gitlab_list_issues'
const json = async (path: string, body?: object): Promise<Data> =>
  await (
    await fetch(new URL(path, url), {
      ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    })
  ).json()
const list = async (dialect: string): Promise<Data> => await json(`/v1/dialects/${dialect}?${QUERY}`)
const result = async (call: object): Promise<Data> => (await json('/v1/operations', { calls: [call] })).data.results[0]
const schemasOf = (tools: Data[], input: string): Map<string, JsonSchema> => new Map(tools.map(tool => [tool.name, tool[input]]))

const PROVIDERS: Record<string, () => Promise<Provider>> = {
  'openai-chat': async () => ({
    schemas: schemasOf(
      (await list('openai-chat')).tools.map((tool: Data) => tool.function),
      'parameters'
    ),
    send: (name, input) => result({ id: 'call_1', type: 'function', function: { name, arguments: JSON.stringify(input) } })
  }),
  'openai-responses': async () => ({
    schemas: schemasOf(
      (await list('openai-responses')).tools.flatMap(({ tools = [] }: Data) => tools),
      'parameters'
    ),
    send: (name, input) => result({ call_id: 'call_2', type: 'function_call', name, arguments: JSON.stringify(input) })
  }),
  anthropic: async () => ({
    schemas: schemasOf((await list('anthropic')).tools, 'input_schema'),
    send: (name, input) => result({ id: 'toolu_3', type: 'tool_use', name, input })
  }),
  gemini: async () => ({
    schemas: schemasOf((await list('gemini')).tools[0].functionDeclarations, 'parametersJsonSchema'),
    send: (name, input) => result({ name, args: input })
  }),
  mcp: async () => {
    const client = await connect(t, url, { query: `?${QUERY}` })
    const { tools } = await client.listTools()
    return {
      schemas: schemasOf(tools, 'inputSchema'),
      async send(name, input) {
        const { structuredContent, isError } = await client.callTool({ name, arguments: { ...input } })
        return isError ? structuredContent : { success: true, data: structuredContent }
      }
    }
  }
}

/** The input as a model must write it: nothing that the schema does not list, and null for what a strict schema requires but the call omits. */
function constrained(schema: JsonSchema | undefined, input: Record<string, unknown>): object {
  const { properties = {}, required = [] } = schema ?? {}
  const strange = Object.keys(input).filter(name => !Object.hasOwn(properties, name))
  if (strange.length > 0) throw new Error(`The schema does not list ${strange.join(', ')}`)
  return { ...Object.fromEntries(required.map(name => [name, null])), ...input }
}

/** More than the response of one call contains. */
const LONG_TEXT = Array.from({ length: 900 }, (_, line) => `Line ${line} of a text that one response does not contain`).join('\n')

for (const [name, open] of Object.entries(PROVIDERS))
  t.test(`${name}: a confirmation, a second page and the rest of a long text by the default list`, async t => {
    const { schemas, send } = await open()
    const call = (tool: string, input: Record<string, unknown>) => send(tool, constrained(schemas.get(tool), input))

    const file = `note-of-${name}.txt`
    t.match(await call('filesystem_write_file', { file_path: file, content: 'to be deleted' }), { success: true })
    const refused = await call('filesystem_delete_file', { file_path: file })
    t.match(refused, { success: false, error: { code: 'CONFIRMATION_REQUIRED', details: { outcome: 'not_executed' } } })
    t.match(await call('filesystem_delete_file', { file_path: file, confirm: true }), { success: true, data: { type: 'file' } })
    t.match(await call('filesystem_read_file', { file_path: file }), { success: false, error: { code: 'NOT_FOUND_ERROR' } })

    t.match(await call('filesystem_write_file', { file_path: file, content: LONG_TEXT }), { success: true })
    const texts: string[] = []
    let cursor: string | undefined
    do {
      const { success, data } = await call('filesystem_read_file', { file_path: file, ...(cursor !== undefined && { cursor }) })
      t.ok(success)
      texts.push(data.content)
      cursor = data.next_cursor
    } while (cursor !== undefined && texts.length < 10)
    t.ok(texts.length > 1)
    t.equal(texts.join('').replace(/^ *\d+\t/gm, ''), LONG_TEXT)

    const first = await call('gitlab_list_issues', { project: 'acme/web', limit: 2 })
    t.match(first, { success: true, data: { items: [{ iid: Number }, { iid: Number }], next_cursor: String } })
    const second = await call('gitlab_list_issues', { project: 'acme/web', limit: 2, cursor: first.data.next_cursor })
    const iids = [first, second].flatMap(({ data }) => data.items.map(({ iid }: Data) => iid))
    t.equal(new Set(iids).size, iids.length)
    t.ok(iids.length > 2)
  })

t.test('a list with reserved=all has the other reserved inputs, and a call may pass them without it', async t => {
  const schemaIn = async (query: string) => {
    const { tools } = await json(`/v1/dialects/mcp?tools=gitlab_list_issues&${query}`)
    return tools[0]
  }
  const [lean, all] = [await schemaIn('reserved=lean'), await schemaIn('reserved=all&output_schemas=all')]
  t.notOk(lean.inputSchema.properties.fields)
  t.notOk(lean.outputSchema)
  t.ok(all.inputSchema.properties.fields)
  t.ok(all.outputSchema.properties.items)
  const { data } = await result({ operation: 'gitlab_list_issues', arguments: { project: 'acme/web', fields: ['iid'], max_items: 3 } })
  t.strictSame(Object.keys(data.items[0]), ['iid'])
  const { instructions } = await json('/v1/dialects/anthropic?tools=gitlab_list_issues')
  t.match(instructions, /max_items.*on_timeout.*idempotency_key/)
})

t.test('an unknown system or tool in the query is refused, with the nearest names', async t => {
  t.match(await json('/v1/dialects/anthropic?systems=gitlap'), { error: { details: { suggestions: ['Did you mean gitlab?'] } } })
  t.match(await json('/v1/dialects/anthropic?tools=gitlab_get_isue'), { error: { details: { suggestions: [/gitlab_get_issue/] } } })
})
