import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { copyPage } from '../../client/move.ts'
import { ADA_WHOLE, NO_BODY, PLAY } from '../../examples.ts'
import { PAGE_ERRORS, SPACE_ERRORS, WRITE_ERRORS } from '../../failures.ts'
import { pageId, spaceKey, titleOf } from '../../inputs.ts'
import { createdMarkdown } from '../../markdown.ts'
import { incomplete, NewPage } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'copy_page',
  core: true,
  group: 'pages',
  summary: 'Copy a page, with its labels and attachments',
  description:
    'Makes a page with the body of another one, below a parent, below the home page of a space, or beside the original. Use it to start from a page that is there. Pages below it are not copied. Where Confluence cannot copy (Data Center, and tokens through the gateway) the body and labels are read and written anew, and attachments are left out, with a warning.',
  permission: 'write',
  http: 'POST /pages/:page_id/copy',
  success: [201],
  timeout_ms: 30_000,
  see_also: ['confluence_create_page', 'confluence_move_page'],
  input: Type.Object({
    page_id: pageId('Page to copy'),
    title: titleOf('Title of the copy, unique in its space'),
    parent_id: Type.Optional(pageId('Page to put the copy below. Absent: the parent of the original')),
    space_key: Type.Optional(spaceKey('Space to put the copy into, below its home page')),
    copy_attachments: Type.Boolean({ default: true, description: 'true: with its attachments. Default true' }),
    copy_labels: Type.Boolean({ default: true, description: 'true: with its labels. Default true' })
  }),
  requires: [atMostOne('parent_id', 'space_key')],
  output: Type.Object({ ...NewPage.properties, incomplete }),
  errors: { ...PAGE_ERRORS, ...SPACE_ERRORS, ...WRITE_ERRORS, already_exists: 'The space has a page of that title' },
  examples: [
    {
      name: 'beside',
      summary: 'A copy beside the original',
      input: { page_id: '65701', title: 'Copy of Copy me' },
      output: {
        id: '65703',
        type: 'page',
        status: 'current',
        title: 'Copy of Copy me',
        space: PLAY,
        version: {
          number: 1,
          when: '2026-11-22T05:56:39.709Z',
          by: ADA_WHOLE,
          message: '',
          minor_edit: false,
          sync_rev: null,
          conf_rev: null
        },
        parent_id: '65684',
        ancestors: [{ id: '65684', type: 'page', status: 'current', title: 'Playground Home' }],
        children: null,
        body: { ...NO_BODY, storage: { value: '<p>The second version.</p>', representation: 'storage', embedded_content: [] } },
        metadata: {
          labels: null,
          frontend_url: 'https://wiki.example.com/wiki/pages/viewpage.action?pageId=65703',
          created: '2026-11-22T05:56:39.709Z',
          created_by: ADA_WHOLE,
          properties: null
        },
        restrictions: null,
        extensions: { position: 156 },
        incomplete: null
      }
    },
    {
      name: 'unknown',
      summary: 'An id that no page has',
      input: { page_id: '999999999', title: 'Copy' },
      error: { reason: 'page_not_found', message: 'Confluence has no page 999999999 that this account can see.' }
    }
  ],
  message: ({ page_id, title }) => `Copy the page ${page_id} as "${title.slice(0, 100)}"`,
  markdown: createdMarkdown,
  handler: (input, call) => copyPage(call.client, input, call)
})
