import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { nullable } from '../../../contract/schema.ts'
import { getStatistics } from '../client/look.ts'
import { count } from '../schemas.ts'
import { memory } from '../tool.ts'

const time = (description: string) => nullable(Type.String({ format: 'date-time' }), { description })

export default defineOperation(memory, {
  name: 'get_statistics',
  core: true,
  summary: 'Tell how much the graph holds, and of what',
  description:
    'Answers how many objects and links there are, how many links hold, have ended or are to come, and the most frequent types and relations. Use it to learn what a graph is about and which words it uses. It does not tell the objects themselves: use list_objects or search.',
  permission: 'read',
  http: 'GET /statistics',
  see_also: ['memory_list_objects', 'memory_search'],
  input: Type.Object({}),
  output: Type.Object({
    objects: count('Objects'),
    links: Type.Object(
      {
        total: count('All links ever recorded'),
        current: count('Those that hold now'),
        ended: count('Those that have ended'),
        to_come: count('Those that do not hold yet')
      },
      { description: 'Links' }
    ),
    types: Type.Array(
      Type.Object({
        type: nullable(Type.String(), { description: 'The type; null for objects without one' }),
        objects: count('Objects of it')
      }),
      { description: 'The 20 most frequent types' }
    ),
    relations: Type.Array(Type.Object({ relation: Type.String({ description: 'The relation' }), links: count('Links of it') }), {
      description: 'The 20 most frequent relations'
    }),
    first_recorded: time('When the first object was recorded, ISO 8601; null where there is none'),
    last_recorded: time('When a link was last recorded or ended, ISO 8601; null where nothing was')
  }),
  errors: {},
  examples: [
    {
      name: 'sandbox',
      summary: 'What a small graph holds',
      tested_elsewhere: 'it depends on what was done before: test/tools/memory/sandbox.test.ts',
      input: {},
      output: {
        objects: 9,
        links: { total: 8, current: 7, ended: 1, to_come: 0 },
        types: [{ type: 'Technology', objects: 4 }],
        relations: [{ relation: 'uses', links: 3 }],
        first_recorded: '2026-01-05T09:00:00.000Z',
        last_recorded: '2026-01-05T09:00:00.000Z'
      }
    },
    { name: 'unknown_property', summary: 'It takes no input', input: { name: 'Atlas' }, error: { reason: 'unknown_field' } }
  ],
  handler: (_input, call) => getStatistics(call)
})
