import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { oneOf } from '../../../contract/requires.ts'
import { CHANGE_ERRORS, NO_SELECTION } from '../bulk-inputs.ts'
import { restoring } from '../client/bulk-place.ts'
import { countTrash, nextTrash, trashIn } from '../client/bulk-trash.ts'
import { spaceKey } from '../inputs.ts'
import { confluence } from '../tool.ts'

export default defineBulk(confluence, {
  name: 'restore_pages',
  summary: 'Bring many pages back out of the trash',
  description:
    'Makes a job that brings pages back out of the trash: all that lie in that of a space, or those named in ids. Use it where pages were trashed by mistake; where a job of trash_pages did it, jobs_undo brings back exactly those. The job shows a preview; nothing is brought back before it is confirmed. A page that is not in the trash is skipped; one whose title another page has taken meanwhile fails. Each comes back as the next version of what it was. Undo puts those that this job brought back into the trash again, but for pages that somebody edited since. Answers the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['confluence_bulk_trash_pages', 'confluence_restore_version'],
  input: Type.Object({ space_key: Type.Optional(spaceKey('Space whose trash to bring back. Give either this or ids')) }),
  requires: [oneOf('space_key', 'ids')],
  errors: { ...CHANGE_ERRORS, already_exists: 'Another page of the space has the title meanwhile' },
  examples: [
    {
      name: 'trash_of_a_space',
      summary: 'The one page in the trash of a space: a job that shows it and awaits confirmation',
      input: { space_key: 'DOCS' },
      output: awaitingJob({
        operation: 'confluence_bulk_restore_pages',
        message: 'Bring the pages in the trash of the space DOCS back',
        undoable: true,
        sample: [{ item_id: '65542', display_name: 'Thrown away' }]
      })
    },
    { ...NO_SELECTION, input: {} }
  ],
  message: ({ space_key }) =>
    `Bring ${space_key === undefined ? 'the named pages' : `the pages in the trash of the space ${space_key}`} back`,
  async prepare({ space_key }, call) {
    return { query: await trashIn(space_key, call), action: { trashed: false } }
  },
  ...restoring,
  count: countTrash,
  nextBatch: nextTrash
})
