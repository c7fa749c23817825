import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { CHANGE_ERRORS, GUIDES, jobOverGuides, NO_SELECTION, pagesOrIds, pagesSaid, selection } from '../bulk-inputs.ts'
import { labelling } from '../client/bulk-label.ts'
import { selectPages } from '../client/bulk-select.ts'
import { label } from '../inputs.ts'
import { confluence } from '../tool.ts'

export default defineBulk(confluence, {
  name: 'label_pages',
  core: true,
  summary: 'Put a label on many pages',
  description:
    'Makes a job that puts a label on many pages. The pages are those that a query, a space, a label and a page above select, or those named in ids. The selection goes by the search index, which lags some moments behind. Use it to mark pages at once; for one page use add_labels. Other labels stay. The job shows a preview; nothing is labelled before it is confirmed. A page that has the label is skipped. Undo takes it off those that this job put it on. Answers the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['confluence_add_labels', 'confluence_bulk_unlabel_pages'],
  input: Type.Object({ ...selection, add_label: label('Label to put on') }),
  requires: [pagesOrIds],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'guides',
      summary: 'Pages of a space with a label: a job that shows what it would do and awaits confirmation',
      input: { ...GUIDES, add_label: 'checked' },
      output: jobOverGuides('confluence_bulk_label_pages', 'Put the label checked on the pages with space_key DOCS, label guide')
    },
    { ...NO_SELECTION, input: { add_label: 'checked' } }
  ],
  message: ({ add_label, ...pages }) => `Put the label ${add_label.slice(0, 60)} on ${pagesSaid(pages)}`,
  async prepare({ add_label, ...pages }, call) {
    return { query: await selectPages(pages, call), action: { label: add_label.toLowerCase(), on: true } }
  },
  ...labelling
})
