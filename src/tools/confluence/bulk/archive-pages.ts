import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { CHANGE_ERRORS, describePages, GUIDES, jobOverGuides, NO_SELECTION, pagesOrIds, selection } from '../bulk-inputs.ts'
import { archivePages } from '../client/bulk/move.ts'
import { selectPages } from '../client/bulk/select.ts'
import { impossible } from '../client/failures.ts'
import { confluence } from '../tool.ts'

export default defineBulk(confluence, {
  name: 'archive_pages',
  summary: 'Archive many pages (Cloud only)',
  description:
    'Creates a job that archives many pages of Confluence Cloud: they can still be read by ID, but searches no longer find them. Select the pages by query, space, label or parent page, or pass their ids. The selection uses the search index, which lags a few moments behind. Use it for outdated pages that must be kept; for pages that no one needs, use bulk_trash_pages. The job shows a preview, and archives nothing until you confirm it. Pages that are already archived are skipped. Confluence archives one page at a time, and each takes a second or more; the free plan does not support archiving. The API cannot restore archived pages: users restore them in the archive of the space. Data Center has no page archive (422). Returns the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['confluence_bulk_trash_pages', 'confluence_bulk_move_pages'],
  asked_as: {
    en: [
      'archive all outdated docs',
      'put away a whole set of old wiki pages',
      'retire every page of a finished project',
      'move all 2019 pages to the archive',
      'hide every obsolete doc from the wiki',
      'retire the docs without edits',
      'shelve the pages of the old project',
      'put all the old docs in the archive without deleting them',
      'the wiki pages of closed projects should be archived',
      'everything from last year goes in the wiki archive',
      'clear the wiki of outdated articles, but keep them'
    ]
  },
  input: Type.Object({ ...selection }),
  requires: [pagesOrIds],
  errors: {
    ...CHANGE_ERRORS,
    cannot_be_honoured: 'Data Center has no page archive, or the key is not allowed to use any space'
  },
  examples: [
    {
      name: 'guides',
      summary: 'Pages of a space with a label: the job shows a preview and waits for confirmation',
      input: { ...GUIDES },
      output: jobOverGuides('confluence_bulk_archive_pages', 'Archive the pages with space_key DOCS, label guide', {
        undoable: false
      })
    },
    { ...NO_SELECTION, input: {} }
  ],
  message: pages => `Archive ${describePages(pages)}`,
  async prepare(pages, call) {
    if (call.client.site.deployment !== 'cloud')
      throw impossible('Data Center has no page archive.', 'Move them below one page with confluence_bulk_move_pages.')
    return { query: await selectPages(pages, call), action: { archived: true } }
  },
  ...archivePages
})
