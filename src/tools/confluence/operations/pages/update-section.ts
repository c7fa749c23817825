import { Type } from 'typebox'
import { defineOperation, MAX_BODY } from '../../../../contract/operation.ts'
import { nullable, stringEnum } from '../../../../contract/schema.ts'
import { SECTION_POSITIONS } from '../../client/content/markdown/section.ts'
import { updateSection } from '../../client/pages/sections.ts'
import { ADA } from '../../examples.ts'
import { PAGE_ERRORS, STALE_VERSION } from '../../failures.ts'
import { content, expectedVersion, namesPage, pageName, titleOf, versionMessage } from '../../inputs.ts'
import { PageVersion, volatile } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'update_section',
  core: true,
  group: 'pages',
  summary: 'Update one section of a page by its heading',
  description:
    'Replaces, extends or inserts one section of a page: the text below a heading, with its subsections, up to the next heading of the same or a higher level. Everything outside the section is kept byte for byte. Use it to change a part of a long page without reading or sending the rest; for several sections or the title, use update_page. Pass the version that you read as expected_version: if another user has changed the page since, it returns 409 and overwrites nothing. Returns the current version.',
  permission: 'write',
  http: 'PUT /page/section',
  max_body: MAX_BODY,
  timeout_ms: 10_000,
  see_also: ['confluence_get_page', 'confluence_update_page', 'confluence_compare_versions'],
  asked_as: {
    en: [
      'rewrite only the troubleshooting part of the doc',
      'append a line below a heading',
      'add an entry under the changelog heading',
      'replace what is written under a headline',
      'insert a new chapter before the appendix of the page',
      'update just one chapter of the article',
      'only this chapter needs new text',
      'change the part about prices and nothing else',
      'the paragraph under the heading is wrong',
      'rewrite one part of the page',
      'in the guide, replace the section on setup',
      'just the part about holidays needs an update',
      'the installation chapter of the doc is outdated',
      'add a line to one section of the page'
    ],
    de: ['einen Abschnitt der Wiki-Seite ersetzen'],
    fr: ['remplacer une section de la page']
  },
  input: Type.Object({
    ...pageName,
    heading: titleOf('Text of the heading, without # signs; case and spacing are ignored'),
    occurrence: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description: 'Number of the heading among those with this text, counted from the top; required if there are several'
      })
    ),
    position: stringEnum(SECTION_POSITIONS, {
      default: 'replace',
      description:
        'replace: the text below the heading; append: at the end of the section; prepend: directly below the heading; before: a new section before this one. Default replace'
    }),
    content: content(
      'Text of the section. It may begin with the heading, to change the text or level of the heading. With position before, it begins with a new heading'
    ),
    content_format: stringEnum(['markdown', 'storage'], { default: 'markdown', description: 'Format of content. Default markdown' }),
    expected_version: expectedVersion,
    version_message: versionMessage,
    minor_edit: Type.Optional(Type.Boolean({ description: 'true: do not notify watchers (Data Center only). Default false' }))
  }),
  requires: [namesPage],
  output: Type.Object({
    id: Type.String({ description: 'ID of the page' }),
    title: Type.String({ description: 'Title of the page' }),
    space_key: Type.String({ description: 'Key of its space' }),
    version: Type.Object(PageVersion.properties, { description: 'Current version of the page' }),
    heading: Type.String({ description: 'Heading of the section' }),
    position: Type.String({ description: 'As in the input' }),
    changed: Type.Boolean({ description: 'false: the section was already the same, and no version was written' }),
    frontend_url: nullable(Type.String(volatile), { description: 'URL to open in a browser; null if unknown' })
  }),
  errors: {
    ...PAGE_ERRORS,
    cannot_be_honoured:
      'The Markdown would remove marked blocks and expected_version is not set, the page or the content is too large to process, or the page is not well-formed',
    space_not_found: 'The space in space_key does not exist, or this account cannot see it',
    text_not_unique: 'Several headings have this text: set occurrence',
    version_conflict: STALE_VERSION
  },
  examples: [
    {
      name: 'append',
      summary: 'A line at the end of a section',
      input: {
        page_title: 'Handbook',
        space_key: 'PLAY',
        heading: 'Changes',
        position: 'append',
        content: '- A *new* one',
        expected_version: 1
      },
      output: {
        id: '65704',
        title: 'Handbook',
        space_key: 'PLAY',
        version: { number: 2, when: '2026-11-22T05:56:41.307Z', by: ADA, message: '', minor_edit: false, sync_rev: null, conf_rev: null },
        heading: 'Changes',
        position: 'append',
        changed: true,
        frontend_url: 'https://wiki.example.com/wiki/spaces/PLAY/pages/65704/Handbook'
      }
    },
    {
      name: 'unknown_heading',
      summary: 'A heading that the page does not have: the message lists those it has',
      input: { page_title: 'Installation', space_key: 'DOCS', heading: 'Uninstall', content: 'x' },
      error: { reason: 'invalid_field_value' }
    },
    {
      name: 'stale',
      summary: 'A version that is no longer the current one',
      input: { page_title: 'Installation', space_key: 'DOCS', heading: 'Steps', content: 'x', expected_version: 2 },
      error: { reason: 'version_conflict' }
    }
  ],
  message: ({ page_id, page_title, space_key, heading, position }) =>
    `${position === 'before' ? 'Add a section before' : position === 'replace' ? 'Replace' : 'Extend'} the section "${heading.slice(0, 100)}" of the page ${page_id ?? `"${page_title}" in ${space_key}`}`,
  handler: async (input, call) => await updateSection(call.client, input, call)
})
