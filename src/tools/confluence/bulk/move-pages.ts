import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { CHANGE_ERRORS, GUIDES, jobOverGuides, NO_SELECTION, pagesOrIds, pagesSaid, selection } from '../bulk-inputs.ts'
import { moving } from '../client/bulk-place.ts'
import { selectPages } from '../client/bulk-select.ts'
import { findPage } from '../client/pages.ts'
import { pageId } from '../inputs.ts'
import { confluence } from '../tool.ts'

export default defineBulk(confluence, {
  name: 'move_pages',
  core: true,
  summary: 'Move many pages below another one',
  description:
    'Makes a job that moves many pages, each with all below it, below one page. The pages are those that a query, a space, a label and a page above select, or those named in ids. The selection goes by the search index, which lags some moments behind. Use it to tidy up; for one page use move_page. The job shows a preview; nothing is moved before it is confirmed. A page that is there already is skipped. Undo moves back those that this job moved. Answers the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['confluence_move_page', 'confluence_get_page_tree'],
  input: Type.Object({ ...selection, target_id: pageId('Page to move them below') }),
  requires: [pagesOrIds],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'guides',
      summary: 'Pages of a space with a label: a job that shows what it would do and awaits confirmation',
      input: { ...GUIDES, target_id: '65540' },
      output: jobOverGuides('confluence_bulk_move_pages', 'Move the pages with space_key DOCS, label guide below the page 65540')
    },
    { ...NO_SELECTION, input: { target_id: '65540' } }
  ],
  message: ({ target_id, ...pages }) => `Move ${pagesSaid(pages)} below the page ${target_id}`,
  async prepare({ target_id, ...pages }, call) {
    await findPage(call.client, { page_id: target_id }, { format: undefined }, call)
    return { query: await selectPages(pages, call), action: { target_id } }
  },
  ...moving
})
