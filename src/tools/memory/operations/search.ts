import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import type { Requirement } from '../../../contract/requires.ts'
import { listOf, nullable, words } from '../../../contract/schema.ts'
import { search } from '../client/look.ts'
import { FOUND } from '../examples.ts'
import { linkLine, paged } from '../markdown.ts'
import { asOfInput, GraphObject, Link, relationName, typeName } from '../schemas.ts'
import { memory } from '../tool.ts'

/** What only one kind has leaves the other out; both together would leave out all. */
const filtersFit: Requirement = {
  text: 'type goes with objects and relation with links: give at most one of them, and no other kind beside it.',
  check({ kind, type, relation }) {
    const expected = filtersFit.text
    if (type !== undefined && relation !== undefined) return { path: 'relation', message: 'does not go with type', expected }
    if (type !== undefined && kind === 'link') return { path: 'type', message: 'does not go with kind link', expected }
    return relation !== undefined && kind === 'object' ? { path: 'relation', message: 'does not go with kind object', expected } : undefined
  }
}

export default defineOperation(memory, {
  name: 'search',
  core: true,
  summary: 'Find objects and facts by words',
  description:
    'Answers the objects whose names or summaries hold the words, and the links whose facts do, the best match first. Use it when the exact name is not known, or to find facts. When a name is known use get_object; it shows all links. Words are compared without case and accents, and each must be there unless match is any; a word with * behind it stands for all that begin so. Links are those that hold now, or as of another time. With type only objects are found, with relation only links. Of a word with very many matches the 2,000 latest are ranked; total then says gte.',
  permission: 'read',
  http: 'GET /search',
  list: true,
  see_also: ['memory_get_object', 'memory_list_objects', 'memory_get_neighbourhood'],
  input: Type.Object({
    query: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'Words to look for, at most 20; a word ending in * stands for all that begin so'
    }),
    match: words(['all', 'any'], { default: 'all', description: 'Whether all words must be there, or any. Default all' }),
    kind: Type.Optional(words(['object', 'link'], { description: 'Only objects, or only links. Absent: both' })),
    type: Type.Optional(typeName('Only objects of this type. Absent: all')),
    relation: Type.Optional(relationName('Only links of this relation. Absent: all')),
    ...asOfInput
  }),
  requires: [filtersFit],
  output: listOf(
    Type.Object({
      kind: words(['object', 'link'], { description: 'What was found' }),
      score: Type.Number({
        'x-volatile': true,
        description: 'How well it fits, the higher the better; only to be compared within one answer'
      }),
      object: nullable(GraphObject, { description: 'The object; null for a link' }),
      link: nullable(Link, { description: 'The link; null for an object' })
    }),
    {}
  ),
  errors: {},
  examples: [
    { name: 'words', summary: 'Two words, in any form', input: { query: 'RELATIONAL database' }, output: FOUND },
    {
      name: 'no_words',
      summary: 'Nothing to look for',
      input: { query: '—' },
      error: { reason: 'invalid_field_value', message: 'query holds no word.' }
    }
  ],
  markdown: ({ items, next_cursor }) => paged(items.length === 0 ? 'Nothing found.' : items.map(foundLine).join('\n'), next_cursor),
  handler: (input, call) => search(input, call)
})

function foundLine({ object, link }: { object: GraphObject | null; link: Link | null }): string {
  if (link) return linkLine(link)
  return object
    ? `- **${object.name}**${object.type === null ? '' : ` (${object.type})`}${object.summary === '' ? '' : `: ${object.summary}`}`
    : '- gone'
}
