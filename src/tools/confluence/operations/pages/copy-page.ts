import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { warned } from '../../client/content/warn-hidden.ts'
import { copyPage } from '../../client/pages/move.ts'
import { ADA_WHOLE, NO_BODY, PLAY } from '../../examples.ts'
import { PAGE_ERRORS, SPACE_ERRORS } from '../../failures.ts'
import { pageId, spaceKey, titleOf } from '../../inputs.ts'
import { createdMarkdown } from '../../markdown.ts'
import { incomplete, NewPage } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'copy_page',
  group: 'pages',
  summary: 'Copy a page, with its labels and attachments',
  description:
    "Creates a page with the body of another one, below a parent page, below the home page of a space, or next to the original, and returns the copy. Use it to start from an existing page. Pages below the original are not copied. On Data Center, for blog posts, and with a token through Atlassian's API gateway, attachments are not copied, and a warning reports it.",
  permission: 'write',
  http: 'POST /pages/:page_id/copy',
  success: [201],
  timeout_ms: 30_000,
  see_also: ['confluence_create_page', 'confluence_move_page', 'confluence_get_page', 'confluence_search'],
  asked_as: {
    en: [
      'duplicate a doc',
      'clone this wiki page',
      'make a copy of the template page',
      'reuse a page as a starting point',
      'make another page just like this one',
      'same doc for the new quarter',
      'use the last retro as a template',
      'I want the same page again for May',
      'I need a second copy of the page',
      'take over the old page as a new one',
      'same checklist page again for the next event',
      'a duplicate of the article that I can change'
    ],
    de: ['die Seite duplizieren'],
    es: ['duplica la página'],
    fr: ['dupliquer la page'],
    ja: ['ページを複製'],
    pl: ['skopiuj stronę']
  },
  input: Type.Object({
    page_id: pageId('Page or blog post to copy'),
    title: titleOf('Title of the copy, unique in its space'),
    parent_id: Type.Optional(pageId('Parent page of the copy (not for blog posts). Default: the parent of the original')),
    space_key: Type.Optional(spaceKey('Space for the copy, below its home page')),
    copy_attachments: Type.Boolean({ default: true, description: 'true: copy the attachments, too. Default true' }),
    copy_labels: Type.Boolean({ default: true, description: 'true: copy the labels, too. Default true' })
  }),
  requires: [atMostOne('parent_id', 'space_key')],
  output: Type.Object({ ...NewPage.properties, incomplete }),
  errors: {
    ...PAGE_ERRORS,
    ...SPACE_ERRORS,
    cannot_be_honoured: 'The space in space_key has no home page: set parent_id instead',
    already_exists: 'The space has a page with this title'
  },
  examples: [
    {
      name: 'beside',
      summary: 'A copy next to the original',
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
      summary: 'An ID that no page has',
      input: { page_id: '999999999', title: 'Copy' },
      error: { reason: 'page_not_found', message: 'Confluence has no page 999999999 that this account can see.' }
    }
  ],
  message: ({ page_id, title }) => `Copy the page ${page_id} as "${title.slice(0, 100)}"`,
  markdown: createdMarkdown,
  handler: async (input, call) => await warned(await copyPage(call.client, input, call), call)
})
