import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { BUGS, jobOverBugs, NO_SELECTION, OPEN_BUG_CARDS } from '../bulk-examples.ts'
import { CHANGE_ERRORS, cardsOrIds, describeSelection, IF_CHANGED } from '../bulk-inputs.ts'
import { archiveAdapter } from '../client/bulk/archive.ts'
import { selectCards } from '../client/bulk/select.ts'
import { cardFilters } from '../inputs.ts'
import { trello } from '../tool.ts'

const { status: _status, ...filters } = cardFilters

export default defineBulk(trello, {
  name: 'archive_cards',
  summary: 'Archive many cards',
  description: `Creates a job that archives the open cards of a board or list that match the filters, or the cards in ids (IDs, short links or URLs). Use it to clean up finished cards: unlike deleting, archiving can be undone. For one card, use archive_card. An archived card keeps everything and is hidden from the board. The job shows a preview, and archives nothing until you confirm it. Cards that are already archived are skipped. ${IF_CHANGED} Undo restores the cards that this job archived. Returns the job: poll it with jobs_get.`,
  permission: 'write',
  see_also: ['trello_list_cards', 'trello_archive_card', 'trello_bulk_unarchive_cards'],
  asked_as: {
    en: [
      'clear out all done tasks',
      'archive everything in the Done column',
      'tidy up the board',
      'put away everything that is finished on the board',
      'clean out the Done list',
      'everything in the list is finished, away with it',
      'empty the Done column',
      'clear everything in Done',
      'all the finished cards can leave the board',
      'sweep the done cards off the board',
      'the Done column is too full, clear it',
      "put all of last month's cards away",
      'clear all the done cards off the board'
    ]
  },
  input: Type.Object(filters),
  requires: [cardsOrIds()],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'old_bugs',
      summary: 'Archive some cards: the job shows a preview and waits for confirmation',
      input: BUGS,
      output: jobOverBugs('trello_bulk_archive_cards', `Archive ${OPEN_BUG_CARDS}`, {
        data: [{ archived: false }, { archived: false }, { archived: false }]
      })
    },
    { ...NO_SELECTION, input: { name_contains: 'old' } }
  ],
  message: cards => `Archive ${describeSelection({ ...cards, status: 'open' })}`,
  async prepare(cards, call) {
    const { query } = await selectCards({ ...cards, status: 'open' }, call)
    return { query, action: { archived: true } }
  },
  ...archiveAdapter
})
