import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { getNeighbourhood } from '../client/look.ts'
import { AROUND_ATLAS } from '../examples.ts'
import { NO_OBJECT } from '../failures.ts'
import { linkLines } from '../markdown.ts'
import { GraphObject, Link, objectName, ways } from '../schemas.ts'
import { memory } from '../tool.ts'

export default defineOperation(memory, {
  name: 'get_neighbourhood',
  core: true,
  summary: 'Show what is around an object',
  description:
    'Answers the objects within a number of links from one, each with its distance, and the links between them that hold. Use it to get the context of an object in one call. For one object alone use get_object, for how two are connected find_path. It stops at budget objects or links; complete is then false, and the nearest are there.',
  permission: 'read',
  http: 'GET /neighbourhood',
  see_also: ['memory_get_object', 'memory_find_path', 'memory_search'],
  input: Type.Object({
    name: objectName('Object to begin at'),
    depth: Type.Integer({ minimum: 1, maximum: 5, default: 1, description: 'How many links away' }),
    budget: Type.Integer({ minimum: 1, maximum: 500, default: 100, description: 'Most objects, and most links, to answer' }),
    ...ways
  }),
  output: Type.Object({
    objects: Type.Array(
      Type.Object({
        ...GraphObject.properties,
        distance: Type.Integer({ minimum: 0, description: 'Links away from the object; 0: itself' })
      }),
      { description: 'The objects, the nearest first' }
    ),
    links: Type.Array(Link, { description: 'The links between them by which they were reached, and those met on the way' }),
    complete: Type.Boolean({ description: 'false: there is more within that distance than the budget lets through' })
  }),
  errors: NO_OBJECT,
  examples: [
    {
      name: 'one_away',
      summary: 'What a project uses',
      input: { name: 'Atlas', relation: 'written in', direction: 'outgoing' },
      output: AROUND_ATLAS
    },
    { name: 'unknown', summary: 'A name that no object has', input: { name: 'Atlass' }, error: { reason: 'object_not_found' } }
  ],
  markdown: ({ objects, links }) =>
    [objects.map(({ name, distance }) => `- **${name}** (${distance})`).join('\n'), linkLines(links)].join('\n\n'),
  handler: (input, call) => getNeighbourhood(input, call)
})
