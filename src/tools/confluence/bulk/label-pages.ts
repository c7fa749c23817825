import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { CHANGE_ERRORS, describePages, GUIDES, jobOverGuides, NO_SELECTION, pagesOrIds, selection } from '../bulk-inputs.ts'
import { labelPages } from '../client/bulk/label.ts'
import { selectPages } from '../client/bulk/select.ts'
import { label } from '../inputs.ts'
import { confluence } from '../tool.ts'

export default defineBulk(confluence, {
  name: 'label_pages',
  core: true,
  summary: 'Add a label to many pages',
  description:
    'Creates a job that adds a label to many pages. Select the pages by query, space, label or parent page, or pass their ids. The selection uses the search index, which lags a few moments behind. Use it to mark many pages at once; for one page, use add_labels. Other labels stay. The job shows a preview, and labels nothing until you confirm it. Pages that already have the label are skipped. Undo removes the label from the pages that this job labeled. Returns the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['confluence_add_labels', 'confluence_bulk_unlabel_pages'],
  asked_as: {
    en: [
      'tag all pages of a space',
      'label every doc below a page',
      'categorize dozens of articles at once',
      'mark every how-to page with a tag',
      'put the same label on all child pages',
      'everything below the page gets a tag',
      'put the label on every page of the old project',
      'all release notes should be tagged',
      'all the guides should carry the same tag',
      'tag everything in the space',
      'mark all articles as reviewed',
      'every page under the manual needs the label'
    ]
  },
  input: Type.Object({ ...selection, add_label: label('Label to add') }),
  requires: [pagesOrIds],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'guides',
      summary: 'Pages of a space with a label: the job shows a preview and waits for confirmation',
      input: { ...GUIDES, add_label: 'checked' },
      output: jobOverGuides('confluence_bulk_label_pages', 'Add the label checked to the pages with space_key DOCS, label guide')
    },
    { ...NO_SELECTION, input: { add_label: 'checked' } }
  ],
  message: ({ add_label, ...pages }) => `Add the label ${add_label.slice(0, 60)} to ${describePages(pages)}`,
  async prepare({ add_label, ...pages }, call) {
    return { query: await selectPages(pages, call), action: { label: add_label.toLowerCase(), on: true } }
  },
  ...labelPages
})
