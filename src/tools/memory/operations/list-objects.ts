import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { listOf } from '../../../contract/schema.ts'
import { listObjects } from '../client/objects.ts'
import { LISTED_PEOPLE } from '../examples.ts'
import { MAX_LENGTH } from '../limits.ts'
import { GraphObject, typeName } from '../schemas.ts'
import { memory } from '../tool.ts'

export default defineOperation(memory, {
  name: 'list_objects',
  core: true,
  summary: 'List the objects of the graph',
  description:
    'Returns objects sorted by name, without links, page by page; filter them by type or by the beginning of the name. Use it to see which objects exist: unlike memory_search, it returns all of them. To find objects by the words of their summaries, use memory_search; for links, get_object. A page continues after the last name of the previous page, so no object is listed twice or missed when other objects are created or deleted.',
  permission: 'read',
  http: 'GET /objects',
  list: true,
  see_also: ['memory_search', 'memory_get_object', 'memory_get_statistics'],
  asked_as: {
    en: [
      'who and what is in your memory',
      'all people you know',
      'show every entity',
      'list the companies in the graph',
      'which people do you know',
      'what topics are in memory',
      'show all projects you remember',
      'which companies do you remember',
      'whom do you know',
      'list everyone in your memory',
      'all the things you have stored',
      'everybody you know about',
      'what kinds of things are in memory'
    ]
  },
  input: Type.Object({
    type: Type.Optional(typeName('Only objects of this type, case-insensitive. Default: all')),
    name_prefix: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_LENGTH.name,
        description: 'Only objects whose names begin with this text, case-insensitive. Default: all'
      })
    )
  }),
  output: listOf(GraphObject, {}),
  errors: {},
  examples: [
    { name: 'people', summary: 'Objects of one type', input: { type: 'person' }, output: LISTED_PEOPLE },
    {
      name: 'bad_cursor',
      summary: 'A cursor of another operation',
      input: { cursor: 'abc' },
      error: { reason: 'invalid_field_value', message: 'cursor was not returned by this operation.' }
    }
  ],
  handler: (input, call) => listObjects(input, call)
})
