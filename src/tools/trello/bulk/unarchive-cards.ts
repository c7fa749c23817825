import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { NO_SELECTION } from '../bulk-examples.ts'
import { CHANGE_ERRORS, cardsOrIds, cardsSaid, IF_CHANGED } from '../bulk-inputs.ts'
import { archiving } from '../client/bulk-archive.ts'
import { selectCards } from '../client/bulk-select.ts'
import { cardFilters } from '../inputs.ts'
import { trello } from '../tool.ts'

const { status: _status, ...filters } = cardFilters

export default defineBulk(trello, {
  name: 'unarchive_cards',
  summary: 'Bring many archived cards back',
  description: `Makes a job that brings the archived cards of a board or list that fit, or those named in ids (ids, short links or addresses), back to their lists. Use it where many were archived by mistake; for one card use unarchive_card; to take back a job that archived them use jobs_undo. The job shows a preview; nothing is brought back before it is confirmed. A card that is open already is skipped. ${IF_CHANGED} In a list that is archived itself cards stay hidden. Undo archives again those that this job brought back. Answers the job: poll it with jobs_get.`,
  permission: 'write',
  see_also: ['trello_list_cards', 'trello_unarchive_card', 'trello_bulk_archive_cards'],
  input: Type.Object(filters),
  requires: [cardsOrIds()],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'of_a_label',
      summary: 'Archived cards with a label: a job that shows what it would do and awaits confirmation',
      input: { board: 'Website Relaunch', label: 'Bug' },
      output: awaitingJob({
        operation: 'trello_bulk_unarchive_cards',
        message: 'Bring back the archived cards of the board Website Relaunch with label Bug',
        undoable: true,
        sample: [{ item_id: '69600cc05eed000000000054', display_name: 'Translate the contact page again', data: { archived: true } }]
      })
    },
    { ...NO_SELECTION, input: { name_contains: 'old' } }
  ],
  message: cards => `Bring back ${cardsSaid({ ...cards, status: 'archived' })}`,
  async prepare(cards, call) {
    const { query } = await selectCards({ ...cards, status: 'archived' }, call)
    return { query, action: { archived: false } }
  },
  ...archiving
})
