import { Type } from 'typebox'
import { defineBulk, willBeSkipped } from '../../../contract/bulk.ts'
import { BUGS, jobOverBugs, NO_SELECTION, OPEN_BUG_CARDS } from '../bulk-examples.ts'
import { cardsOrIds, describeSelection } from '../bulk-inputs.ts'
import { CARD_LISTING } from '../client/bulk/change.ts'
import { deleteCards, findDeleted } from '../client/bulk/delete.ts'
import { addTitles, selectCards } from '../client/bulk/select.ts'
import { cardFilters } from '../inputs.ts'
import { NOT_FOUND } from '../schemas.ts'
import { trello } from '../tool.ts'

export default defineBulk(trello, {
  name: 'delete_cards',
  summary: 'Delete many cards permanently',
  description:
    'Creates a job that permanently deletes the cards of a board or list that match the filters, or the cards in ids (IDs, short links or URLs), with their comments, checklists and attachments. There is no undo and no trash. Use it only for cards that should never have existed; to clean up finished cards, use bulk_archive_cards. The job shows a preview, and deletes nothing until you confirm it. A card that another user changed after it was listed, even by a comment, is not deleted and counts as failed. Cards that are already gone, or that this token cannot see, are skipped. Returns the job: poll it with jobs_get.',
  permission: 'destructive',
  see_also: ['trello_bulk_archive_cards', 'trello_delete_card', 'trello_list_cards'],
  asked_as: {
    en: [
      'permanently erase all cards of a list',
      'wipe dozens of old tasks',
      'get rid of archived cards forever',
      'erase all cards of the old list',
      'throw away every card for good',
      'destroy all the archived cards',
      'all these cards should be gone for good',
      'delete all the old cards permanently',
      'get rid of every card in the list completely',
      'wipe the test cards',
      'the archived cards can be erased',
      'remove the whole bunch of cards forever'
    ]
  },
  input: Type.Object(cardFilters),
  requires: [cardsOrIds()],
  errors: {
    ...NOT_FOUND('board or list'),
    version_conflict: 'Another user changed the card after it was listed, so it was not deleted'
  },
  examples: [
    {
      name: 'test_cards',
      summary: 'Delete cards created by mistake: the job shows a preview and waits for confirmation',
      input: BUGS,
      output: jobOverBugs('trello_bulk_delete_cards', `Permanently delete ${OPEN_BUG_CARDS}, with comments, checklists and attachments`, {
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
  message: cards => `Permanently delete ${describeSelection(cards)}, with comments, checklists and attachments`,
  idempotent: true,
  cost_units: 2,
  ...CARD_LISTING,
  async prepare(cards, call) {
    const { query, board_id = null } = await selectCards(cards, call)
    return { query, action: { board_id } }
  },
  describe: (items, call) => addTitles(items, call, { ifNotFound: willBeSkipped('no such card, or not visible to this token') }),
  executeBatch: deleteCards,
  keeps_before: ({ etag }) => etag === undefined,
  reconcile: findDeleted
})
