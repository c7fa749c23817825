import t from 'tap'
import { Type } from 'typebox'
import { createPorts } from '../../../src/ports.ts'
import { startApp } from '../../helpers/app.ts'
import { connect } from '../../helpers/mcp.ts'
import { make } from '../../helpers/workshop.ts'

const definitions = [
  make('find_nails', { length: Type.Integer({ default: 3, description: 'In centimetres' }) }),
  make('erase', {}, undefined, { permission: 'destructive', summary: 'Take away all nails' })
]
const { app } = await startApp(t, { definitions, ports: createPorts({ policy: () => [] }), mcp: { discovery: 'search' } })
const client = await connect(t, await app.listen({ port: 0, host: '127.0.0.1' }))
const call = (name: string, input: Record<string, unknown>) => client.callTool({ name, arguments: input })

t.test('three tools stand for all', async t => {
  t.strictSame(
    (await client.listTools()).tools.map(({ name }) => name),
    ['search_tools', 'describe_tool', 'call_tool']
  )
})

t.test('tools are found by words, those that are named so first', async t => {
  t.strictSame((await call('search_tools', { query: 'the nails' })).structuredContent, {
    items: [
      { name: 'workshop_find_nails', summary: 'The find_nails of the tests', permission: 'read' },
      { name: 'workshop_erase', summary: 'Take away all nails', permission: 'destructive' }
    ],
    total: { value: 2, relation: 'eq' }
  })
  t.match((await call('search_tools', { query: 'nails', limit: 1 })).structuredContent, { items: [{}], total: { value: 2 } })
})

t.test('where no tool fits, the systems are told', async t => {
  const none = { items: [], total: { value: 0 } }
  const systems = [{ system: 'workshop', title: 'Workshop', use: 'Use it in tests.' }]
  t.match((await call('search_tools', { query: 'quetzal' })).structuredContent, { ...none, systems })
  t.match((await call('search_tools', { query: 'nails', system: 'gitlab' })).structuredContent, { ...none, systems })
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

t.test('a wrong input of these tools is an answer that says what is wrong', async t => {
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

t.test('a misspelt name is answered with the nearest', async t => {
  t.match((await call('describe_tool', { name: 'workshop_find_nail' })).structuredContent, {
    error: { code: 'NOT_FOUND_ERROR', details: { suggestions: ['Did you mean workshop_find_nails?', String] } }
  })
})
