import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { oneOf } from '../../../../contract/requires.ts'
import { words } from '../../../../contract/schema.ts'
import { movePage } from '../../client/move.ts'
import { ADA, PLAY } from '../../examples.ts'
import { PAGE_ERRORS, SPACE_ERRORS, WRITE_ERRORS } from '../../failures.ts'
import { pageId, spaceKey } from '../../inputs.ts'
import { Page } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'move_page',
  core: true,
  group: 'pages',
  summary: 'Move a page below, before or after another one, or to another space',
  description:
    'Moves a page with all below it: below a page (append), before or after one, or below the home page of a space. Use it to put pages in order. Data Center, and tokens that come through the gateway of Atlassian, can only append; such tokens not to another space. It is refused with the reason where it cannot be done. To copy use copy_page.',
  permission: 'write',
  http: 'POST /pages/:page_id/move',
  timeout_ms: 10_000,
  see_also: ['confluence_copy_page', 'confluence_get_page_tree'],
  input: Type.Object({
    page_id: pageId('Page to move'),
    target_id: Type.Optional(pageId('Page to move it to')),
    space_key: Type.Optional(spaceKey('Space to move it to, below its home page')),
    position: words(['append', 'before', 'after'], {
      default: 'append',
      description: 'append: below the target, as the last one; before, after: beside it. Default append'
    })
  }),
  requires: [oneOf('target_id', 'space_key')],
  output: Page,
  errors: {
    ...PAGE_ERRORS,
    ...SPACE_ERRORS,
    ...WRITE_ERRORS,
    version_conflict: 'Somebody changed the page meanwhile; it was left alone',
    already_exists: 'The other space has a page of that title'
  },
  examples: [
    {
      name: 'below',
      summary: 'Below another page',
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
      summary: 'An id that no page has',
      input: { page_id: '999999999', target_id: '65689' },
      error: { reason: 'page_not_found', message: 'Confluence has no page 999999999 that this account can see.' }
    }
  ],
  message: ({ page_id, target_id, space_key, position }) =>
    `Move the page ${page_id} ${target_id === undefined ? `to the space ${space_key}` : `${position === 'append' ? 'below' : position} the page ${target_id}`}`,
  handler: (input, call) => movePage(call.client, input, call)
})
