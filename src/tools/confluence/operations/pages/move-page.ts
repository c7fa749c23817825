import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { oneOf } from '../../../../contract/requires.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { warned } from '../../client/content/warn-hidden.ts'
import { movePage } from '../../client/pages/move.ts'
import { ADA, PLAY } from '../../examples.ts'
import { PAGE_ERRORS, SPACE_ERRORS } from '../../failures.ts'
import { pageId, spaceKey } from '../../inputs.ts'
import { Page } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'move_page',
  core: true,
  group: 'pages',
  summary: 'Move a page to another position or space',
  description:
    "Moves a page with everything below it, and returns the page: below another page (append), before or after one, or below the home page of a space. Use it to reorganize pages. Data Center, and tokens through Atlassian's API gateway, support only append; such tokens cannot move a page to another space. To copy a page, use copy_page.",
  permission: 'write',
  http: 'POST /pages/:page_id/move',
  timeout_ms: 10_000,
  see_also: ['confluence_copy_page', 'confluence_get_page_tree'],
  asked_as: {
    en: [
      'put this doc under another page',
      'relocate a wiki page',
      'move the article to a different space',
      'reorder pages in the wiki',
      'this article belongs in another section',
      'drag a doc below a different parent',
      'file the page elsewhere',
      'hang the FAQ under Support',
      'the glossary should live beneath another page',
      'the page is in the wrong place',
      'put the page into the archive space'
    ],
    de: ['die Seite in einen anderen Bereich verschieben'],
    es: ['mueve la página a otro espacio'],
    fr: ['déplacer la page vers un autre espace'],
    ja: ['ページを別のスペースに移動'],
    pl: ['przenieś stronę do innej przestrzeni']
  },
  input: Type.Object({
    page_id: pageId('Page to move'),
    target_id: Type.Optional(pageId('Target page')),
    space_key: Type.Optional(spaceKey('Target space, below its home page')),
    position: stringEnum(['append', 'before', 'after'], {
      default: 'append',
      description: 'append: below the target, as its last child; before, after: directly before or after the target. Default append'
    })
  }),
  requires: [oneOf('target_id', 'space_key')],
  output: Page,
  errors: {
    ...PAGE_ERRORS,
    ...SPACE_ERRORS,
    cannot_be_honoured: 'This deployment or credential does not support the move, or the space in space_key has no home page',
    version_conflict: 'Another user changed the page in the meantime; it was left unchanged',
    already_exists: 'The target space has another page with this title'
  },
  examples: [
    {
      name: 'below',
      summary: 'Move below another page',
      input: { page_id: '65698', target_id: '65689' },
      output: {
        id: '65698',
        type: 'page',
        status: 'current',
        title: 'Move me',
        space: PLAY,
        version: {
          number: 2,
          when: '2026-06-17T09:00:00.000Z',
          by: ADA,
          message: 'Change 1',
          minor_edit: false,
          sync_rev: null,
          conf_rev: null
        },
        parent_id: '65689',
        ancestors: null,
        children: null,
        body: null,
        metadata: {
          labels: [{ id: '1351', prefix: 'global', name: 'try', label: null }],
          frontend_url: 'https://wiki.example.com/wiki/spaces/PLAY/pages/65698/Move+me',
          created: '2026-06-16T09:00:00.000Z',
          created_by: ADA,
          properties: null
        },
        restrictions: null,
        extensions: { position: 156 }
      }
    },
    {
      name: 'unknown',
      summary: 'An ID that no page has',
      input: { page_id: '999999999', target_id: '65689' },
      error: { reason: 'page_not_found', message: 'Confluence has no page 999999999 that this account can see.' }
    }
  ],
  message: ({ page_id, target_id, space_key, position }) =>
    `Move the page ${page_id} ${target_id === undefined ? `to the space ${space_key}` : `${position === 'append' ? 'below' : position} the page ${target_id}`}`,
  handler: async (input, call) => await warned(await movePage(call.client, input, call), call)
})
