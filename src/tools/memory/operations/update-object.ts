import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { atLeastOne } from '../../../contract/requires.ts'
import { brief } from '../../../lib/format.ts'
import { updateObject } from '../client/objects.ts'
import { NO_OBJECT, STORAGE } from '../failures.ts'
import { LONGEST } from '../limits.ts'
import { Attribute, GraphObject, objectName, summary } from '../schemas.ts'
import { memory } from '../tool.ts'

export default defineOperation(memory, {
  name: 'update_object',
  core: true,
  summary: 'Change what is said of an object',
  description:
    'Sets the summary, type, attributes or name of an object; what is not given stays. Use it to correct or complete what an object is. Do not use it for facts that change with time: those are links (add_link, invalidate_link). An empty summary or type, and an empty list of attributes, takes them away. To make one object of two, use merge_objects. Answers the object and each change, old and new.',
  permission: 'write',
  idempotent: true,
  http: 'PATCH /object',
  aliases: ['update_memory_object'],
  see_also: ['memory_get_object', 'memory_merge_objects', 'memory_add_link'],
  input: Type.Object({
    name: objectName('Object to change'),
    summary: Type.Optional(summary('New summary; empty takes it away. Absent: it stays', ['newSummary', 'new_summary'])),
    type: Type.Optional(
      Type.String({
        maxLength: LONGEST.type,
        description: 'New type, such as Person; empty takes it away. Absent: it stays',
        'x-aliases': ['newType', 'new_type']
      })
    ),
    attributes: Type.Optional(
      Type.Array(Attribute, { maxItems: LONGEST.attributes, description: 'All attributes, in place of those there are. Absent: they stay' })
    ),
    new_name: Type.Optional(
      Type.String({ minLength: 1, maxLength: LONGEST.name, description: 'New name, which no other object has. Absent: it stays' })
    )
  }),
  requires: [atLeastOne('summary', 'type', 'attributes', 'new_name')],
  output: Type.Object({
    ...GraphObject.properties,
    changed: Type.Boolean({ description: 'false: all was so already' }),
    changes: Type.Array(
      Type.Object({
        field: Type.Enum(['name', 'type', 'summary', 'attributes'], { type: 'string', description: 'What was changed' }),
        old: Type.String({ description: 'What it was; empty where nothing was told' }),
        new: Type.String({ description: 'What it is now' })
      }),
      { description: 'Each change; none where all was so already' }
    )
  }),
  errors: { ...NO_OBJECT, ...STORAGE, already_exists: 'Another object has the new name' },
  examples: [
    {
      name: 'summary',
      summary: 'Say what an object is',
      input: { name: 'Kotlin', summary: 'A programming language for the JVM and beyond' },
      output: {
        name: 'Kotlin',
        type: 'Technology',
        summary: 'A programming language for the JVM and beyond',
        attributes: [],
        created_at: '2026-01-05T09:00:00.000Z',
        updated_at: '2026-01-05T09:00:00.000Z',
        changed: true,
        changes: [{ field: 'summary', old: '', new: 'A programming language for the JVM and beyond' }]
      }
    },
    {
      name: 'no_change',
      summary: 'Nothing to change is a mistake',
      input: { name: 'Kotlin' },
      error: { reason: 'missing_required_field' }
    },
    {
      name: 'unknown',
      summary: 'A name that no object has',
      input: { name: 'Kotlni', type: 'Technology' },
      error: { reason: 'object_not_found' }
    }
  ],
  message: ({ name, ...changes }) =>
    `Change ${Object.keys(changes)
      .filter(key => FIELDS.includes(key))
      .join(', ')} of ${brief(name)}`,
  handler: (input, call) => updateObject(input, call)
})

const FIELDS = ['summary', 'type', 'attributes', 'new_name']
