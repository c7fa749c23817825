import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { inLine } from '../../../lib/format.ts'
import { findPath } from '../client/queries.ts'
import { NO_OBJECT } from '../errors.ts'
import { PATH_TO_KOTLIN } from '../examples.ts'
import { linkLines } from '../markdown.ts'
import { Link, objectName, traversalInput } from '../schemas.ts'
import { memory } from '../tool.ts'

export default defineOperation(memory, {
  name: 'find_path',
  core: true,
  summary: 'Search for a path that connects two objects',
  description:
    'Returns a shortest path from one object to another over links that are valid now or at as_of: the objects on the path and the links between them. Use it to see how two things are related. For everything around one object, use get_neighbourhood. Links are followed in both directions unless you set direction. If there is no path, the call succeeds with found false.',
  permission: 'read',
  http: 'GET /path',
  see_also: ['memory_get_neighbourhood', 'memory_get_object'],
  asked_as: {
    en: [
      'how are two people connected',
      'relationship between two companies',
      'what links this person to that project',
      'do these two know each other',
      'what do these two have in common',
      'how does he know her',
      'chain between two entities',
      'how are the two connected',
      'what do she and the office have to do with each other',
      'through whom do I know him'
    ],
    de: ['wie hängen zwei Personen zusammen'],
    es: ['cómo están conectadas dos personas'],
    fr: ['comment deux personnes sont-elles liées'],
    ja: ['二人のつながりを調べて'],
    pl: ['jak są powiązane dwie osoby']
  },
  input: Type.Object({
    from: objectName('Object to start at'),
    to: objectName('Object to reach'),
    max_depth: Type.Integer({ minimum: 1, maximum: 8, default: 4, description: 'Maximum number of links on the path. Default 4' }),
    ...traversalInput
  }),
  output: Type.Object({
    found: Type.Boolean({ description: 'Whether there is a path' }),
    objects: Type.Array(Type.String({ description: 'Name of an object' }), {
      description: 'Objects on the path, including both ends; empty if there is no path'
    }),
    links: Type.Array(Link, { description: 'Links on the path, in order' })
  }),
  errors: NO_OBJECT,
  examples: [
    {
      name: 'two_links',
      summary: 'A person and a programming language, connected by a project',
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
    found ? `${inLine(objects.join(' → '))}\n\n${linkLines(links, 'Both are the same object.')}` : 'No path found.',
  handler: (input, call) => findPath(input, call)
})
