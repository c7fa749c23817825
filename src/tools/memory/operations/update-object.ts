import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { atLeastOne } from '../../../contract/requires.ts'
import { brief } from '../../../lib/format.ts'
import { updateObject } from '../client/objects.ts'
import { NO_OBJECT, STORAGE } from '../errors.ts'
import { MAX_LENGTH } from '../limits.ts'
import { Attribute, GraphObject, objectName, summary } from '../schemas.ts'
import { memory } from '../tool.ts'

export default defineOperation(memory, {
  name: 'update_object',
  core: true,
  summary: 'Update an object: its summary, type, attributes, name or aliases',
  description:
    'Updates the summary, type, attributes, name or aliases of an object, keeps those that you omit, and returns the object and each change with old and new value. Use it to correct or complete an object. Do not use it for facts that change over time: those are links (add_link, invalidate_link). An empty summary, type or list clears the property. To merge two objects, use merge_objects.',
  permission: 'write',
  idempotent: true,
  http: 'PATCH /object',
  max_body: 512 * 1024,
  aliases: ['update_memory_object'],
  see_also: ['memory_get_object', 'memory_merge_objects', 'memory_add_link'],
  asked_as: {
    en: [
      'correct what you know about someone',
      'change the summary of a person in memory',
      'rename an entity',
      'set an attribute of a company',
      'her job title changed in memory',
      'describe an entity',
      'fix the name of a person you know',
      'her title changed, correct what you stored',
      'the name is spelled wrong in memory',
      'her surname is now another one',
      'correct his job in memory',
      'Ana is a doctor, add that to her entry',
      'the description of the company is wrong',
      'call the person by another name in memory',
      'she is now called Meyer',
      "add a note to someone's entry in memory",
      'change the type of an entry'
    ]
  },
  input: Type.Object({
    name: objectName('Object to update'),
    summary: Type.Optional(summary('New summary; empty clears it. Default: unchanged', ['newSummary', 'new_summary'])),
    type: Type.Optional(
      Type.String({
        maxLength: MAX_LENGTH.type,
        description: 'New type, such as Person; empty clears it. Default: unchanged',
        'x-aliases': ['newType', 'new_type']
      })
    ),
    attributes: Type.Optional(
      Type.Array(Attribute, {
        maxItems: MAX_LENGTH.attributes,
        description: 'New attributes, which replace all existing ones. Default: unchanged'
      })
    ),
    aliases: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: MAX_LENGTH.name, description: 'Alias' }), {
        maxItems: MAX_LENGTH.aliases,
        description: 'Other names that find the object, which no other object may have; they replace all existing ones. Default: unchanged'
      })
    ),
    new_name: Type.Optional(
      Type.String({ minLength: 1, maxLength: MAX_LENGTH.name, description: 'New name, which no other object may have. Default: unchanged' })
    )
  }),
  requires: [atLeastOne('summary', 'type', 'attributes', 'aliases', 'new_name')],
  output: Type.Object({
    ...GraphObject.properties,
    changed: Type.Boolean({ description: 'false: nothing had to change' }),
    changes: Type.Array(
      Type.Object({
        field: Type.Enum(['name', 'type', 'summary', 'attributes', 'aliases'], { type: 'string', description: 'Property that changed' }),
        old: Type.String({ description: 'Old value; empty if there was none' }),
        new: Type.String({ description: 'New value; empty if it was cleared' })
      }),
      { description: 'Changes; empty if nothing had to change' }
    )
  }),
  errors: { ...NO_OBJECT, ...STORAGE, already_exists: 'Another object has the new name or alias' },
  examples: [
    {
      name: 'summary',
      summary: 'Describe an object',
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
      summary: 'At least one change is required',
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
    `Update ${Object.keys(changes)
      .filter(key => FIELDS.includes(key))
      .join(', ')} of ${brief(name)}`,
  handler: (input, call) => updateObject(input, call)
})

const FIELDS = ['summary', 'type', 'attributes', 'aliases', 'new_name']
