import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { OPTIONS } from '../../../../contract/reserved.ts'
import { listOf, nullable, words } from '../../../../contract/schema.ts'
import { search } from '../../client/search.ts'
import { day, spaceKey, start } from '../../inputs.ts'
import { searchMarkdown } from '../../markdown.ts'
import { volatile } from '../../schemas.ts'
import { SearchItem } from '../../search-item.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'search',
  core: true,
  group: 'search',
  summary: 'Find pages, blog posts, attachments and spaces by words or CQL',
  description:
    'Answers what Confluence finds, with an excerpt of each: by words, or by a query in CQL (label = "x" and created > "2026-01-01" order by created desc). Use it to find pages by what they say. It goes by an index that lags some moments behind: what was just written is seen by get_page and list_pages only. Do not use it to look whether a page of a title exists: use get_page.',
  permission: 'read',
  http: 'GET /search',
  timeout_ms: 15_000,
  list: true,
  aliases: [{ name: 'confluence', when: { operation: 'search' } }],
  see_also: ['confluence_get_page', 'confluence_list_pages', 'confluence_search_users'],
  input: Type.Object({
    query: Type.String({
      minLength: 1,
      maxLength: 1024,
      pattern: '\\S',
      'x-form': 'with something in it',
      description: 'Words to look for, or CQL'
    }),
    query_language: words(['auto', 'cql', 'text'], {
      default: 'auto',
      description: 'auto: CQL where it begins as CQL does (field and operator), else words. Default auto'
    }),
    search_space: Type.Optional(spaceKey('Only in this space')),
    search_type: Type.Optional(words(['page', 'blogpost', 'attachment', 'space'], { description: 'Only things of this type' })),
    modified_after: day('Only what changed from then on'),
    modified_before: day('Only what changed until then'),
    created_after: day('Only what was made from then on'),
    created_before: day('Only what was made until then'),
    excerpt: words(['none', 'indexed', 'highlight'], {
      default: 'indexed',
      description: 'none: no excerpts; indexed: the beginning; highlight: around the words looked for, which are marked. Default indexed'
    }),
    include_archived: Type.Boolean({ default: false, description: 'true: also in archived spaces' }),
    start,
    no_cache: OPTIONS.no_cache
  }),
  output: listOf(SearchItem, {
    cql: Type.String({ description: 'The query as it was sent' }),
    search_duration_ms: nullable(Type.Integer(volatile), { description: 'Milliseconds that Confluence searched; null where not told' })
  }),
  errors: {
    cannot_be_honoured: 'The key may use no space at all',
    upstream_not_found: 'Confluence has no search there',
    upstream_gone: 'The credential may not search any more'
  },
  examples: [
    {
      name: 'by_words',
      summary: 'Pages with some words, in one space',
      input: { query: 'install care', search_space: 'DOCS', search_type: 'page', limit: 1 },
      output: {
        items: [],
        next_cursor: null,
        total: { value: 0, relation: 'eq' },
        cql: '(siteSearch ~ "install care") and (space = "DOCS") and (type = page)',
        search_duration_ms: 3
      }
    },
    {
      name: 'open_bracket',
      summary: 'CQL that is not closed is refused before it is sent',
      input: { query: 'type = page and (text ~ "a"' },
      error: { reason: 'invalid_field_value', message: 'query has a bracket that is not closed.' }
    }
  ],
  message: ({ query, search_space }) =>
    `Search Confluence for "${query.slice(0, 100)}"${search_space === undefined ? '' : ` in ${search_space}`}`,
  markdown: searchMarkdown,
  handler: (input, call) => search(call.client, input, call)
})
