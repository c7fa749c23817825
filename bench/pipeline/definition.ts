import { Type } from 'typebox'
import { defineOperation } from '../../src/contract/operation.ts'
import { listOf, nullable, stringEnum } from '../../src/contract/schema.ts'
import { defineTool } from '../../src/contract/tool.ts'

const tool = defineTool({
  name: 'bench',
  title: 'Bench',
  description: 'Responds from memory. Needs no settings.',
  prompt: 'For measuring only.',
  settings: Type.Object({ flavour: Type.String({ description: 'Anything' }) }),
  connect: settings => settings,
  available: async () => ({ available: true }),
  concurrent: true
})

const Issue = Type.Object({
  id: Type.Integer({ description: 'Id' }),
  title: Type.String({ description: 'Title' }),
  state: stringEnum(['opened', 'closed'], { description: 'State' }),
  author: Type.Object(
    { username: Type.String({ description: 'Name' }), url: Type.String({ description: 'Page' }) },
    { description: 'Who wrote it' }
  ),
  labels: Type.Array(Type.String(), { description: 'Labels' }),
  created_at: Type.String({ description: 'When' }),
  closed_at: nullable(Type.String(), { description: 'When, null while open' })
})

const items = Array.from({ length: 50 }, (_, id) => ({
  id,
  title: `The ${id}th thing to mend, with "quotes" and — dashes`,
  state: id % 3 === 0 ? ('closed' as const) : ('opened' as const),
  author: { username: `user-${id % 7}`, url: `https://git.example.com/user-${id % 7}` },
  labels: ['bug', 'backend', `team-${id % 4}`],
  created_at: '2026-11-21T10:00:00.000Z',
  closed_at: id % 3 === 0 ? '2026-11-22T10:00:00.000Z' : null
}))

/** An operation that lists 50 items. */
export const listThings = defineOperation(tool, {
  name: 'list_things',
  summary: 'List fifty things',
  description: 'Returns fifty items from memory.',
  permission: 'read',
  http: 'GET /projects/:project_id/things',
  input: Type.Object({
    project_id: Type.Integer({ minimum: 1, description: 'Id of the project' }),
    state: Type.Optional(stringEnum(['opened', 'closed', 'all'], { description: 'Only these' })),
    search: Type.Optional(Type.String({ maxLength: 200, description: 'Words' }))
  }),
  output: listOf(Issue, {}),
  errors: {},
  examples: [],
  list: true,
  handler: async () => ({ items, next_cursor: null, total: { value: 50, relation: 'eq' as const } })
})
