import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listTemplates } from '../../client/templates.ts'
import { spaceKey, start } from '../../inputs.ts'
import { TEMPLATE_ERRORS, Template } from '../../template.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'list_templates',
  group: 'templates',
  summary: 'List the page templates of a space, or the global ones',
  description:
    'Returns the page templates of a space or, without space_key, the global ones. This operation works on Cloud only. Use it before create_page_from_template; for the text and the variables of a template, use get_template. Blueprints of apps are not included.',
  permission: 'read',
  http: 'GET /templates',
  timeout_ms: 10_000,
  list: true,
  see_also: ['confluence_get_template', 'confluence_create_page_from_template'],
  asked_as: {
    en: [
      'which page templates are there',
      'is there a template for meeting notes',
      'available document templates',
      'boilerplates of the space',
      'which blueprints can I choose from',
      'is there a form for retrospectives in the wiki',
      'what standard layouts do we have for pages',
      'do we have a template for decisions',
      'which forms does the wiki offer',
      'what kinds of pages can I start from',
      'available page blueprints',
      'list the boilerplates for docs'
    ]
  },
  input: Type.Object({ space_key: Type.Optional(spaceKey('Space. Default: global templates')), start }),
  output: listOf(Template, {}),
  errors: {
    upstream_not_found: 'The space does not exist, or this account cannot see it',
    upstream_gone: TEMPLATE_ERRORS.upstream_gone,
    cannot_be_honoured: 'Data Center has no templates in its API'
  },
  examples: [
    {
      name: 'space',
      summary: 'The template of a space',
      input: { space_key: 'DOCS' },
      output: {
        items: [
          { id: '65701003', name: 'Guide', description: 'A guide of this space', space_key: 'DOCS', labels: ['guide'], editor: 'v2' }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    { name: 'unknown_space', summary: 'A space that does not exist', input: { space_key: 'NONE' }, error: { reason: 'upstream_not_found' } }
  ],
  message: ({ space_key }) => (space_key === undefined ? 'List the global templates' : `List the templates of ${space_key}`),
  handler: (input, call) => listTemplates(call.client, input, call)
})
