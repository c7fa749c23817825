import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { addLink } from '../client/links.ts'
import { ADDED_LINK } from '../examples.ts'
import { STORAGE } from '../failures.ts'
import { LONGEST } from '../limits.ts'
import { linkLine } from '../markdown.ts'
import { linkShown, moment, objectName, relationName, source, start, summary, typeName } from '../schemas.ts'
import { memory } from '../tool.ts'
import { tripleSaid } from '../triple.ts'

export default defineOperation(memory, {
  name: 'add_link',
  core: true,
  summary: 'Remember one fact: a link between two objects',
  description:
    'Adds a link from one object to another, and the objects that are not there yet, in one step. Use it for a simple fact, such as "Ada works at Northwind": it is quick and costs nothing. For a long text with many facts use build_from_text; to say what an object is, use update_object. A link that holds now already is no error: created is then false, and it is answered as it is. Where the same link ended before, a new one is made, and history stays. Answers the link, and which objects were made.',
  permission: 'write',
  idempotent: true,
  http: 'POST /links',
  success: [200, 201],
  aliases: ['add_memory_link'],
  see_also: ['memory_invalidate_link', 'memory_update_object', 'memory_build_from_text'],
  input: Type.Object({
    from: objectName('Object the link leads from'),
    relation: relationName('What the one is to the other, in few words, such as uses or works at. Case, _ and - make no other relation'),
    to: objectName('Object the link leads to'),
    fact: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: LONGEST.fact,
        description: 'The fact as a sentence, for people and for search. Absent: from, relation, to'
      })
    ),
    valid_at: start(
      'From when on it holds. Absent: always, or not known; where the same link ended before, from now on, unless invalid_at is past'
    ),
    invalid_at: moment('From when on it no longer holds; after valid_at. Absent: no end is known'),
    summary: Type.Optional(summary('What the object from is, in a sentence; taken only where it is made now. Default: empty')),
    from_type: Type.Optional(typeName('Kind of the object from, such as Person; taken only where it is made now. Absent: not told')),
    to_type: Type.Optional(typeName('Kind of the object to; taken only where it is made now. Absent: not told')),
    source
  }),
  output: Type.Object({
    created: Type.Boolean({ description: 'false: the link was there already, and nothing was changed' }),
    link: linkShown('The link as it is'),
    objects: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the object' }),
        created: Type.Boolean({ description: 'Whether it was made now' })
      }),
      { description: 'The objects that it links' }
    )
  }),
  errors: {
    ...STORAGE,
    already_exists: 'The same link holds in a part of that time already; details.current says when'
  },
  examples: [
    {
      name: 'simple_fact',
      summary: 'Two new objects and a link between them',
      input: {
        from: 'Spring AI',
        relation: 'integrates',
        to: 'LLM',
        summary: 'A framework for building AI applications',
        from_type: 'Technology'
      },
      output: ADDED_LINK
    },
    {
      name: 'known_already',
      summary: 'What is known already is not added twice, however it is spelt',
      input: { from: 'ada  park', relation: 'WORKS_AT', to: 'northwind labs' },
      output: {
        created: false,
        link: {
          id: '2',
          from: 'Ada Park',
          relation: 'works at',
          to: 'Northwind Labs',
          fact: 'Ada Park leads engineering at Northwind Labs',
          valid_at: '2023-04-01T00:00:00.000Z',
          invalid_at: null,
          created_at: '2026-01-05T09:00:00.000Z',
          expired_at: null,
          source: 'sandbox'
        },
        objects: [
          { name: 'Ada Park', created: false },
          { name: 'Northwind Labs', created: false }
        ]
      }
    },
    {
      name: 'ends_before_it_begins',
      summary: 'An end before the beginning is refused',
      input: { from: 'A', relation: 'knows', to: 'B', valid_at: '2026-02-01', invalid_at: '2026-01-01' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: link => `Remember ${tripleSaid(link)}`,
  markdown: ({ created, link, objects }) => {
    const made = objects.filter(({ created }) => created).map(({ name }) => name)
    const news = made.length > 0 ? `\n\nNew: ${made.join(', ')}` : ''
    return `${created ? '✅ Added fact' : 'Known already'}:\n\n${linkLine(link)}${news}`
  },
  async handler(input, call) {
    const added = await addLink(input, call)
    if (added.created) call.respond({ status: 201 })
    return added
  }
})
