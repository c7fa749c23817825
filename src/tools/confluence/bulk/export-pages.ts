import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { CHANGE_ERRORS, GUIDES, jobOverGuides, NO_SELECTION, pagesOrIds, pagesSaid, selection } from '../bulk-inputs.ts'
import { exporting } from '../client/bulk-export.ts'
import { selectPages } from '../client/bulk-select.ts'
import { confluence } from '../tool.ts'

const { page_not_found, upstream_gone, space_not_found } = CHANGE_ERRORS

export default defineBulk(confluence, {
  name: 'export_pages',
  summary: 'Export many pages with their attachments',
  description:
    'Makes a job that goes through many pages and notes of each which version is to be exported and how large it is, with its attachments; download_export then answers all of them as one archive. The pages are those that a query, a space, a label and a page above select, or those named in ids. The selection goes by the search index, which lags some moments behind. Use it to take a space or a part of it along, or to back it up; for the text of one page use get_page. The job shows a preview; nothing is read before it is confirmed. A page that cannot be read has failed alone. Nothing is changed in Confluence. Answers the job: poll it with jobs_get.',
  permission: 'read',
  see_also: ['confluence_download_export', 'confluence_get_page'],
  input: Type.Object({ ...selection }),
  requires: [pagesOrIds],
  errors: { page_not_found, upstream_gone, space_not_found },
  examples: [
    {
      name: 'guides',
      summary: 'Pages of a space with a label: a job that shows what it would do and awaits confirmation',
      input: { ...GUIDES },
      output: jobOverGuides('confluence_bulk_export_pages', 'Export the pages with space_key DOCS, label guide', { undoable: false })
    },
    { ...NO_SELECTION, input: {} }
  ],
  message: pages => `Export ${pagesSaid(pages)}`,
  async prepare(pages, call) {
    return { query: await selectPages(pages, call), action: {} }
  },
  ...exporting
})
