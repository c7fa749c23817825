import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { oneOf } from '../../../../contract/requires.ts'
import { nullable } from '../../../../contract/schema.ts'
import { getTree } from '../../client/tree.ts'
import { PAGE_ERRORS, SPACE_ERRORS } from '../../failures.ts'
import { pageId, spaceKey } from '../../inputs.ts'
import { treeMarkdown } from '../../markdown.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'get_page_tree',
  core: true,
  group: 'pages',
  summary: 'Show the tree of pages of a space, or below a page',
  description:
    'Answers the pages of a space or below a page as a list in which each follows its parent, with its depth: at most 1,000, down to depth. Use it to see how a space is laid out. For one step down use list_children, for pages in another order list_pages. It reads no bodies.',
  permission: 'read',
  http: 'GET /tree',
  timeout_ms: 30_000,
  partial: true,
  see_also: ['confluence_list_children', 'confluence_list_pages'],
  input: Type.Object({
    space_key: Type.Optional(spaceKey('Space')),
    page_id: Type.Optional(pageId('Page to begin at')),
    depth: Type.Integer({ minimum: 1, maximum: 5, default: 3, description: 'Levels below the top. Default 3' })
  }),
  requires: [oneOf('space_key', 'page_id')],
  output: Type.Object({
    nodes: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Id of the page' }),
        title: Type.String({ description: 'Its title' }),
        type: Type.String({ description: 'page, or on Cloud also folder, whiteboard, database or embed' }),
        status: nullable(Type.String(), { description: 'current or archived; null where not told' }),
        parent_id: nullable(Type.String(), { description: 'Id of the page above it; null at the top of a space' }),
        depth: Type.Integer({ description: '0 at the top' })
      }),
      { description: 'The pages, each after its parent' }
    ),
    count: Type.Integer({ description: 'How many pages are told' })
  }),
  errors: { ...PAGE_ERRORS, ...SPACE_ERRORS },
  examples: [
    {
      name: 'below_a_page',
      summary: 'A page with all below it',
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
