import { Type } from 'typebox'
import { defineOperation, MAX_BODY } from '../../../../contract/operation.ts'
import { atLeastOne } from '../../../../contract/requires.ts'
import { warned } from '../../client/content/warn-hidden.ts'
import { updatePage } from '../../client/pages/write.ts'
import { ADA, NO_BODY, PLAY } from '../../examples.ts'
import { PAGE_ERRORS, STALE_VERSION } from '../../failures.ts'
import {
  content,
  expectedVersion,
  labels,
  namesPage,
  notView,
  pageId,
  pageName,
  titleOf,
  updateFormat,
  versionMessage
} from '../../inputs.ts'
import { updatedMarkdown } from '../../markdown.ts'
import { incomplete, Page } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'update_page',
  core: true,
  group: 'pages',
  summary: 'Update a page: its title, body, parent or labels',
  description:
    'Updates the title, the whole body or the parent of a page or blog post as a new version, adds labels, and returns the page; what you omit stays unchanged. Use it after get_page, in the format that you read (markdown, storage or atlas_doc_format; Markdown keeps unchanged text byte for byte), and pass the version that you read as expected_version: if another user has changed the page since, it returns 409 with the current version and its author, and overwrites nothing, also if you retry. A body that max_chars truncated is refused (409): for one section, use update_section. To remove a label, use remove_label.',
  permission: 'write',
  http: 'PUT /page',
  max_body: MAX_BODY,
  timeout_ms: 10_000,
  aliases: [{ name: 'confluence', when: { operation: 'update' } }],
  see_also: ['confluence_get_page', 'confluence_update_section', 'confluence_compare_versions', 'confluence_move_page'],
  asked_as: {
    en: [
      'edit a wiki page',
      'change the text of a doc',
      'fix a typo in the article',
      'rewrite a section of the documentation',
      'rename a page',
      'append meeting notes to a page',
      'add a paragraph to the page',
      'the doc is out of date, correct it',
      'insert a table into the article',
      "put today's decisions on the page",
      'change the heading',
      'the address on the page is wrong, replace it',
      'add the new phone number to the contacts page',
      'fill in the table on the page',
      'write the results below the heading',
      'mention the new rule on the page',
      'the numbers on the page are old'
    ],
    de: ['die Wiki-Seite bearbeiten', 'den Text der Seite ändern'],
    es: ['edita la página de la wiki', 'cambia el texto del documento'],
    fr: ['modifier la page wiki', 'changer le texte du document'],
    ja: ['ページを編集', 'ドキュメントを更新'],
    pl: ['edytuj stronę wiki', 'zmień treść dokumentu']
  },
  input: Type.Object({
    ...pageName,
    title: Type.Optional(titleOf('New title. Default: unchanged')),
    content: Type.Optional(content('New body, complete, in content_format. Default: unchanged')),
    content_format: updateFormat,
    labels: Type.Optional(labels('Labels to add; existing labels stay')),
    parent_id: Type.Optional(pageId('New parent page, in the same space. Default: unchanged')),
    expected_version: expectedVersion,
    version_message: versionMessage,
    minor_edit: Type.Optional(Type.Boolean({ description: 'true: do not notify watchers (Data Center only). Default false' }))
  }),
  requires: [namesPage, notView, atLeastOne('title', 'content', 'labels', 'parent_id')],
  output: Type.Object({ ...Page.properties, incomplete }),
  errors: {
    ...PAGE_ERRORS,
    cannot_be_honoured:
      'The Markdown would remove marked blocks and expected_version is not set, the page or the content is too large to process, or Data Center has no ADF',
    space_not_found: 'The space in space_key does not exist, or this account cannot see it',
    version_conflict: `${STALE_VERSION}; details.current contains the current version and its author`,
    partial_content: 'The content is only the part of the page that you read: writing it would delete the rest',
    already_exists: 'The space has another page with this title'
  },
  examples: [
    {
      name: 'body',
      summary: 'A new body, based on the version that was read',
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
      summary: 'A version that is no longer the current one',
      input: { page_title: 'Installation', space_key: 'DOCS', title: 'Set up', expected_version: 2 },
      error: { reason: 'version_conflict' }
    },
    {
      name: 'view',
      summary: 'The view format cannot be written back',
      input: { page_id: '65538', content: '<p>x</p>', content_format: 'view' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ page_id, page_title, space_key, title }) =>
    `Update the page ${page_id ?? `"${page_title}" in ${space_key}`}${title === undefined ? '' : `, its title to "${title.slice(0, 100)}"`}`,
  markdown: updatedMarkdown,
  handler: async (input, call) => await warned(await updatePage(call.client, input, call), call)
})
