import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { warned } from '../../client/content/warn-hidden.ts'
import { createFromTemplate } from '../../client/templates.ts'
import { ADA, NO_BODY, PLAY } from '../../examples.ts'
import { labels, pageId, spaceKey, titleOf } from '../../inputs.ts'
import { createdMarkdown } from '../../markdown.ts'
import { incomplete, NewPage } from '../../schemas.ts'
import { TEMPLATE_ERRORS } from '../../template.ts'
import { confluence } from '../../tool.ts'

const BODY =
  '<h2>About Release &amp; plan</h2><p>Owner: Ada</p><ac:task-list><ac:task><ac:task-status>incomplete</ac:task-status><ac:task-body>Send the notes</ac:task-body></ac:task></ac:task-list>'

export default defineOperation(confluence, {
  name: 'create_page_from_template',
  group: 'templates',
  summary: 'Create a page from a template',
  description:
    'Creates a page with the body of a template, with your values for its variables, and returns the page. This operation works on Cloud only. Use it after get_template, which returns the names of the variables; a variable without a value is empty in the page, and a warning reports it. For a page with text of your own, use create_page. A title in use is refused (already_exists), so you can safely retry a call whose response was lost.',
  permission: 'write',
  http: 'POST /templates/:template_id/pages',
  success: [201],
  timeout_ms: 15_000,
  see_also: ['confluence_get_template', 'confluence_list_templates', 'confluence_create_page', 'confluence_get_page'],
  asked_as: {
    en: [
      'start meeting notes from the template',
      'use the decision template for a new doc',
      'new page based on a boilerplate',
      'fill in a document template',
      'a new page with our usual form',
      'begin a decision record from our standard layout',
      'make a page that follows the template',
      'use the blueprint for the meeting notes',
      'set up a project page based on our template',
      'new retro page, use the standard form',
      'write the incident report with the template for it',
      'start a doc from a blueprint'
    ]
  },
  input: Type.Object({
    template_id: Type.String({
      pattern: '^[A-Za-z0-9._-]{1,64}$',
      'x-form': 'as list_templates returns it',
      description: 'ID of the template'
    }),
    title: titleOf('Title, unique in the space'),
    space_key: spaceKey('Space for the page'),
    parent_id: Type.Optional(pageId('Parent page or folder, in the same space. Default: the home page of the space')),
    labels: Type.Optional(labels('Labels to add')),
    variables: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String({ minLength: 1, maxLength: 255, description: 'Name of the variable' }),
          value: Type.String({ maxLength: 10_000, description: 'Value of the variable, as text' })
        }),
        { maxItems: 20, description: 'Values of the variables. Default: none' }
      )
    )
  }),
  output: Type.Object({ ...NewPage.properties, incomplete }),
  max_body: 1_048_576,
  errors: {
    ...TEMPLATE_ERRORS,
    page_not_found: 'The parent does not exist, or this account cannot see it',
    space_not_found: 'The space does not exist, or this account cannot see it',
    already_exists: 'The space has a page with this title'
  },
  examples: [
    {
      name: 'meeting',
      summary: 'Meeting notes with both variables',
      input: {
        template_id: '65701001',
        title: 'Notes of May',
        space_key: 'PLAY',
        variables: [
          { name: 'topic', value: 'Release & plan' },
          { name: 'owner', value: 'Ada' }
        ]
      },
      output: {
        id: '65710',
        type: 'page',
        status: 'current',
        title: 'Notes of May',
        space: PLAY,
        version: { number: 1, when: '2026-11-22T05:56:39.869Z', by: ADA, message: '', minor_edit: false, sync_rev: null, conf_rev: null },
        parent_id: '65684',
        ancestors: null,
        children: null,
        body: { ...NO_BODY, storage: { value: BODY, representation: 'storage', embedded_content: null } },
        metadata: {
          labels: null,
          frontend_url: 'https://wiki.example.com/wiki/spaces/PLAY/pages/65710/Notes+of+May',
          created: '2026-11-22T05:56:39.869Z',
          created_by: ADA,
          properties: null
        },
        restrictions: null,
        extensions: { position: 157 },
        incomplete: null
      }
    },
    {
      name: 'unknown',
      summary: 'An ID that no template has',
      input: { template_id: '999', title: 'x', space_key: 'PLAY' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ title, space_key }) => `Create the page "${title.slice(0, 100)}" in the space ${space_key} from a template`,
  markdown: createdMarkdown,
  handler: async (input, call) => await warned(await createFromTemplate(call.client, input, call), call)
})
