import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { oneOf } from '../../../../contract/requires.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { allWarned } from '../../client/content/warn-hidden.ts'
import { listPages } from '../../client/pages/list-pages.ts'
import { ADA, DOCS } from '../../examples.ts'
import { SPACE_ERRORS } from '../../failures.ts'
import { spaceKey, start } from '../../inputs.ts'
import { pagesMarkdown } from '../../markdown.ts'
import { Page } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'list_pages',
  core: true,
  group: 'pages',
  summary: 'List the pages or blog posts of spaces',
  description:
    'Returns the pages or blog posts of one or several spaces as one list: last changed first, newest first, or by title. Use it to see the content of a space, or what changed there. On Cloud, new content appears immediately, except for blog posts ordered by title. To find pages by words, use confluence_search; for the pages below a page, list_children.',
  permission: 'read',
  http: 'GET /pages',
  timeout_ms: 10_000,
  list: true,
  aliases: [{ name: 'confluence', when: { operation: 'list' } }],
  see_also: ['confluence_search', 'confluence_get_page', 'confluence_list_spaces'],
  asked_as: {
    en: [
      'all docs of a space',
      'latest pages',
      'recently updated articles',
      'which blog posts are there',
      'browse the documentation',
      'newest articles',
      'which pages were changed this week',
      'show every doc of the team',
      "what's new in the space",
      'which docs does the team have',
      'the ten latest docs'
    ],
    de: ['alle Seiten des Bereichs'],
    es: ['todas las páginas del espacio'],
    fr: ["toutes les pages de l'espace"],
    ja: ['スペースのページ一覧'],
    pl: ['wszystkie strony przestrzeni']
  },
  input: Type.Object({
    space_key: Type.Optional(spaceKey('Space')),
    space_keys: Type.Optional(Type.Array(spaceKey('A space'), { minItems: 1, maxItems: 50, description: 'Keys of the spaces' })),
    content_type: stringEnum(['page', 'blogpost'], { default: 'page', description: 'page or blogpost. Default page' }),
    order_by: stringEnum(['title', 'created', 'modified'], {
      default: 'modified',
      description: 'title: from A to Z; created: newest first; modified: last changed first. Default modified'
    }),
    include_body: Type.Boolean({ default: false, description: 'true: include the bodies in storage format' }),
    start
  }),
  requires: [oneOf('space_key', 'space_keys')],
  output: listOf(Page, {}),
  errors: SPACE_ERRORS,
  examples: [
    {
      name: 'by_title',
      summary: 'The first page of two spaces, by title',
      input: { space_keys: ['DOCS', 'HR'], order_by: 'title', limit: 1 },
      output: {
        items: [
          {
            id: '65537',
            type: 'page',
            status: 'current',
            title: 'Documentation Home',
            space: DOCS,
            version: {
              number: 1,
              when: '2026-01-06T09:00:00.000Z',
              by: ADA,
              message: '',
              minor_edit: false,
              sync_rev: null,
              conf_rev: null
            },
            parent_id: null,
            ancestors: null,
            children: null,
            body: null,
            metadata: {
              labels: null,
              frontend_url: 'https://wiki.example.com/wiki/spaces/DOCS/pages/65537/Documentation+Home',
              created: '2026-01-06T09:00:00.000Z',
              created_by: ADA,
              properties: null
            },
            restrictions: null,
            extensions: { position: 0 }
          }
        ],
        next_cursor:
          'WyJXekVzSWk5M2FXdHBMMkZ3YVM5Mk1pOXdZV2RsY3o5N1hDSnpjR0ZqWlMxcFpGd2lPbHdpTmpVMU16WXNOalUyTnpkY0lpeGNJbk52Y25SY0lqcGNJblJwZEd4bFhDSXNYQ0p6ZEdGMGRYTmNJanBjSW1OMWNuSmxiblJjSW4waVhRIiwxLCJRaGN4SlFrVnlGIl0',
        total: { value: 1, relation: 'gte' }
      }
    },
    {
      name: 'unknown_space',
      summary: 'A key that no space has',
      input: { space_key: 'NOWHERE' },
      error: { reason: 'space_not_found', message: 'Confluence has no space NOWHERE that this account can see.' }
    }
  ],
  message: ({ space_key, space_keys = [] }) =>
    `List the pages of ${[...space_keys.slice(0, 5), ...(space_key ? [space_key] : [])].join(', ')}`,
  markdown: pagesMarkdown,
  handler: async ({ space_key, space_keys, ...input }, call) =>
    await allWarned(await listPages(call.client, { ...input, space_keys: space_keys ?? [space_key ?? ''] }, call), call)
})
