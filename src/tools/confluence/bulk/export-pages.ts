import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { describePages, GUIDES, jobOverGuides, NEEDS_BODY, NO_SELECTION, pagesOrIds, SELECTION_ERRORS, selection } from '../bulk-inputs.ts'
import { exportPages } from '../client/bulk/export.ts'
import { selectPages } from '../client/bulk/select.ts'
import { confluence } from '../tool.ts'

export default defineBulk(confluence, {
  name: 'export_pages',
  summary: 'Export many pages with their attachments',
  description:
    'Creates a job that visits many pages and records, for each, the version to export and its size with attachments; download_export then returns these pages as one archive. Select the pages by query, space, label or parent page, or pass their ids. The selection uses the search index, which lags a few moments behind. Use it to back up or to migrate a space or a part of it; for the text of one page, use get_page. The job shows a preview, and reads no bodies or attachments until you confirm it. A page that cannot be read fails; the others are still exported. Nothing is changed in Confluence. Returns the job: poll it with jobs_get.',
  permission: 'read',
  see_also: ['confluence_download_export', 'confluence_get_page'],
  asked_as: {
    en: [
      'back up the whole space',
      'export all docs',
      'download every wiki page',
      'save the documentation offline',
      'I need an offline copy of the wiki',
      'save every page of the handbook',
      'I need the handbook as PDFs',
      'take the wiki with me offline',
      'a PDF of every page',
      'I want the entire space as files',
      'pull all articles out of the wiki',
      'give me every doc of the space on disk',
      'save the complete wiki section as PDF'
    ]
  },
  input: Type.Object({ ...selection }),
  requires: [pagesOrIds],
  errors: { ...SELECTION_ERRORS, cannot_be_honoured: NEEDS_BODY },
  examples: [
    {
      name: 'guides',
      summary: 'Pages of a space with a label: the job shows a preview and waits for confirmation',
      input: { ...GUIDES },
      output: jobOverGuides('confluence_bulk_export_pages', 'Export the pages with space_key DOCS, label guide', { undoable: false })
    },
    { ...NO_SELECTION, input: {} }
  ],
  message: pages => `Export ${describePages(pages)}`,
  async prepare(pages, call) {
    return { query: await selectPages(pages, call), action: {} }
  },
  ...exportPages
})
