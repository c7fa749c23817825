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
  name: 'label_cards',
  core: true,
  summary: 'Put a label on many cards',
  description: `Makes a job that puts a label of the board on the cards of a board or list that fit, or on those named in ids (ids, short links or addresses). Use it to mark many cards at once; for one card use add_label. The label must be there already; it goes only on cards of its own board. Other labels stay. The job shows a preview; nothing is labelled before it is confirmed. A card that has the label is skipped. ${IF_CHANGED} Undo takes it off those that this job put it on. Answers the job: poll it with jobs_get.`,
  permission: 'write',
  see_also: ['trello_list_labels', 'trello_add_label', 'trello_bulk_unlabel_cards'],
  input: Type.Object({ ...cardFilters, add_label: labelName('Label to put on') }),
  requires: [cardsOrIds('board')],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'urgent_feature',
      summary: 'Cards get a label: a job that shows what it would do and awaits confirmation',
      input: { ...BUGS, add_label: 'Feature' },
      output: jobOverBugs('trello_bulk_label_cards', `Put the label Feature on ${OPEN_BUGS}`, { data: BUG_LABELS })
    },
    {
      name: 'unknown_name',
      summary: 'A name that the board does not know',
      input: { ...BUGS, add_label: 'Whatever' },
      error: { reason: 'invalid_field_value' }
    },
    { ...NO_SELECTION, input: { add_label: '695c26505eed00000000000d' } }
  ],
  message: ({ add_label, ...cards }) => `Put the label ${brief(add_label)} on ${cardsSaid(cards)}`,
  async prepare({ add_label: name, ...cards }, call) {
    const { query, board_id } = await selectCards(cards, call)
    const [id = ''] = await labelIds(call.client, boardFor(board_id, 'add_label', name), [{ path: 'add_label', name }], call)
    return { query, action: { id, on: true } }
  },
  ...marking('idLabels')
})
