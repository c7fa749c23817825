import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { OPTIONS } from '../../../../contract/reserved.ts'
import { listOf, words } from '../../../../contract/schema.ts'
import { listSpaces } from '../../client/spaces.ts'
import { ADA } from '../../examples.ts'
import { SPACE_ERRORS } from '../../failures.ts'
import { spaceKey, start } from '../../inputs.ts'
import { spacesMarkdown } from '../../markdown.ts'
import { Space } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'list_spaces',
  core: true,
  group: 'spaces',
  summary: 'List the spaces that the account can see',
  description:
    'Answers key, name, type, description and home page of each space, by name. Use it to learn which spaces there are and their keys; other operations take the key. For one space use get_space, for the pages of a space list_pages.',
  permission: 'read',
  http: 'GET /spaces',
  timeout_ms: 5000,
  list: true,
  aliases: [{ name: 'confluence', when: { operation: 'spaces' } }],
  see_also: ['confluence_get_space', 'confluence_list_pages', 'confluence_get_page_tree'],
  input: Type.Object({
    keys: Type.Optional(Type.Array(spaceKey('A space'), { minItems: 1, maxItems: 100, description: 'Only these spaces' })),
    type: Type.Optional(words(['global', 'personal'], { description: 'Only spaces of this type' })),
    status: words(['current', 'archived', 'all'], { default: 'current', description: 'current, archived or all. Default current' }),
    start,
    no_cache: OPTIONS.no_cache
  }),
  output: listOf(Space, {}),
  errors: SPACE_ERRORS,
  examples: [
    {
      name: 'archived',
      summary: 'Spaces that were archived',
      input: { status: 'archived' },
      output: {
        items: [
          {
            id: '65679',
            key: 'OLD',
            name: 'Old things',
            type: 'global',
            status: 'archived',
            description: 'All about Old things',
            homepage: { id: '65680', title: null },
            metadata: {
              labels: null,
              created: '2026-01-05T09:00:00.000Z',
              created_by: ADA,
              frontend_url: 'https://wiki.example.com/wiki/spaces/OLD'
            },
            permissions: null,
            settings: null
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    {
      name: 'strange_cursor',
      summary: 'A cursor that no answer gave',
      input: { cursor: 'second' },
      error: { reason: 'invalid_field_value', message: 'cursor was not made by this operation.' }
    }
  ],
  message: () => 'List the spaces of Confluence',
  markdown: spacesMarkdown,
  handler: (input, call) => listSpaces(call.client, input, call)
})
