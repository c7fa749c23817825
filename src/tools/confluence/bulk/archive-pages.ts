import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { CHANGE_ERRORS, GUIDES, jobOverGuides, NO_SELECTION, pagesOrIds, pagesSaid, selection } from '../bulk-inputs.ts'
import { archiving } from '../client/bulk-place.ts'
import { selectPages } from '../client/bulk-select.ts'
import { impossible } from '../client/failures.ts'
import { confluence } from '../tool.ts'

export default defineBulk(confluence, {
  name: 'archive_pages',
  summary: 'Put many pages of Cloud into the archive',
  description:
    'Makes a job that puts many pages of Confluence Cloud into the archive, where they are kept, read by their ids and found no more. The pages are those that a query, a space, a label and a page above select, or those named in ids. The selection goes by the search index, which lags some moments behind. Use it for what is outdated and must be kept; for what nobody needs use trash_pages. The job shows a preview; nothing is archived before it is confirmed. A page that is in the archive is skipped. Confluence archives one after another, a second or more each, and not on its free plan. It lets no program bring a page back: people do so in the archive of the space. Data Center has no archive of pages (422). Answers the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['confluence_bulk_trash_pages', 'confluence_bulk_move_pages'],
  input: Type.Object({ ...selection }),
  requires: [pagesOrIds],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'guides',
      summary: 'Pages of a space with a label: a job that shows what it would do and awaits confirmation',
      input: { ...GUIDES },
      output: jobOverGuides('confluence_bulk_archive_pages', 'Put the pages with space_key DOCS, label guide into the archive', {
        undoable: false
      })
    },
    { ...NO_SELECTION, input: {} }
  ],
  message: pages => `Put ${pagesSaid(pages)} into the archive`,
  async prepare(pages, call) {
    if (call.client.site.deployment !== 'cloud')
      throw impossible('Data Center has no archive of pages.', 'Move them below one page with confluence_bulk_move_pages.')
    return { query: await selectPages(pages, call), action: { archived: true } }
  },
  ...archiving
})
