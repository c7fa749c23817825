import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { listOf } from '../../../contract/schema.ts'
import { listObjects } from '../client/objects.ts'
import { LISTED_PEOPLE } from '../examples.ts'
import { LONGEST } from '../limits.ts'
import { GraphObject, typeName } from '../schemas.ts'
import { memory } from '../tool.ts'

export default defineOperation(memory, {
  name: 'list_objects',
  core: true,
  summary: 'List the objects of the graph',
  description:
    'Answers objects in the order of their names, without links, page by page; by type, or by how their names begin. Use it to see what there is. It is complete; to find objects by words of their summaries use search, for links use get_object. A page goes on behind the last name of the page before, so nothing is listed twice or missed when others come or go.',
  permission: 'read',
  http: 'GET /objects',
  list: true,
  see_also: ['memory_search', 'memory_get_object', 'memory_get_statistics'],
  input: Type.Object({
    type: Type.Optional(typeName('Only objects of this type; case makes no difference. Absent: all')),
    name_prefix: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: LONGEST.name,
        description: 'Only objects whose names begin so; case makes no difference. Absent: all'
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
      error: { reason: 'invalid_field_value', message: 'cursor was not made by this operation.' }
    }
  ],
  handler: (input, call) => listObjects(input, call)
})
