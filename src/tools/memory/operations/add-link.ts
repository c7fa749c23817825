import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { nullable, stringEnum } from '../../../contract/schema.ts'
import { inLine } from '../../../lib/format.ts'
import { addLink } from '../client/links.ts'
import { STORAGE } from '../errors.ts'
import { ADDED_LINK, RETURNED } from '../examples.ts'
import { MAX_LENGTH } from '../limits.ts'
import { describeTriple, linkLine } from '../markdown.ts'
import { instantInput, Link, linkShown, objectName, relationName, source, startInput, summary, typeName } from '../schemas.ts'
import { memory } from '../tool.ts'

export default defineOperation(memory, {
  name: 'add_link',
  core: true,
  summary: 'Add a fact: a link between two objects',
  description:
    'Adds a link from one object to another, creates the objects if they do not exist yet, and returns the link and the created objects. Use it for a simple fact, such as "Ada works at Northwind": it is fast and free. For a long text with many facts, use build_from_text; to describe an object, use update_object. If the same link is already valid, the call succeeds with created false, returns it unchanged, and lists in differences the values of the call that differ; correct it with update_link. If the same link ended before, a new one is created, and the history stays. contradictions lists facts that may no longer hold, such as another employer: the call changes none of them. End those that no longer hold with invalidate_link.',
  permission: 'write',
  idempotent: true,
  http: 'POST /links',
  success: [200, 201],
  aliases: ['add_memory_link'],
  see_also: ['memory_update_link', 'memory_invalidate_link', 'memory_update_object', 'memory_build_from_text'],
  asked_as: {
    en: [
      'remember that someone works at a company',
      'note a fact for later',
      'keep in mind that she likes tea',
      'save this piece of knowledge',
      'learn a relationship between two people',
      'store a preference of mine',
      "don't forget that he is allergic to nuts",
      'make a note that the project is led by Ada',
      'my sister lives in Rome, remember it',
      'for the future: I prefer short answers',
      'two people know each other, store it',
      "she is now head of sales, don't forget",
      'keep in mind that she works there',
      'he likes jazz, remember that',
      'note that he is vegetarian',
      'they are married, for your information',
      'my birthday is in May'
    ],
    de: ['merk dir, dass jemand etwas mag', 'eine Tatsache speichern'],
    es: ['recuerda que alguien trabaja en una empresa', 'guarda este dato'],
    fr: ["souviens-toi que quelqu'un travaille quelque part", 'retiens ce fait'],
    ja: ['覚えておいて', '事実を記憶する'],
    pl: ['zapamiętaj, że ktoś gdzieś pracuje', 'zapisz fakt']
  },
  input: Type.Object({
    from: objectName('Object the link starts at'),
    relation: relationName('Relation between the two objects, in a few words, such as `uses` or `works at`. Case, _ and - are ignored'),
    to: objectName('Object the link points to'),
    fact: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_LENGTH.fact,
        description: 'The fact as a sentence, for people and for search. Default: `from`, `relation` and `to`, joined'
      })
    ),
    valid_at: startInput(
      'Time from which the fact holds; always: no known start. Default: always, or now if the same link has ended and invalid_at is not in the past'
    ),
    invalid_at: instantInput('Time from which the fact no longer holds; must be after valid_at. Default: no known end'),
    summary: Type.Optional(
      summary('Description of the object in `from`, one sentence; used only if the object is created. Default: empty')
    ),
    from_type: Type.Optional(typeName('Kind of the object in `from`, such as Person; used only if the object is created. Default: none')),
    to_type: Type.Optional(typeName('Kind of the object in `to`; used only if the object is created. Default: none')),
    source
  }),
  output: Type.Object({
    created: Type.Boolean({ description: 'false: the link already existed, and nothing was changed' }),
    differences: Type.Array(
      Type.Object({
        field: stringEnum(['fact', 'source', 'valid_at', 'invalid_at'], { description: 'Property' }),
        recorded: nullable(Type.String(), { description: 'Recorded value, which is kept; null if there is none' }),
        requested: nullable(Type.String(), { description: 'Value of this call, which is not stored; null if there is none' })
      }),
      { description: 'Values of the call that differ from the existing link; empty if the link was created' }
    ),
    contradictions: Type.Array(Link, {
      description:
        'Facts that this one may contradict: same from and relation, valid at the same time, although the relation usually has one object at a time. At most 5; they are not changed'
    }),
    link: linkShown('The link, in its current state'),
    objects: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the object' }),
        created: Type.Boolean({ description: 'Whether this call created the object' })
      }),
      { description: 'The two objects of the link' }
    )
  }),
  errors: {
    ...STORAGE,
    already_exists: 'The same link already holds during part of the requested period; details.current shows it'
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
      summary: 'A known fact is not added twice: case, spaces and _ are ignored',
      input: { from: 'ada  park', relation: 'WORKS_AT', to: 'northwind labs' },
      output: {
        created: false,
        differences: [],
        contradictions: [],
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
      name: 'contradiction',
      summary: 'A new employer, while another one is recorded: both stay, and the contradiction is reported',
      input: { from: 'Ada Park', relation: 'works at', to: 'Fabrikam', valid_at: '2026-01-01', fact: 'Ada Park is back at Fabrikam' },
      output: RETURNED,
      tested_elsewhere: 'test/tools/memory/contradictions.test.ts'
    },
    {
      name: 'ends_before_it_begins',
      summary: 'The end must come after the beginning',
      input: { from: 'A', relation: 'knows', to: 'B', valid_at: '2026-02-01', invalid_at: '2026-01-01' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: link => `Add the fact ${describeTriple(link)}`,
  markdown: ({ created, link, objects }) => {
    const added = objects.filter(({ created }) => created).map(({ name }) => name)
    const newObjects = added.length > 0 ? `\n\nNew: ${inLine(added.join(', '))}` : ''
    return `${created ? '✅ Added fact' : 'Already known'}:\n\n${linkLine(link)}${newObjects}`
  },
  async handler(input, call) {
    const added = await addLink(input, call)
    if (added.created) call.respond({ status: 201 })
    return added
  }
})
