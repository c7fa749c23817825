import path from 'node:path'
import t from 'tap'
import { Type } from 'typebox'
import { atLeastOne } from '../../../src/contract/requires.ts'
import { listOf, stringEnum } from '../../../src/contract/schema.ts'
import { COMPLETE, LEAN } from '../../../src/surfaces/shared/listed-tool.ts'
import { mcpTool } from '../../../src/surfaces/shared/mcp-tool.ts'
import { loadCatalog } from '../../../src/systems/load-catalog.ts'
import { fakeOperation } from '../../helpers/fake-tool.ts'

const count = Type.Integer({ default: 3, minimum: 1, description: 'How many', 'x-volatile': true })

t.test('a tool has the name of its operation, and its texts for people and models', async t => {
  const { name, title, description } = mcpTool(
    fakeOperation('find_things', { count }, undefined, { requires: [atLeastOne('count')] }),
    COMPLETE
  )
  t.equal(name, 'workshop_find_things')
  t.equal(title, 'Workshop: find things')
  t.match(description, /^The find_things of the tests\. Use it in tests.* Set at least one of: count\. Permission: read\.$/)
})

t.test('hints follow the highest permission of the operation', async t => {
  const hints = (permission: 'read' | 'write' | 'destructive', idempotent: boolean) =>
    mcpTool(fakeOperation('act', {}, undefined, { permission, idempotent }), LEAN).annotations
  t.match(hints('read', true), { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true })
  t.match(hints('write', false), { readOnlyHint: false, destructiveHint: false, idempotentHint: false })
  t.match(hints('destructive', true), { readOnlyHint: false, destructiveHint: true, idempotentHint: true })
})

t.test('an input with a default is optional, and unknown inputs are refused', async t => {
  const { inputSchema } = mcpTool(fakeOperation('act', { count, name: Type.String({ description: 'Name' }) }), COMPLETE)
  t.match(inputSchema, { type: 'object', required: ['name'], additionalProperties: false })
  t.strictSame(inputSchema.properties?.['count'], { type: 'integer', default: 3, minimum: 1, description: 'How many' })
})

t.test('no client can reject an output with a missing property or a new word', async t => {
  const state = stringEnum(['open', 'shut'], { description: 'State' })
  const item = Type.Object({ at: Type.String({ format: 'date-time', description: 'When' }), state })
  const { outputSchema } = mcpTool(fakeOperation('list', {}, undefined, { output: listOf(item, {}) }), COMPLETE)
  t.strictSame(outputSchema?.properties?.['items'], {
    type: 'array',
    description: 'Items of this page',
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

t.test('every operation of the catalog is a tool, without the properties that only this fixture reads', async t => {
  const { operations } = await loadCatalog(path.join(import.meta.dirname, '../../../src/tools'))
  const tools = [LEAN, COMPLETE].flatMap(detail => operations.map(operation => mcpTool(operation, detail)))
  t.equal(new Set(tools.map(({ name }) => name)).size, operations.length)
  t.strictSame(
    tools.filter(tool => JSON.stringify(tool).includes('"x-')).map(({ name }) => name),
    []
  )
})
