import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { oneOf } from '../../../contract/requires.ts'
import { CHANGE_ERRORS, NO_SELECTION } from '../bulk-inputs.ts'
import { restorePages } from '../client/bulk/move.ts'
import { countTrash, nextTrash, trashIn } from '../client/bulk/trash.ts'
import { spaceKey } from '../inputs.ts'
import { confluence } from '../tool.ts'

export default defineBulk(confluence, {
  name: 'restore_pages',
  summary: 'Restore many pages from the trash',
  description:
    'Creates a job that restores pages from the trash: all pages in the trash of a space, or the pages in ids. Use it if pages were trashed by mistake; if a bulk_trash_pages job trashed them, use jobs_undo instead. The job shows a preview, and restores nothing until you confirm it. Pages that are not in the trash are skipped; a page whose title is now used by another page fails. Each page is restored as a new version. Undo moves the restored pages back to the trash, except those that another user has edited since. Returns the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['confluence_bulk_trash_pages', 'confluence_restore_version'],
  asked_as: {
    en: [
      'bring back all the pages we trashed',
      'undelete a bunch of docs',
      'recover everything from the wiki trash',
      'someone trashed a lot of pages, recover them',
      'get deleted docs back in one go',
      'someone binned 40 pages, get them back',
      'half the space was thrown away, restore it',
      'undo the mass deletion of docs',
      'I deleted many wiki pages by accident, I want them back',
      'get all the binned articles back',
      'all the thrown out docs should return',
      'rescue the deleted pages of the space'
    ]
  },
  input: Type.Object({ space_key: Type.Optional(spaceKey('Space whose trashed pages to restore, instead of ids')) }),
  requires: [oneOf('space_key', 'ids')],
  errors: {
    ...CHANGE_ERRORS,
    cannot_be_honoured: 'Confluence did not return the body of a page',
    already_exists: 'Another page of the space now has the title of this page'
  },
  examples: [
    {
      name: 'trash_of_a_space',
      summary: "Restore the one page in a space's trash: the job shows a preview and waits for confirmation",
      input: { space_key: 'DOCS' },
      output: awaitingJob({
        operation: 'confluence_bulk_restore_pages',
        message: 'Restore the pages in the trash of the space DOCS',
        undoable: true,
        sample: [{ item_id: '65542', display_name: 'Thrown away' }]
      })
    },
    { ...NO_SELECTION, input: {} }
  ],
  message: ({ space_key }) => `Restore ${space_key === undefined ? 'the named pages' : `the pages in the trash of the space ${space_key}`}`,
  async prepare({ space_key }, call) {
    return { query: await trashIn(space_key, call), action: { trashed: false } }
  },
  ...restorePages,
  count: countTrash,
  nextBatch: nextTrash
})
