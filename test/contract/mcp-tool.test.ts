import path from 'node:path'
import t from 'tap'
import { Type } from 'typebox'
import { loadCatalog } from '../../src/catalog.ts'
import { mcpTool } from '../../src/contract/mcp-tool.ts'
import { atLeastOne } from '../../src/contract/requires.ts'
import { listOf, words } from '../../src/contract/schema.ts'
import { make } from '../helpers/workshop.ts'

const count = Type.Integer({ default: 3, minimum: 1, description: 'How many', 'x-volatile': true })

t.test('a tool is called as its operation, and says to people and models what it is', async t => {
  const { name, title, description } = mcpTool(make('find_things', { count }, undefined, { requires: [atLeastOne('count')] }))
  t.equal(name, 'workshop_find_things')
  t.equal(title, 'Workshop: find things')
  t.match(description, /^The find_things of the tests\. Use it in tests.* Give at least one of: count\. Permission: read\.$/)
})

t.test('hints follow the most that the operation may do', async t => {
  const hints = (permission: 'read' | 'write' | 'destructive', idempotent: boolean) =>
    mcpTool(make('act', {}, undefined, { permission, idempotent })).annotations
  t.match(hints('read', true), { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true })
  t.match(hints('write', false), { readOnlyHint: false, destructiveHint: false, idempotentHint: false })
  t.match(hints('destructive', true), { readOnlyHint: false, destructiveHint: true, idempotentHint: true })
})

t.test('what has a default need not be given, and nothing unknown is taken', async t => {
  const { inputSchema } = mcpTool(make('act', { count, name: Type.String({ description: 'Its name' }) }))
  t.match(inputSchema, { type: 'object', required: ['name'], additionalProperties: false })
  t.strictSame(inputSchema.properties?.['count'], { type: 'integer', default: 3, minimum: 1, description: 'How many' })
})

t.test('no client has cause to refuse an answer that lacks a field or holds a new word', async t => {
  const state = words(['open', 'shut'], { description: 'State' })
  const item = Type.Object({ at: Type.String({ format: 'date-time', description: 'When' }), state })
  const { outputSchema } = mcpTool(make('list', {}, undefined, { output: listOf(item, {}) }))
  t.strictSame(outputSchema.properties?.['items'], {
    type: 'array',
    description: 'The items of this page',
    items: {
      type: 'object',
      properties: {
        at: { type: 'string', description: 'When' },
        state: { type: 'string', description: 'State', examples: ['open', 'shut'] }
      }
    }
  })
  t.notMatch(JSON.stringify(outputSchema), /"(required|enum|format|additionalProperties)"/)
})

t.test('every operation of the catalog is a tool, and keeps what only this house reads to itself', async t => {
  const { operations } = await loadCatalog(path.join(import.meta.dirname, '../../src/tools'))
  const tools = operations.map(mcpTool)
  t.equal(new Set(tools.map(({ name }) => name)).size, operations.length)
  t.strictSame(
    tools.filter(tool => JSON.stringify(tool).includes('"x-')).map(({ name }) => name),
    []
  )
})
