import { Type } from 'typebox'
import { OPTIONS } from '../../../../catalog/reserved-inputs.ts'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, nullable, stringEnum } from '../../../../contract/schema.ts'
import { search } from '../../client/search/search.ts'
import { day, spaceKey, start } from '../../inputs.ts'
import { searchMarkdown } from '../../markdown.ts'
import { volatile } from '../../schemas.ts'
import { SearchItem } from '../../search-item.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'search',
  core: true,
  group: 'search',
  summary: 'Search pages, blog posts, attachments and spaces by text or CQL',
  description:
    'Searches by words, or by a CQL query (label = "x" and created > "2026-01-01" order by created desc), and returns an excerpt of each result. Use it to find pages by their content. The search index lags a few moments behind: new content is at first visible only to get_page and list_pages. Do not use it to check whether a page with a given title exists: use get_page.',
  permission: 'read',
  http: 'GET /search',
  timeout_ms: 15_000,
  list: true,
  aliases: [{ name: 'confluence', when: { operation: 'search' } }],
  see_also: ['confluence_get_page', 'confluence_list_pages', 'confluence_search_users'],
  asked_as: {
    en: [
      'find a doc about a topic',
      'look something up in the wiki',
      'search the knowledge base',
      'is there documentation on this',
      'where is the page about vacation policy',
      'search our internal docs',
      'which page mentions this',
      'do we have a guide for new hires',
      'look up our travel policy',
      'anything written about the migration',
      'pages that talk about a topic',
      'do we have anything written about it',
      'is our procedure documented somewhere',
      'how do we handle travel costs',
      'who has written about the outage',
      'is there a page on remote work',
      'where did we note the decision'
    ],
    de: ['im Wiki suchen', 'eine Seite zu einem Thema finden'],
    es: ['busca en la wiki', 'encuentra documentación sobre un tema'],
    fr: ['chercher dans le wiki', 'trouver une page sur un sujet'],
    ja: ['ウィキを検索', 'ドキュメントを探して'],
    pl: ['szukaj w wiki', 'znajdź stronę na temat']
  },
  input: Type.Object({
    query: Type.String({
      minLength: 1,
      maxLength: 1024,
      pattern: '\\S',
      'x-form': 'with at least one visible character',
      description: 'Words to search for, or CQL'
    }),
    query_language: stringEnum(['auto', 'cql', 'text'], {
      default: 'auto',
      description: 'cql; text: words; auto: CQL if query starts like CQL (field and operator), else words. Default auto'
    }),
    search_space: Type.Optional(spaceKey('Only results in this space')),
    search_type: Type.Optional(stringEnum(['page', 'blogpost', 'attachment', 'space'], { description: 'Only results of this type' })),
    modified_after: day('Only content changed at or after this time'),
    modified_before: day('Only content changed at or before this time'),
    created_after: day('Only content created at or after this time'),
    created_before: day('Only content created at or before this time'),
    excerpt: stringEnum(['none', 'indexed', 'highlight'], {
      default: 'indexed',
      description: 'none: no excerpts; indexed: the beginning; highlight: around the search words, which are marked. Default indexed'
    }),
    include_archived: Type.Boolean({ default: false, description: 'true: include archived spaces' }),
    start,
    no_cache: OPTIONS.no_cache
  }),
  output: listOf(SearchItem, {
    cql: Type.String({ description: 'Query in CQL, as sent to Confluence' }),
    search_duration_ms: nullable(Type.Integer(volatile), {
      description: 'Search time in milliseconds; null if Confluence does not return it'
    })
  }),
  errors: {
    cannot_be_honoured: 'The key is not allowed to use any space',
    upstream_not_found: 'This Confluence has no search',
    upstream_gone: 'The credential can no longer search'
  },
  examples: [
    {
      name: 'by_words',
      summary: 'Pages of one space that contain some words',
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
      summary: 'Unclosed CQL is refused before it is sent',
      input: { query: 'type = page and (text ~ "a"' },
      error: { reason: 'invalid_field_value', message: 'query has a bracket that is not closed.' }
    }
  ],
  message: ({ query, search_space }) =>
    `Search Confluence for "${query.slice(0, 100)}"${search_space === undefined ? '' : ` in ${search_space}`}`,
  markdown: searchMarkdown,
  handler: (input, call) => search(call.client, input, call)
})
