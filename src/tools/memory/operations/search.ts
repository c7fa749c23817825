import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import type { Requirement } from '../../../contract/requires.ts'
import { listOf, nullable, stringEnum } from '../../../contract/schema.ts'
import { inLine } from '../../../lib/format.ts'
import { search } from '../client/queries.ts'
import { ANSWERED, FOUND } from '../examples.ts'
import { linkLine, paged } from '../markdown.ts'
import { asOfInput, GraphObject, Link, relationName, typeName } from '../schemas.ts'
import { memory } from '../tool.ts'

/** A filter that only one kind has excludes the other kind; both together would exclude everything. */
const filtersFit: Requirement = {
  text: 'type applies only to objects, and relation only to links: set at most one of them, and kind, if set, must match it.',
  check({ kind, type, relation }) {
    const expected = filtersFit.text
    if (type !== undefined && relation !== undefined) return { path: 'relation', message: 'cannot be combined with type', expected }
    if (type !== undefined && kind === 'link') return { path: 'type', message: 'cannot be combined with kind link', expected }
    return relation !== undefined && kind === 'object'
      ? { path: 'relation', message: 'cannot be combined with kind object', expected }
      : undefined
  }
}

export default defineOperation(memory, {
  name: 'search',
  core: true,
  summary: 'Search objects and facts',
  description:
    'Returns objects and facts that match a question or words, best match first. Use it if you do not know the exact name, or to find facts. If you know the name, use get_object, which returns all links. The search covers names, summaries, attributes, facts, relations and sources. Case, accents, inflection and words such as "the" are ignored; rare words, and links to other matches, raise the rank. A word followed by * matches all words that begin with it. Set match to all to require every word. Only the first 100 different words of a query count. Only links that are valid now, or at the time that you set, are returned. With type, only objects are returned; with relation, only links. If the operator has set an endpoint for embeddings, the query is sent to it, and results close in meaning are ranked, too, even if they share no word with the query. At most 2,000 objects and 2,000 links are ranked; if more match, total has relation gte.',
  permission: 'read',
  http: 'GET /search',
  list: true,
  see_also: ['memory_get_object', 'memory_list_objects', 'memory_get_neighbourhood'],
  asked_as: {
    en: [
      'do you remember something about a topic',
      'what did I tell you about it',
      'look in your memory',
      'recall what we discussed',
      'search what you know',
      'have I mentioned this before',
      'what was the thing about the house',
      'do you know who likes tea',
      'what do you remember about last year',
      'do you recall my shoe size',
      'did I tell you when',
      'what was her name again',
      "what's my favourite color",
      'have I ever mentioned something about it',
      'do you still know what I said',
      'have I ever mentioned a boat',
      'did I tell you about my allergy',
      'what did I say about my sister',
      'do you remember something about a trip'
    ],
    de: ['erinnerst du dich an etwas', 'im Gedächtnis suchen'],
    es: ['recuerdas algo sobre un tema', 'busca en la memoria'],
    fr: ['te souviens-tu de quelque chose', 'chercher dans la mémoire'],
    ja: ['何か覚えている', '記憶を検索'],
    pl: ['czy pamiętasz coś o temacie', 'szukaj w pamięci']
  },
  input: Type.Object({
    query: Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'Question, or words to search for; a word ending in * matches all words that begin with it'
    }),
    match: stringEnum(['all', 'any'], { default: 'any', description: 'all: every word must match; any: at least one. Default any' }),
    kind: Type.Optional(stringEnum(['object', 'link'], { description: 'Only objects, or only links. Default: both' })),
    type: Type.Optional(typeName('Only objects of this type. Default: all')),
    relation: Type.Optional(relationName('Only links with this relation. Default: all')),
    ...asOfInput
  }),
  requires: [filtersFit],
  output: listOf(
    Type.Object({
      kind: stringEnum(['object', 'link'], { description: 'Kind of result' }),
      score: Type.Number({
        'x-volatile': true,
        description: 'Relevance, higher is better; comparable only within one response'
      }),
      object: nullable(GraphObject, { description: 'Object; null for a link' }),
      link: nullable(Link, { description: 'Link; null for an object' })
    }),
    {}
  ),
  errors: {},
  examples: [
    { name: 'words', summary: 'Two words, in any form', input: { query: 'RELATIONAL database' }, output: FOUND },
    {
      name: 'question',
      summary: 'A question, about one relation',
      input: { query: 'Who is leading the Atlas project?', relation: 'leads' },
      output: ANSWERED
    },
    {
      name: 'no_words',
      summary: 'An empty query',
      input: { query: '—' },
      error: { reason: 'invalid_field_value', message: 'query contains no words.' }
    }
  ],
  markdown: ({ items, next_cursor }) => paged(items.length === 0 ? 'Nothing found.' : items.map(foundLine).join('\n'), next_cursor),
  handler: (input, call) => search(input, call)
})

function foundLine({ object, link }: { object: GraphObject | null; link: Link | null }): string {
  if (link) return linkLine(link)
  return object
    ? `- ${inLine(`**${object.name}**${object.type === null ? '' : ` (${object.type})`}${object.summary === '' ? '' : `: ${object.summary}`}`)}`
    : '- gone'
}
