import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { OPTIONS } from '../../../../contract/reserved.ts'
import { words } from '../../../../contract/schema.ts'
import { getSpace } from '../../client/spaces.ts'
import { ADA } from '../../examples.ts'
import { SPACE_ERRORS } from '../../failures.ts'
import { spaceKey } from '../../inputs.ts'
import { spaceMarkdown } from '../../markdown.ts'
import { Space } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'get_space',
  group: 'spaces',
  summary: 'Get one space by its key',
  description:
    'Answers name, type, status, description, labels and home page of a space, and where asked who may do what in it, and its settings. Use it to learn what a space is about, or the id of its home page. For all spaces use list_spaces, for its pages list_pages or get_page_tree.',
  permission: 'read',
  http: 'GET /spaces/:space_key',
  timeout_ms: 5000,
  see_also: ['confluence_list_spaces', 'confluence_list_pages'],
  input: Type.Object({
    space_key: spaceKey('Space'),
    expand: Type.Optional(
      Type.Array(words(['permissions', 'settings'], { description: 'A part' }), {
        maxItems: 2,
        description: 'Further parts, each one more request: permissions, settings (Cloud). Where this account may not see one it is null'
      })
    ),
    no_cache: OPTIONS.no_cache
  }),
  output: Space,
  errors: SPACE_ERRORS,
  examples: [
    {
      name: 'by_key',
      summary: 'A space with a label',
      input: { space_key: 'DOCS' },
      output: {
        id: '65536',
        key: 'DOCS',
        name: 'Documentation',
        type: 'global',
        status: 'current',
        description: 'All about Documentation',
        homepage: { id: '65537', title: null },
        metadata: {
          labels: [{ id: '1893', prefix: 'global', name: 'team-docs', label: null }],
          created: '2026-01-05T09:00:00.000Z',
          created_by: ADA,
          frontend_url: 'https://wiki.example.com/wiki/spaces/DOCS'
        },
        permissions: null,
        settings: null
      }
    },
    {
      name: 'unknown',
      summary: 'A key that no space has',
      input: { space_key: 'NOWHERE' },
      error: { reason: 'space_not_found', message: 'Confluence has no space NOWHERE that this account can see.' }
    }
  ],
  message: ({ space_key }) => `Look at the space ${space_key}`,
  markdown: spaceMarkdown,
  handler: (input, call) => getSpace(call.client, input, call)
})
