import { Type } from 'typebox'
import { OPTIONS } from '../../../../catalog/reserved-inputs.ts'
import { defineOperation } from '../../../../contract/operation.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { getSpace } from '../../client/spaces/spaces.ts'
import { ADA } from '../../examples.ts'
import { SPACE_ERRORS } from '../../failures.ts'
import { spaceKey } from '../../inputs.ts'
import { spaceMarkdown } from '../../markdown.ts'
import { Space } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'get_space',
  group: 'spaces',
  summary: 'Get a space by its key',
  description:
    'Returns the name, type, status, description, labels and home page of a space, and on request its permissions and settings. Use it to see what a space is about, or to get the ID of its home page. For all spaces, use list_spaces; for its pages, list_pages or get_page_tree.',
  permission: 'read',
  http: 'GET /spaces/:space_key',
  timeout_ms: 5000,
  see_also: ['confluence_list_spaces', 'confluence_list_pages'],
  asked_as: {
    en: [
      'details of a space',
      'what is this team space about',
      'homepage of a space',
      'who owns the space',
      'describe a space',
      'key and name of a wiki area',
      'what is the space used for',
      'who is responsible for the wiki space',
      'tell me about the wiki area'
    ],
    de: ['Details zum Bereich'],
    es: ['información del espacio'],
    fr: ["détails de l'espace"],
    ja: ['スペースの詳細'],
    pl: ['szczegóły przestrzeni']
  },
  input: Type.Object({
    space_key: spaceKey('Space'),
    expand: Type.Optional(
      Type.Array(stringEnum(['permissions', 'settings'], { description: 'A part' }), {
        maxItems: 2,
        description: 'Additional parts, one request each: permissions, settings (Cloud). A part that this account may not see is null'
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
  message: ({ space_key }) => `Get the space ${space_key}`,
  markdown: spaceMarkdown,
  handler: (input, call) => getSpace(call.client, input, call)
})
