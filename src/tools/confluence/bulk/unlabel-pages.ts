import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { CHANGE_ERRORS, GUIDES, jobOverGuides, NO_SELECTION, pagesOrIds, pagesSaid, selection } from '../bulk-inputs.ts'
import { labelling } from '../client/bulk-label.ts'
import { selectPages } from '../client/bulk-select.ts'
import { label } from '../inputs.ts'
import { confluence } from '../tool.ts'

export default defineBulk(confluence, {
  name: 'unlabel_pages',
  summary: 'Take a label off many pages',
  description:
    'Makes a job that takes a label off many pages. The pages are those that a query, a space, a label and a page above select, or those named in ids. The selection goes by the search index, which lags some moments behind. Use it to unmark pages at once; for one page use remove_label. Other labels stay. The job shows a preview; nothing is changed before it is confirmed. A page without the label is skipped. Undo puts it back on those that this job took it off. Answers the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['confluence_remove_label', 'confluence_bulk_label_pages'],
  input: Type.Object({ ...selection, remove_label: label('Label to take off') }),
  requires: [pagesOrIds],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'guides',
      summary: 'Pages of a space with a label: a job that shows what it would do and awaits confirmation',
      input: { ...GUIDES, remove_label: 'guide' },
      output: jobOverGuides('confluence_bulk_unlabel_pages', 'Take the label guide off the pages with space_key DOCS, label guide')
    },
    { ...NO_SELECTION, input: { remove_label: 'guide' } }
  ],
  message: ({ remove_label, ...pages }) => `Take the label ${remove_label.slice(0, 60)} off ${pagesSaid(pages)}`,
  async prepare({ remove_label, ...pages }, call) {
    return { query: await selectPages(pages, call), action: { label: remove_label.toLowerCase(), on: false } }
  },
  ...labelling
})
