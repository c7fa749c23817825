import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { words } from '../../../../contract/schema.ts'
import { createPage } from '../../client/write.ts'
import { ADA, NO_BODY, PLAY } from '../../examples.ts'
import { WRITE_ERRORS } from '../../failures.ts'
import { content, labels, notView, pageId, spaceKey, titleOf, writeFormat } from '../../inputs.ts'
import { createdMarkdown } from '../../markdown.ts'
import { incomplete, NewPage } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'create_page',
  core: true,
  group: 'pages',
  summary: 'Create a page or a blog post',
  description:
    'Makes a page in a space, below a parent or else below the home page of the space, with labels where given, and answers it. Use it for something new; to change a page use update_page, for a copy copy_page. The title of a page is unique in its space: one that is taken is refused (already_exists), so a call whose answer was lost can be sent again without harm. Blog posts may share a title: look for the post before it is sent again. Labels are put on after the page is made: where that fails, incomplete says so, and the page is there.',
  permission: 'write',
  http: 'POST /pages',
  success: [201],
  timeout_ms: 10_000,
  aliases: [{ name: 'confluence', when: { operation: 'create' } }],
  see_also: ['confluence_update_page', 'confluence_copy_page', 'confluence_upload_attachment'],
  input: Type.Object({
    title: titleOf('Title; that of a page is unique in the space'),
    content: content('What it says, in content_format'),
    space_key: spaceKey('Space to make it in'),
    parent_id: Type.Optional(
      pageId('Page, or folder of Cloud, of the same space to make it below; not for blog posts. Absent: the home page of the space')
    ),
    labels: Type.Optional(labels('Labels to put on it')),
    content_format: writeFormat,
    content_type: words(['page', 'blogpost'], { default: 'page', description: 'page or blogpost. Default page' })
  }),
  requires: [notView],
  output: Type.Object({ ...NewPage.properties, incomplete }),
  errors: {
    ...WRITE_ERRORS,
    page_not_found: 'The parent does not exist, or this account cannot see it',
    space_not_found: 'The space does not exist, or this account cannot see it',
    already_exists: 'The space has a page of that title'
  },
  examples: [
    {
      name: 'with_labels',
      summary: 'A page in storage format, with a label',
      input: { title: 'Minutes of March', space_key: 'PLAY', content: '<p>We <strong>agreed</strong>.</p>', labels: ['minutes'] },
      output: {
        id: '65703',
        type: 'page',
        status: 'current',
        title: 'Minutes of March',
        space: PLAY,
        version: { number: 1, when: '2026-11-22T05:56:39.869Z', by: ADA, message: '', minor_edit: false, sync_rev: null, conf_rev: null },
        parent_id: '65684',
        ancestors: null,
        children: null,
        body: { ...NO_BODY, storage: { value: '<p>We <strong>agreed</strong>.</p>', representation: 'storage', embedded_content: null } },
        metadata: {
          labels: [{ id: '1773', prefix: 'global', name: 'minutes', label: 'minutes' }],
          frontend_url: 'https://wiki.example.com/wiki/spaces/PLAY/pages/65703/Minutes+of+March',
          created: '2026-11-22T05:56:39.869Z',
          created_by: ADA,
          properties: null
        },
        restrictions: null,
        extensions: { position: 156 },
        incomplete: null
      }
    },
    {
      name: 'not_well_formed',
      summary: 'Storage that is no XHTML is refused before it is sent, with line and column',
      input: { title: 'Broken', space_key: 'PLAY', content: '<p>one<br>two</p>' },
      error: { reason: 'invalid_field_value', message: 'content is not well-formed at line 1, column 17: unexpected close tag.' }
    }
  ],
  message: ({ title, space_key }) => `Create the page "${title.slice(0, 100)}" in the space ${space_key}`,
  markdown: createdMarkdown,
  handler: (input, call) => createPage(call.client, input, call)
})
