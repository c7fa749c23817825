import t from 'tap'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { createPorts } from '../../../src/server/ports.ts'
import { startApp } from '../../helpers/app.ts'
import { fakeOperation } from '../../helpers/fake-tool.ts'
import { connect } from '../../helpers/mcp.ts'

const definitions = [
  fakeOperation('find_nails', { length: Type.Integer({ default: 3, description: 'In centimetres' }) }),
  fakeOperation('erase', {}, undefined, { permission: 'destructive', summary: 'Take away all nails' })
]
const { app } = await startApp(t, { definitions, ports: createPorts({ policy: () => [] }), mcp: { discovery: 'search' } })
const client = await connect(t, await app.listen({ port: 0, host: '127.0.0.1' }))
const call = (name: string, input: Record<string, unknown>) => client.callTool({ name, arguments: input })

t.test('three tools are listed instead of all', async t => {
  t.strictSame(
    (await client.listTools()).tools.map(({ name }) => name),
    ['search_tools', 'describe_tool', 'call_tool']
  )
})

t.test('tools are found by words, matching names first', async t => {
  t.match((await call('search_tools', { query: 'the nails' })).structuredContent, {
    items: [
      { name: 'workshop_find_nails', summary: 'The find_nails of the tests', permission: 'read' },
      { name: 'workshop_erase', summary: 'Take away all nails', permission: 'destructive' }
    ],
    total: { value: 2, relation: 'eq' }
  })
  t.match((await call('search_tools', { query: 'nails', limit: 1 })).structuredContent, { items: [{}], total: { value: 2 } })
})

t.test('if no tool matches, the systems are listed', async t => {
  const none = { items: [], total: { value: 0 } }
  const systems = [{ system: 'workshop', title: 'Workshop', use: 'Use it in tests.' }]
  t.match((await call('search_tools', { query: 'quetzal' })).structuredContent, { ...none, systems })
})

t.test('an unknown system of a search is reported with the existing ones', async t => {
  for (const system of ['gitlab', 'worckshop', 'Workshop', 'constructor']) {
    const { isError, content, structuredContent } = await call('search_tools', { query: 'nails', system })
    t.equal(isError, true)
    t.match(structuredContent, { error: { details: { reason: 'system_not_found' } } })
    t.match(content, [{ text: /Available systems: workshop/ }])
  }
  const suggested = (await call('search_tools', { query: 'nails', system: 'worckshop' })).structuredContent
  t.match(suggested, { error: { details: { suggestions: ['Did you mean workshop?', 'workshop'] } } })
})

t.test('a tool is described with its schemas', async t => {
  const { structuredContent } = await call('describe_tool', { name: 'workshop_find_nails' })
  t.match(structuredContent, { name: 'workshop_find_nails', inputSchema: { properties: { length: { type: 'integer' } } } })
})

t.test('a tool is called as if by its own name', async t => {
  const { structuredContent } = await call('call_tool', { name: 'workshop_find_nails', arguments: { length: 5 } })
  t.strictSame(structuredContent, { seen: { length: 5 } })
  t.match((await call('call_tool', { name: 'workshop_erase', arguments: {} })).structuredContent, {
    error: { code: 'CONFIRMATION_REQUIRED' }
  })
  t.strictSame((await call('workshop_find_nails', {})).structuredContent, { seen: { length: 3 } })
})

t.test('invalid input of these tools returns an error that describes it', async t => {
  for (const [name, input] of [
    ['search_tools', {}],
    ['describe_tool', { name: 3 }],
    ['call_tool', { name: 'workshop_find_nails' }],
    ['call_tool', { name: 'call_tool', arguments: {} }]
  ] as const) {
    const { isError, structuredContent } = await call(name, input)
    t.equal(isError, true, name)
    t.match(structuredContent, { error: { code: 'VALIDATION_ERROR' } })
  }
})

t.test('a misspelled name in call_tool is an error of the tool, with the nearest names', async t => {
  const { isError, content, structuredContent } = await call('call_tool', { name: 'workshop_find_nail', arguments: {} })
  t.equal(isError, true)
  t.match(structuredContent, { error: { code: 'NOT_FOUND_ERROR', details: { outcome: 'not_executed' } } })
  t.match(content, [{ text: /Unknown tool: workshop_find_nail\. Nothing was called\.[\s\S]*Did you mean workshop_find_nails\?/ }])
  const strange = await call('call_tool', { name: 'quetzal', arguments: {} })
  t.match(strange, { isError: true, content: [{ text: /Search with search_tools/ }] })
  const nested = await call('call_tool', { name: 'call_tool', arguments: { name: 'workshop_find_nail', arguments: {} } })
  t.match(nested, { isError: true })
})

t.test('call_tool also accepts its arguments as JSON text', async t => {
  const seen = async (text: string) => (await call('call_tool', { name: 'workshop_find_nails', arguments: text })).structuredContent
  t.strictSame(await seen('{"length": 5}'), { seen: { length: 5 } })
  for (const none of ['', '{}', 'null']) t.strictSame(await seen(none), { seen: { length: 3 } }, none)
  for (const text of ['{"length": 5', '[5]', '5', '"{}"'])
    t.match(await seen(text), { error: { code: 'VALIDATION_ERROR', details: { issues: [{ path: 'arguments' }] } } }, text)
})

t.test('a misspelled tool name is reported with the nearest', async t => {
  t.match((await call('describe_tool', { name: 'workshop_find_nail' })).structuredContent, {
    error: { code: 'NOT_FOUND_ERROR', details: { suggestions: ['Did you mean workshop_find_nails?', String] } }
  })
})

t.test('the first three results include their inputSchema, as tools/list has it', async t => {
  const Found = Type.Object({ items: Type.Array(Type.Object({ name: Type.String(), inputSchema: Type.Optional(Type.Unknown()) })) })
  const names = ['bend_nails', 'count_nails', 'find_nails', 'sort_nails', 'weigh_nails']
  const { app } = await startApp(t, {
    definitions: names.map(name => fakeOperation(name, { length: Type.Integer({ description: 'In centimetres' }) })),
    mcp: { discovery: 'search' }
  })
  const other = await connect(t, await app.listen({ port: 0, host: '127.0.0.1' }))
  const { structuredContent } = await other.callTool({ name: 'search_tools', arguments: { query: 'nails' } })
  const { items } = Value.Parse(Found, structuredContent)
  t.strictSame(
    items.map(({ inputSchema }) => inputSchema !== undefined),
    [true, true, true, false, false]
  )
  for (const { inputSchema } of items.slice(0, 3)) {
    t.match(inputSchema, { type: 'object', properties: { length: { type: 'integer' } }, required: ['length'] })
    t.notMatch(inputSchema, { properties: { idempotency_key: {} } })
  }
})
