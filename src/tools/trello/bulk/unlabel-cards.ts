import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { brief } from '../../../lib/format.ts'
import { BUG_LABELS, BUGS, jobOverBugs, NO_SELECTION, OPEN_BUGS } from '../bulk-examples.ts'
import { CHANGE_ERRORS, cardsOrIds, cardsSaid, IF_CHANGED } from '../bulk-inputs.ts'
import { marking } from '../client/bulk-mark.ts'
import { boardFor, selectCards } from '../client/bulk-select.ts'
import { labelIds } from '../client/resolve.ts'
import { cardFilters, labelName } from '../inputs.ts'
import { trello } from '../tool.ts'

export default defineBulk(trello, {
  name: 'unlabel_cards',
  summary: 'Take a label off many cards',
  description: `Makes a job that takes a label off the cards of a board or list that fit, or off those named in ids (ids, short links or addresses). Use it to clear a mark from many cards at once; for one card use remove_label. The label itself and the other labels of the cards stay. The job shows a preview; nothing is changed before it is confirmed. A card without the label is skipped. ${IF_CHANGED} Undo puts it back on those that this job took it off. Answers the job: poll it with jobs_get.`,
  permission: 'write',
  see_also: ['trello_list_labels', 'trello_remove_label', 'trello_bulk_label_cards'],
  input: Type.Object({ ...cardFilters, remove_label: labelName('Label to take off') }),
  requires: [cardsOrIds('board')],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'no_bugs',
      summary: 'Cards lose a label: a job that shows what it would do and awaits confirmation',
      input: { ...BUGS, remove_label: 'Bug' },
      output: jobOverBugs('trello_bulk_unlabel_cards', `Take the label Bug off ${OPEN_BUGS}`, { data: BUG_LABELS })
    },
    {
      name: 'unknown_name',
      summary: 'A name that the board does not know',
      input: { ...BUGS, remove_label: 'Whatever' },
      error: { reason: 'invalid_field_value' }
    },
    { ...NO_SELECTION, input: { remove_label: '695c18405eed00000000000c' } }
  ],
  message: ({ remove_label, ...cards }) => `Take the label ${brief(remove_label)} off ${cardsSaid(cards)}`,
  async prepare({ remove_label: name, ...cards }, call) {
    const { query, board_id } = await selectCards(cards, call)
    const [id = ''] = await labelIds(call.client, boardFor(board_id, 'remove_label', name), [{ path: 'remove_label', name }], call)
    return { query, action: { id, on: false } }
  },
  ...marking('idLabels')
})
