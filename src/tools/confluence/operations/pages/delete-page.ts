import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deletePage } from '../../client/pages/write.ts'
import { PAGE_ERRORS } from '../../failures.ts'
import { pageId } from '../../inputs.ts'
import { incompleteOf } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'delete_page',
  core: true,
  group: 'pages',
  summary: 'Delete a page: move it to the trash, or delete it permanently',
  description:
    'Moves a page or blog post to the trash, from which a space administrator can restore it; with purge, deletes it permanently, with its attachments and versions. Use it for one page, and purge only if the user wants permanent deletion; for many pages, use bulk_trash_pages. Pages below the deleted page move up to its parent.',
  permission: 'destructive',
  http: 'DELETE /pages/:page_id',
  timeout_ms: 10_000,
  see_also: ['confluence_get_page', 'confluence_move_page'],
  asked_as: {
    en: [
      'get rid of a doc',
      'trash this wiki page',
      'throw away an outdated article',
      'permanently erase a page',
      'this article is obsolete, delete it',
      'take down a page',
      'bin the doc',
      "we don't need that page any more",
      'the article is wrong, bin it',
      'remove the test page'
    ],
    de: ['die Wiki-Seite löschen'],
    es: ['borra la página de la wiki'],
    fr: ['supprimer la page du wiki'],
    ja: ['ページを削除'],
    pl: ['usuń stronę wiki']
  },
  input: Type.Object({
    page_id: pageId('Page or blog post'),
    purge: Type.Boolean({ default: false, description: 'true: delete it permanently, also if it is already in the trash. Default false' })
  }),
  output: Type.Object({
    id: Type.String({ description: 'ID of the page' }),
    title: Type.String({ description: 'Title' }),
    space_key: Type.String({ description: 'Key of its space' }),
    deleted: Type.Boolean({ description: 'Always true: it is in the trash, or was deleted permanently' }),
    purged: Type.Boolean({ description: 'true: it was deleted permanently' }),
    incomplete: incompleteOf('purge', 'What could not be done although the page is in the trash; null if everything was done')
  }),
  errors: {
    ...PAGE_ERRORS,
    page_not_found: 'The page does not exist, this account cannot see it, or it is already in the trash and purge is false'
  },
  examples: [
    {
      name: 'trash',
      summary: 'Move a page to the trash',
      input: { page_id: '65699', confirm: true },
      output: { id: '65699', title: 'Delete me', space_key: 'PLAY', deleted: true, purged: false, incomplete: null }
    },
    {
      name: 'unknown',
      summary: 'An ID that no page has',
      input: { page_id: '999999999', confirm: true },
      error: { reason: 'page_not_found', message: 'Confluence has no page 999999999 that this account can see.' }
    }
  ],
  message: ({ page_id, purge }) => (purge ? `Permanently delete the page ${page_id}` : `Move the page ${page_id} to the trash`),
  handler: (input, call) => deletePage(call.client, input, call)
})
