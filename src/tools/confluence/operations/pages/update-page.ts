import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne } from '../../../../contract/requires.ts'
import { updatePage } from '../../client/write.ts'
import { ADA, NO_BODY, PLAY } from '../../examples.ts'
import { PAGE_ERRORS, WRITE_ERRORS } from '../../failures.ts'
import {
  content,
  expectedVersion,
  labels,
  namesPage,
  notView,
  pageId,
  pageName,
  titleOf,
  versionMessage,
  writeFormat
} from '../../inputs.ts'
import { updatedMarkdown } from '../../markdown.ts'
import { incomplete, Page } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'update_page',
  core: true,
  group: 'pages',
  summary: 'Change the title, the body, the parent or the labels of a page',
  description:
    'Writes the next version of a page or blog post: the body as a whole, the title, another parent, or further labels; what is not given stays. Use it after get_page with content_format storage, and give the version that you read as expected_version: where somebody was quicker it answers 409 with the current version and who made it, and nothing is overwritten. Labels are only added; to take one off use remove_label. It does not retry over the edit of somebody else.',
  permission: 'write',
  http: 'PUT /page',
  timeout_ms: 10_000,
  aliases: [{ name: 'confluence', when: { operation: 'update' } }],
  see_also: ['confluence_get_page', 'confluence_compare_versions', 'confluence_move_page'],
  input: Type.Object({
    ...pageName,
    title: Type.Optional(titleOf('New title. Absent: it stays')),
    content: Type.Optional(content('New body, whole, in content_format. Absent: it stays')),
    content_format: writeFormat,
    labels: Type.Optional(labels('Labels to add; those that it has stay')),
    parent_id: Type.Optional(pageId('Page to put it below, in the same space. Absent: where it is')),
    expected_version: expectedVersion,
    version_message: versionMessage,
    minor_edit: Type.Optional(
      Type.Boolean({ description: 'true: do not tell watchers (Data Center; Cloud has this no more). Default false' })
    )
  }),
  requires: [namesPage, notView, atLeastOne('title', 'content', 'labels', 'parent_id')],
  output: Type.Object({ ...Page.properties, incomplete }),
  errors: {
    ...PAGE_ERRORS,
    ...WRITE_ERRORS,
    space_not_found: 'The space of page_title does not exist, or this account cannot see it',
    version_conflict:
      'The page is at another version than expected_version, or was changed meanwhile; details.current says to what and by whom',
    already_exists: 'The space has another page of that title'
  },
  examples: [
    {
      name: 'body',
      summary: 'A new body over the version that was read',
      input: {
        page_title: 'Edit me',
        space_key: 'PLAY',
        content: '<p>The third version.</p>',
        expected_version: 2,
        version_message: 'As agreed'
      },
      output: {
        id: '65696',
        type: 'page',
        status: 'current',
        title: 'Edit me',
        space: PLAY,
        version: {
          number: 3,
          when: '2026-11-22T05:56:41.307Z',
          by: ADA,
          message: 'As agreed',
          minor_edit: false,
          sync_rev: null,
          conf_rev: null
        },
        parent_id: '65684',
        ancestors: null,
        children: null,
        body: { ...NO_BODY, storage: { value: '<p>The third version.</p>', representation: 'storage', embedded_content: null } },
        metadata: {
          labels: [{ id: '1351', prefix: 'global', name: 'try', label: null }],
          frontend_url: 'https://wiki.example.com/wiki/spaces/PLAY/pages/65696/Edit+me',
          created: '2026-06-14T09:00:00.000Z',
          created_by: ADA,
          properties: null
        },
        restrictions: null,
        extensions: { position: 149 },
        incomplete: null
      }
    },
    {
      name: 'stale',
      summary: 'A version that is not the current one any more',
      input: { page_title: 'Installation', space_key: 'DOCS', title: 'Set up', expected_version: 2 },
      error: { reason: 'version_conflict' }
    },
    {
      name: 'view',
      summary: 'What readers see cannot be written back',
      input: { page_id: '65538', content: '<p>x</p>', content_format: 'view' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ page_id, page_title, space_key, title }) =>
    `Change the page ${page_id ?? `"${page_title}" in ${space_key}`}${title === undefined ? '' : `, its title to "${title.slice(0, 100)}"`}`,
  markdown: updatedMarkdown,
  handler: (input, call) => updatePage(call.client, input, call)
})
