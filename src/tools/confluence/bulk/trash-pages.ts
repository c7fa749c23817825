import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { CHANGE_ERRORS, GUIDES, jobOverGuides, NO_SELECTION, pagesOrIds, pagesSaid, selection } from '../bulk-inputs.ts'
import { trashing } from '../client/bulk-place.ts'
import { selectPages } from '../client/bulk-select.ts'
import { confluence } from '../tool.ts'

export default defineBulk(confluence, {
  name: 'trash_pages',
  summary: 'Put many pages into the trash',
  description:
    'Makes a job that puts many pages into the trash. The pages are those that a query, a space, a label and a page above select, or those named in ids. The selection goes by the search index, which lags some moments behind. Use it to clear away pages at once; for one page use delete_page. The job shows a preview; nothing is trashed before it is confirmed. A page that is in the trash is skipped; pages below one that goes move up to its parent. Undo brings back those that this job trashed, as a next version, where the trash was not emptied: what is gone from there is lost. Answers the job: poll it with jobs_get.',
  permission: 'destructive',
  see_also: ['confluence_delete_page', 'confluence_bulk_restore_pages'],
  input: Type.Object({ ...selection }),
  requires: [pagesOrIds],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'guides',
      summary: 'Pages of a space with a label: a job that shows what it would do and awaits confirmation',
      input: { ...GUIDES },
      output: jobOverGuides('confluence_bulk_trash_pages', 'Put the pages with space_key DOCS, label guide into the trash')
    },
    { ...NO_SELECTION, input: {} }
  ],
  message: pages => `Put ${pagesSaid(pages)} into the trash`,
  async prepare(pages, call) {
    return { query: await selectPages(pages, call), action: { trashed: true } }
  },
  ...trashing
})
