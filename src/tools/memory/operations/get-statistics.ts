import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { nullable } from '../../../contract/schema.ts'
import { getStatistics } from '../client/queries.ts'
import { count } from '../schemas.ts'
import { memory } from '../tool.ts'

const time = (description: string) => nullable(Type.String({ format: 'date-time' }), { description })

export default defineOperation(memory, {
  name: 'get_statistics',
  core: true,
  summary: 'Get statistics of the graph',
  description:
    'Returns the number of objects and links, how many links are valid now, have ended or begin later, and the most frequent types and relations. Use it to see what a graph is about and which terms it uses. It does not return the objects themselves: use list_objects or memory_search.',
  permission: 'read',
  http: 'GET /statistics',
  see_also: ['memory_list_objects', 'memory_search'],
  asked_as: {
    en: [
      'how much do you remember',
      'how many facts are stored',
      'size of the knowledge graph',
      'number of people in your memory',
      'how big is the graph',
      'how much have you memorized',
      'how large is your memory',
      'how many things do you know',
      'how full is the memory',
      'count the facts in the graph',
      'number of entries in memory'
    ]
  },
  input: Type.Object({}),
  output: Type.Object({
    objects: count('Number of objects'),
    links: Type.Object(
      {
        total: count('All links, including ended ones'),
        current: count('Links that are valid now'),
        ended: count('Links that have ended'),
        to_come: count('Links that are not valid yet')
      },
      { description: 'Numbers of links' }
    ),
    types: Type.Array(
      Type.Object({
        type: nullable(Type.String(), { description: 'Type; null for objects without one' }),
        objects: count('Number of objects of this type')
      }),
      { description: 'The 20 most frequent types' }
    ),
    relations: Type.Array(
      Type.Object({ relation: Type.String({ description: 'Relation' }), links: count('Number of links with this relation') }),
      {
        description: 'The 20 most frequent relations'
      }
    ),
    first_recorded: time('Time the first object was recorded, ISO 8601; null if there is none'),
    last_recorded: time('Time a link was last recorded or ended, ISO 8601; null if there is none')
  }),
  errors: {},
  examples: [
    {
      name: 'sandbox',
      summary: 'Statistics of a small graph',
      tested_elsewhere: 'depends on earlier calls: test/tools/memory/sandbox.test.ts',
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
    { name: 'unknown_property', summary: 'The operation takes no input', input: { name: 'Atlas' }, error: { reason: 'unknown_field' } }
  ],
  handler: (_input, call) => getStatistics(call)
})
