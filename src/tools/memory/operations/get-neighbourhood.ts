import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { inLine } from '../../../lib/format.ts'
import { getNeighbourhood } from '../client/queries.ts'
import { NO_OBJECT } from '../errors.ts'
import { AROUND_ATLAS } from '../examples.ts'
import { linkLines } from '../markdown.ts'
import { GraphObject, Link, objectName, traversalInput } from '../schemas.ts'
import { memory } from '../tool.ts'

export default defineOperation(memory, {
  name: 'get_neighbourhood',
  core: true,
  summary: 'Get the neighborhood of an object',
  description:
    'Returns the objects within a number of links of an object, each with its distance, and the valid links between them. Use it to get the context of an object in one call. For a single object, use get_object; for the connection between two objects, find_path. At most budget objects and budget links are returned, nearest first. If there are more, complete is false, and next_links_cursor continues.',
  permission: 'read',
  http: 'GET /neighbourhood',
  see_also: ['memory_get_object', 'memory_find_path', 'memory_search'],
  asked_as: {
    en: [
      'what is related to this topic in memory',
      'everything around a person in the graph',
      'who are her contacts',
      'surroundings of an entity',
      'who and what is connected with her',
      'context of the project in memory',
      'things linked to a topic',
      'who is around her',
      'what belongs to the project in memory',
      'everyone who works with him',
      'who does she deal with',
      'whom does he know'
    ]
  },
  input: Type.Object({
    name: objectName('Object to start at'),
    depth: Type.Integer({ minimum: 1, maximum: 5, default: 1, description: 'Maximum distance in links. Default 1' }),
    budget: Type.Integer({
      minimum: 1,
      maximum: 500,
      default: 100,
      description: 'Maximum number of objects, and of links, to return. Default 100'
    }),
    links_cursor: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'next_links_cursor of the previous part, with the same input: continues with more distant objects. Default: from the object'
      })
    ),
    ...traversalInput
  }),
  output: Type.Object({
    objects: Type.Array(
      Type.Object({
        ...GraphObject.properties,
        distance: Type.Integer({ minimum: 0, description: 'Distance in links; 0: the object itself' })
      }),
      { description: 'Objects, nearest first' }
    ),
    links: Type.Array(Link, { description: 'Links through which the objects were reached, and other links found on the way' }),
    complete: Type.Boolean({ description: 'true: this is the last part' }),
    next_links_cursor: Type.Optional(
      Type.String({ 'x-volatile': true, description: 'Only if complete is false: pass it as links_cursor to continue' })
    )
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
    [objects.map(({ name, distance }) => `- **${inLine(name)}** (${distance})`).join('\n'), linkLines(links)].join('\n\n'),
  handler: (input, call) => getNeighbourhood(input, call)
})
