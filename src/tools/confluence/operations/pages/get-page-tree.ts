import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { oneOf } from '../../../../contract/requires.ts'
import { nullable } from '../../../../contract/schema.ts'
import { getTree } from '../../client/pages/tree.ts'
import { PAGE_ERRORS, SPACE_ERRORS } from '../../failures.ts'
import { pageId, spaceKey } from '../../inputs.ts'
import { treeMarkdown } from '../../markdown.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'get_page_tree',
  core: true,
  group: 'pages',
  summary: 'Get the page tree of a space, or below a page',
  description:
    'Returns the pages of a space, or a page with the pages below it, as a list in which each page follows its parent. A response has at most 1,000 pages; next_nodes_cursor continues a larger tree. Use it to see the structure of a space. For the pages directly below a page, use list_children; for pages in another order, list_pages. Bodies are not included.',
  permission: 'read',
  http: 'GET /tree',
  timeout_ms: 30_000,
  partial: true,
  see_also: ['confluence_list_children', 'confluence_list_pages'],
  asked_as: {
    en: [
      'outline of a space',
      'how are the docs organized',
      'show the hierarchy of the wiki',
      'table of contents of the documentation',
      'which sections and subsections does the handbook have',
      'map of all pages below this one',
      'structure of the documentation space',
      "what's below the handbook, all levels",
      'how is the space structured',
      'how do the docs hang together',
      'all the levels of the wiki section',
      'which chapters does the manual have'
    ],
    de: ['die Struktur des Bereichs anzeigen'],
    es: ['árbol de páginas del espacio'],
    fr: ['arborescence des pages'],
    ja: ['ページの階層を見せて'],
    pl: ['drzewo stron']
  },
  input: Type.Object({
    space_key: Type.Optional(spaceKey('Space')),
    page_id: Type.Optional(pageId('Start page')),
    depth: Type.Integer({
      minimum: 1,
      maximum: 5,
      default: 3,
      description: 'Maximum depth below the start page, or below the top of the space. Default 3'
    }),
    nodes_cursor: Type.Optional(
      Type.String({
        maxLength: 10_000,
        description: 'next_nodes_cursor of the previous response, with the same input: continues after its pages. Default: the beginning'
      })
    )
  }),
  requires: [oneOf('space_key', 'page_id')],
  output: Type.Object({
    nodes: Type.Array(
      Type.Object({
        id: Type.String({ description: 'ID of the page' }),
        title: Type.String({ description: 'Title' }),
        type: Type.String({ description: 'page, or on Cloud also folder, whiteboard, database or embed' }),
        status: nullable(Type.String(), { description: 'current, archived or trashed; null if Confluence does not return it' }),
        parent_id: nullable(Type.String(), { description: 'ID of the parent page; null at the top of a space' }),
        depth: Type.Integer({ description: 'Depth; 0 at the top' })
      }),
      { description: 'Pages, each after its parent' }
    ),
    count: Type.Integer({ description: 'Number of pages returned' }),
    next_nodes_cursor: Type.Optional(
      Type.String({ 'x-volatile': true, description: 'Only if pages are missing: pass it as nodes_cursor to continue' })
    )
  }),
  errors: { ...PAGE_ERRORS, ...SPACE_ERRORS },
  examples: [
    {
      name: 'below_a_page',
      summary: 'A page with everything below it',
      input: { page_id: '65538' },
      output: {
        nodes: [
          { id: '65538', title: 'Installation', type: 'page', status: 'current', parent_id: '65537', depth: 0 },
          { id: '65539', title: 'Troubleshooting', type: 'page', status: 'current', parent_id: '65538', depth: 1 }
        ],
        count: 2
      }
    },
    {
      name: 'unknown_space',
      summary: 'A key that no space has',
      input: { space_key: 'NOWHERE' },
      error: { reason: 'space_not_found', message: 'Confluence has no space NOWHERE that this account can see.' }
    }
  ],
  message: ({ space_key, page_id }) => `Show the pages ${space_key === undefined ? `below ${page_id}` : `of the space ${space_key}`}`,
  markdown: treeMarkdown,
  handler: (input, call) => getTree(call.client, input, call)
})
