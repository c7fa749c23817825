import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { BUGS, jobOverBugs, NO_SELECTION, OPEN_BUGS } from '../bulk-examples.ts'
import { cardsOrIds, cardsSaid } from '../bulk-inputs.ts'
import { ON_CARDS } from '../client/bulk-change.ts'
import { deleteEach, findDeleted } from '../client/bulk-delete.ts'
import { selectCards } from '../client/bulk-select.ts'
import { NOT_FOUND } from '../failures.ts'
import { cardFilters } from '../inputs.ts'
import { trello } from '../tool.ts'

export default defineBulk(trello, {
  name: 'delete_cards',
  summary: 'Delete many cards for good',
  description:
    'Makes a job that deletes the cards of a board or list that fit, or those named in ids (ids, short links or addresses), with their comments, checklists and attachments. All of it is lost for good: there is no undo, and no trash. Use it only for what should never have been there; what is done or no longer wanted is archived with bulk_archive_cards. The job shows a preview; nothing is deleted before it is confirmed. A selected card that somebody changed after it was listed, be it by a comment, is left alone and counted as failed. A card that is gone already, or that this token cannot see, is skipped. Answers the job: poll it with jobs_get.',
  permission: 'destructive',
  see_also: ['trello_bulk_archive_cards', 'trello_delete_card', 'trello_list_cards'],
  input: Type.Object(cardFilters),
  requires: [cardsOrIds()],
  errors: {
    ...NOT_FOUND('board or list'),
    version_conflict: 'Somebody changed the card after it was listed; it was left alone'
  },
  examples: [
    {
      name: 'test_cards',
      summary: 'Cards that should not have been there: a job that shows what it would do and awaits confirmation',
      input: BUGS,
      output: jobOverBugs('trello_bulk_delete_cards', `Delete for good, with comments, checklists and attachments, ${OPEN_BUGS}`, {
        undoable: false,
        irreversible: true
      })
    },
    {
      name: 'unknown_list',
      summary: 'A list that the board does not have',
      input: { board: 'Website Relaunch', list: 'Trash' },
      error: { reason: 'invalid_field_value' }
    },
    { ...NO_SELECTION, input: { name_contains: 'test' } }
  ],
  message: cards => `Delete for good, with comments, checklists and attachments, ${cardsSaid(cards)}`,
  idempotent: true,
  cost_units: 2,
  ...ON_CARDS,
  async prepare(cards, call) {
    const { query, board_id = null } = await selectCards(cards, call)
    return { query, action: { board_id } }
  },
  executeBatch: deleteEach,
  reconcile: findDeleted
})
