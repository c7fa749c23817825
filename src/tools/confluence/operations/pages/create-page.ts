import { Type } from 'typebox'
import { defineOperation, MAX_BODY } from '../../../../contract/operation.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { createPage } from '../../client/pages/write.ts'
import { ADA, NO_BODY, PLAY } from '../../examples.ts'
import { CONTENT_ERRORS } from '../../failures.ts'
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
    'Creates a page or blog post in a space, with optional labels, and returns it. A page is created below parent_id, or else below the home page of the space. Use it for new content; to change a page, use update_page; for a copy, copy_page. The title of a page is unique in its space: a title in use is refused (already_exists), so you can safely retry a call whose response was lost. Blog posts may share a title: search for the post before you retry. Labels are added after the page is created: if that fails, the page exists, and incomplete reports it.',
  permission: 'write',
  http: 'POST /pages',
  max_body: MAX_BODY,
  success: [201],
  timeout_ms: 10_000,
  aliases: [{ name: 'confluence', when: { operation: 'create' } }],
  see_also: ['confluence_update_page', 'confluence_copy_page', 'confluence_upload_attachment', 'confluence_get_page'],
  asked_as: {
    en: [
      'write a new wiki page',
      'start a doc',
      'publish meeting notes',
      'write a blog post',
      'document this in Confluence',
      'draft an article for the knowledge base',
      'start a page for the project',
      'put these notes in the wiki',
      'post an announcement to the blog',
      'set up a how-to article',
      'write up how we deploy',
      'put our rules on paper in the wiki',
      'the team needs a page about onboarding',
      'note the decisions of the meeting in a new doc',
      'draft a guide',
      'record the minutes in the wiki'
    ],
    de: ['eine neue Wiki-Seite schreiben', 'ein Dokument anlegen', 'einen Blogbeitrag schreiben'],
    es: ['crea un documento nuevo en la wiki', 'escribe una página'],
    fr: ['rédiger une nouvelle page wiki', 'créer un document'],
    ja: ['新しいページを作って', 'ウィキに記事を書く'],
    pl: ['napisz nową stronę wiki', 'utwórz dokument']
  },
  input: Type.Object({
    title: titleOf('Title; for a page, unique in the space'),
    content: content('Body, in content_format'),
    space_key: spaceKey('Space for the page'),
    parent_id: Type.Optional(
      pageId('Parent page, or Cloud folder, in the same space (not for blog posts). Default: the home page of the space')
    ),
    labels: Type.Optional(labels('Labels to add')),
    content_format: writeFormat,
    content_type: stringEnum(['page', 'blogpost'], { default: 'page', description: 'page or blogpost. Default page' })
  }),
  requires: [notView],
  output: Type.Object({ ...NewPage.properties, incomplete }),
  errors: {
    ...CONTENT_ERRORS,
    page_not_found: 'The parent does not exist, or this account cannot see it',
    space_not_found: 'The space does not exist, or this account cannot see it',
    already_exists: 'The space has a page with this title'
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
      summary: 'Invalid XHTML is refused with line and column, before it is sent',
      input: { title: 'Broken', space_key: 'PLAY', content: '<p>one<br>two</p>' },
      error: { reason: 'invalid_field_value', message: 'content is not well-formed at line 1, column 17: unexpected close tag.' }
    }
  ],
  message: ({ title, space_key }) => `Create the page "${title.slice(0, 100)}" in the space ${space_key}`,
  markdown: createdMarkdown,
  handler: (input, call) => createPage(call.client, input, call)
})
