import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { findPath } from '../client/look.ts'
import { PATH_TO_KOTLIN } from '../examples.ts'
import { NO_OBJECT } from '../failures.ts'
import { linkLines } from '../markdown.ts'
import { Link, objectName, ways } from '../schemas.ts'
import { memory } from '../tool.ts'

export default defineOperation(memory, {
  name: 'find_path',
  core: true,
  summary: 'Find how two objects are connected',
  description:
    'Answers a shortest way from one object to another over links that hold, as the objects on it and the links between them. Use it to learn how two things have to do with each other. For all that is around one object use get_neighbourhood. Links are followed in both directions unless direction says otherwise. No way is no error: found is then false.',
  permission: 'read',
  http: 'GET /path',
  see_also: ['memory_get_neighbourhood', 'memory_get_object'],
  input: Type.Object({
    from: objectName('Object to begin at'),
    to: objectName('Object to come to'),
    max_depth: Type.Integer({ minimum: 1, maximum: 8, default: 4, description: 'Most links on the way' }),
    ...ways
  }),
  output: Type.Object({
    found: Type.Boolean({ description: 'Whether there is a way' }),
    objects: Type.Array(Type.String({ description: 'Name of an object' }), {
      description: 'The objects on it, both ends included; none where there is no way'
    }),
    links: Type.Array(Link, { description: 'The links on it, in their order' })
  }),
  errors: NO_OBJECT,
  examples: [
    {
      name: 'two_links',
      summary: 'A person and a language, by the project',
      input: { from: 'Ada Park', to: 'Kotlin' },
      output: PATH_TO_KOTLIN
    },
    {
      name: 'unknown',
      summary: 'A name that no object has',
      input: { from: 'Ada Park', to: 'Kotlni' },
      error: { reason: 'object_not_found' }
    }
  ],
  markdown: ({ found, objects, links }) =>
    found ? `${objects.join(' → ')}\n\n${linkLines(links, 'They are the same.')}` : 'No way was found.',
  handler: (input, call) => findPath(input, call)
})
