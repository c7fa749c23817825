import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { CHANGE_ERRORS, describePages, GUIDES, jobOverGuides, NEEDS_BODY, NO_SELECTION, pagesOrIds, selection } from '../bulk-inputs.ts'
import { trashPages } from '../client/bulk/move.ts'
import { selectPages } from '../client/bulk/select.ts'
import { confluence } from '../tool.ts'

export default defineBulk(confluence, {
  name: 'trash_pages',
  summary: 'Move many pages to the trash',
  description:
    'Creates a job that moves many pages to the trash. Select the pages by query, space, label or parent page, or pass their ids. The selection uses the search index, which lags a few moments behind. Use it to remove many pages at once; for one page, use delete_page. The job shows a preview, and trashes nothing until you confirm it. Pages that are already in the trash are skipped; pages below a trashed page move up to its parent. Undo restores the pages that this job trashed, each as a new version; a page that was deleted from the trash is lost permanently. Returns the job: poll it with jobs_get.',
  permission: 'destructive',
  see_also: ['confluence_delete_page', 'confluence_bulk_restore_pages'],
  asked_as: {
    en: [
      'delete all these docs',
      'clean out old wiki pages',
      'throw away every page in a space',
      'get rid of a bunch of articles',
      'remove all pages with a tag',
      'clear out every obsolete doc',
      'delete the whole section of the wiki',
      'throw out all the meeting notes of last year',
      'these pages are useless now',
      'purge the old space',
      'throw out all the articles no one reads',
      'get rid of every empty doc',
      'the drafts in the wiki can all go',
      'bin the outdated pages',
      'clear out a whole chapter of the wiki'
    ]
  },
  input: Type.Object({ ...selection }),
  requires: [pagesOrIds],
  errors: { ...CHANGE_ERRORS, cannot_be_honoured: NEEDS_BODY },
  examples: [
    {
      name: 'guides',
      summary: 'Pages of a space with a label: the job shows a preview and waits for confirmation',
      input: { ...GUIDES },
      output: jobOverGuides('confluence_bulk_trash_pages', 'Move the pages with space_key DOCS, label guide to the trash')
    },
    { ...NO_SELECTION, input: {} }
  ],
  message: pages => `Move ${describePages(pages)} to the trash`,
  async prepare(pages, call) {
    return { query: await selectPages(pages, call), action: { trashed: true } }
  },
  ...trashPages
})
