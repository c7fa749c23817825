import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { CHANGE_ERRORS, describePages, GUIDES, jobOverGuides, NO_SELECTION, pagesOrIds, selection } from '../bulk-inputs.ts'
import { movePages } from '../client/bulk/move.ts'
import { selectPages } from '../client/bulk/select.ts'
import { findPage } from '../client/pages/pages.ts'
import { pageId } from '../inputs.ts'
import { confluence } from '../tool.ts'

export default defineBulk(confluence, {
  name: 'move_pages',
  core: true,
  summary: 'Move many pages below another page',
  description:
    'Creates a job that moves many pages, each with everything below it, below one page. Select the pages by query, space, label or parent page, or pass their ids. The selection uses the search index, which lags a few moments behind. Use it to reorganize a space; for one page, use move_page. The job shows a preview, and moves nothing until you confirm it. Pages that are already directly below that page are skipped. Undo returns each moved page to its previous parent. Returns the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['confluence_move_page', 'confluence_get_page_tree'],
  asked_as: {
    en: [
      'move a whole section of the wiki',
      'reorganize dozens of docs under a new parent',
      'relocate all these articles',
      'all these docs belong under another section',
      'transfer every page to the new space',
      'these thirty articles go under another parent',
      'merge two spaces by moving their pages',
      'empty the old space into the new one',
      'hang all the old minutes under one page',
      'tidy the docs up by moving them below a parent',
      'all the pages of the project belong under a new page',
      'put all the notes in another section of the wiki'
    ]
  },
  input: Type.Object({ ...selection, target_id: pageId('New parent page') }),
  requires: [pagesOrIds],
  errors: {
    ...CHANGE_ERRORS,
    cannot_be_honoured: `${CHANGE_ERRORS.cannot_be_honoured}, or the credential cannot move pages to another space`,
    already_exists: 'The space of target_id has another page with this title'
  },
  examples: [
    {
      name: 'guides',
      summary: 'Pages of a space with a label: the job shows a preview and waits for confirmation',
      input: { ...GUIDES, target_id: '65540' },
      output: jobOverGuides('confluence_bulk_move_pages', 'Move the pages with space_key DOCS, label guide below the page 65540')
    },
    { ...NO_SELECTION, input: { target_id: '65540' } }
  ],
  message: ({ target_id, ...pages }) => `Move ${describePages(pages)} below the page ${target_id}`,
  async prepare({ target_id, ...pages }, call) {
    await findPage(call.client, { page_id: target_id }, { format: undefined }, call)
    return { query: await selectPages(pages, call), action: { target_id } }
  },
  ...movePages
})
