import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { CHANGE_ERRORS, describePages, GUIDES, jobOverGuides, NO_SELECTION, pagesOrIds, selection } from '../bulk-inputs.ts'
import { labelPages } from '../client/bulk/label.ts'
import { selectPages } from '../client/bulk/select.ts'
import { label } from '../inputs.ts'
import { confluence } from '../tool.ts'

export default defineBulk(confluence, {
  name: 'unlabel_pages',
  summary: 'Remove a label from many pages',
  description:
    'Creates a job that removes a label from many pages. Select the pages by query, space, label or parent page, or pass their ids. The selection uses the search index, which lags a few moments behind. Use it to remove a label that is no longer needed; for one page, use remove_label. Other labels stay. The job shows a preview, and changes nothing until you confirm it. Pages without the label are skipped. Undo adds the label again to the pages that this job changed. Returns the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['confluence_remove_label', 'confluence_bulk_label_pages'],
  asked_as: {
    en: [
      'take a tag off all pages',
      'untag every doc',
      'strip a label from dozens of articles',
      'none of the pages should be tagged draft any longer',
      'clear a label throughout the space',
      'no page should carry that label',
      'drop the tag from all of them',
      'nothing in the wiki should be marked as draft',
      'all docs lose the tag',
      'remove the keyword everywhere in the wiki',
      'the tag is wrong on all these pages'
    ]
  },
  input: Type.Object({ ...selection, remove_label: label('Label to remove') }),
  requires: [pagesOrIds],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'guides',
      summary: 'Pages of a space with a label: the job shows a preview and waits for confirmation',
      input: { ...GUIDES, remove_label: 'guide' },
      output: jobOverGuides('confluence_bulk_unlabel_pages', 'Remove the label guide from the pages with space_key DOCS, label guide')
    },
    { ...NO_SELECTION, input: { remove_label: 'guide' } }
  ],
  message: ({ remove_label, ...pages }) => `Remove the label ${remove_label.slice(0, 60)} from ${describePages(pages)}`,
  async prepare({ remove_label, ...pages }, call) {
    return { query: await selectPages(pages, call), action: { label: remove_label.toLowerCase(), on: false } }
  },
  ...labelPages
})
