import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deletePage } from '../../client/write.ts'
import { PAGE_ERRORS } from '../../failures.ts'
import { pageId } from '../../inputs.ts'
import { incomplete } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'delete_page',
  core: true,
  group: 'pages',
  summary: 'Put a page into the trash, or delete it for good',
  description:
    'Puts a page or blog post into the trash, from which an administrator of the space can bring it back; with purge it is gone for good, with its attachments and versions. Use it for one page, and never with purge unless that is meant; for many use the bulk action trash_pages. Pages below it move up to its parent.',
  permission: 'destructive',
  http: 'DELETE /pages/:page_id',
  timeout_ms: 10_000,
  see_also: ['confluence_get_page', 'confluence_move_page'],
  input: Type.Object({
    page_id: pageId('Page or blog post'),
    purge: Type.Boolean({ default: false, description: 'true: delete it for good, also out of the trash. Default false' })
  }),
  output: Type.Object({
    id: Type.String({ description: 'Id of the page' }),
    title: Type.String({ description: 'Its title' }),
    space_key: Type.String({ description: 'Key of the space it was in' }),
    deleted: Type.Boolean({ description: 'true: it is in the trash, or gone' }),
    purged: Type.Boolean({ description: 'true: it is gone for good' }),
    incomplete
  }),
  errors: PAGE_ERRORS,
  examples: [
    {
      name: 'trash',
      summary: 'A page goes into the trash',
      input: { page_id: '65699', confirm: true },
      output: { id: '65699', title: 'Delete me', space_key: 'PLAY', deleted: true, purged: false, incomplete: null }
    },
    {
      name: 'unknown',
      summary: 'An id that no page has',
      input: { page_id: '999999999', confirm: true },
      error: { reason: 'page_not_found', message: 'Confluence has no page 999999999 that this account can see.' }
    }
  ],
  message: ({ page_id, purge }) => (purge ? `Delete the page ${page_id} for good` : `Put the page ${page_id} into the trash`),
  handler: (input, call) => deletePage(call.client, input, call)
})
