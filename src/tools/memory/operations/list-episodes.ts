import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { listOf } from '../../../contract/schema.ts'
import { inLine } from '../../../lib/format.ts'
import { listEpisodes } from '../client/episodes.ts'
import { KNOWN_TEXT, readKnownText } from '../examples.ts'
import { paged } from '../markdown.ts'
import { Episode } from '../schemas.ts'
import { memory } from '../tool.ts'

export default defineOperation(memory, {
  name: 'list_episodes',
  summary: 'List the texts that facts were extracted from',
  description:
    'Returns the episodes of the graph: records of the conversations and documents that build_from_text and bulk_import_texts read, latest first, each with its title, source and number of facts. Use it with link_id to find out which texts state a fact. Only the title of a text, or its first 200 characters, is stored. A fact that was added with add_link has a source, but no episode. To delete the record of a text, use delete_episode.',
  permission: 'read',
  http: 'GET /episodes',
  list: true,
  see_also: ['memory_get_object', 'memory_build_from_text', 'memory_delete_episode'],
  asked_as: {
    en: [
      'where do you know that from',
      'which conversation did this fact come from',
      'provenance of a fact in the knowledge graph',
      'which documents have you read',
      'who did you hear that from',
      'what texts have you learned from',
      'in which meeting was this said',
      'show the evidence for a memory'
    ],
    de: ['woher weißt du das'],
    es: ['de dónde sabes eso'],
    fr: ["d'où le sais-tu"],
    ja: ['どこでそれを知ったの'],
    pl: ['skąd to wiesz']
  },
  input: Type.Object({
    link_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 20, description: 'Only texts that state the link with this ID. Default: all texts' })
    )
  }),
  output: listOf(Episode, {}),
  errors: { link_not_found: 'No link has that ID' },
  examples: [
    {
      name: 'all',
      summary: 'The one text that was read',
      given: readKnownText,
      input: {},
      output: { items: [KNOWN_TEXT], next_cursor: null, total: { value: 1, relation: 'eq' } }
    },
    { name: 'no_link', summary: 'An ID that no link has', input: { link_id: '999999' }, error: { reason: 'link_not_found' } }
  ],
  markdown: ({ items, next_cursor }) =>
    paged(
      items.length === 0
        ? 'No texts.'
        : items
            .map(
              ({ id, title, source, facts }) => `- ${inLine(`${title}${source === null ? '' : ` (${source})`}`)}, facts: ${facts} \`${id}\``
            )
            .join('\n'),
      next_cursor
    ),
  handler: (input, call) => listEpisodes(input, call)
})
