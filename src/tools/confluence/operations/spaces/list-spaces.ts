import { Type } from 'typebox'
import { OPTIONS } from '../../../../catalog/reserved-inputs.ts'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { listSpaces } from '../../client/spaces/spaces.ts'
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
    'Returns the key, name, type, description and home page of each space; Cloud sorts them by name. Use it to see which spaces exist and to get their keys, which other operations need. For one space, use get_space; for the pages of a space, list_pages.',
  permission: 'read',
  http: 'GET /spaces',
  timeout_ms: 5000,
  list: true,
  aliases: [{ name: 'confluence', when: { operation: 'spaces' } }],
  see_also: ['confluence_get_space', 'confluence_list_pages', 'confluence_get_page_tree'],
  asked_as: {
    en: [
      'which spaces are there',
      'what team wikis do we have',
      'browse the wiki',
      'where can I put my docs',
      'areas of the wiki',
      'does marketing have its own space',
      'which areas are there in our wiki',
      'does the team have a space',
      'what sections does our wiki consist of',
      'all the spaces of the company',
      'which wikis are there'
    ],
    de: ['welche Bereiche gibt es'],
    es: ['qué espacios hay'],
    fr: ['quels espaces existent'],
    ja: ['スペースの一覧'],
    pl: ['jakie są przestrzenie']
  },
  input: Type.Object({
    keys: Type.Optional(Type.Array(spaceKey('A space'), { minItems: 1, maxItems: 100, description: 'Only the spaces with these keys' })),
    type: Type.Optional(stringEnum(['global', 'personal'], { description: 'Only spaces of this type' })),
    status: stringEnum(['current', 'archived', 'all'], {
      default: 'current',
      description: 'Only current or archived spaces, or all. Default current'
    }),
    start,
    no_cache: OPTIONS.no_cache
  }),
  output: listOf(Space, {}),
  errors: SPACE_ERRORS,
  examples: [
    {
      name: 'archived',
      summary: 'Archived spaces',
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
      summary: 'An invalid cursor',
      input: { cursor: 'second' },
      error: { reason: 'invalid_field_value', message: 'cursor was not created by this operation.' }
    }
  ],
  message: () => 'List the spaces of Confluence',
  markdown: spacesMarkdown,
  handler: (input, call) => listSpaces(call.client, input, call)
})
