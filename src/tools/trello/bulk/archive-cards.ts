import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { BUGS, jobOverBugs, NO_SELECTION, OPEN_BUGS } from '../bulk-examples.ts'
import { CHANGE_ERRORS, cardsOrIds, cardsSaid, IF_CHANGED } from '../bulk-inputs.ts'
import { archiving } from '../client/bulk-archive.ts'
import { selectCards } from '../client/bulk-select.ts'
import { cardFilters } from '../inputs.ts'
import { trello } from '../tool.ts'

const { status: _status, ...filters } = cardFilters

export default defineBulk(trello, {
  name: 'archive_cards',
  summary: 'Archive many cards',
  description: `Makes a job that archives the open cards of a board or list that fit, or those named in ids (ids, short links or addresses). Use it to tidy up what is done, in place of deleting, which cannot be undone; for one card use archive_card. An archived card keeps all it has and is shown only where that is asked for. The job shows a preview; nothing is archived before it is confirmed. A card that is archived already is skipped. ${IF_CHANGED} Undo brings back those that this job archived. Answers the job: poll it with jobs_get.`,
  permission: 'write',
  see_also: ['trello_list_cards', 'trello_archive_card', 'trello_bulk_unarchive_cards'],
  input: Type.Object(filters),
  requires: [cardsOrIds()],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'old_bugs',
      summary: 'Some cards are no longer wanted: a job that shows what it would do and awaits confirmation',
      input: BUGS,
      output: jobOverBugs('trello_bulk_archive_cards', `Archive ${OPEN_BUGS}`, {
        data: [{ archived: false }, { archived: false }, { archived: false }]
      })
    },
    { ...NO_SELECTION, input: { name_contains: 'old' } }
  ],
  message: cards => `Archive ${cardsSaid({ ...cards, status: 'open' })}`,
  async prepare(cards, call) {
    const { query } = await selectCards({ ...cards, status: 'open' }, call)
    return { query, action: { archived: true } }
  },
  ...archiving
})
