import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { brief } from '../../../lib/format.ts'
import { BUG_LABELS, BUGS, jobOverBugs, NO_SELECTION, OPEN_BUG_CARDS } from '../bulk-examples.ts'
import { CHANGE_ERRORS, cardsOrIds, describeSelection, IF_CHANGED } from '../bulk-inputs.ts'
import { labelOrMemberAdapter } from '../client/bulk/label-or-assign.ts'
import { selectCards } from '../client/bulk/select.ts'
import { boardFor } from '../client/match-name.ts'
import { labelIds } from '../client/resolve-names.ts'
import { cardFilters, labelName } from '../inputs.ts'
import { trello } from '../tool.ts'

export default defineBulk(trello, {
  name: 'label_cards',
  core: true,
  summary: 'Add a label to many cards',
  description: `Creates a job that adds a label of the board to the cards of a board or list that match the filters, or to the cards in ids (IDs, short links or URLs). Use it to mark many cards at once; for one card, use add_label. The label must already exist, and applies only to cards of its own board. Other labels stay. The job shows a preview, and labels nothing until you confirm it. Cards that already have the label are skipped. ${IF_CHANGED} Undo removes the label from the cards that this job labeled. Returns the job: poll it with jobs_get.`,
  permission: 'write',
  see_also: ['trello_list_labels', 'trello_add_label', 'trello_bulk_unlabel_cards'],
  asked_as: {
    en: [
      'tag every task in a column',
      'put a label on all overdue cards',
      'color-code dozens of cards',
      'flag all cards of a column',
      'every task with this word gets a tag',
      'everything in the column gets the label',
      'all of these are urgent',
      'mark all cards in Backlog as later',
      'all the cards of the column should be red',
      'tag all the cards about the garden',
      'every card in the list is urgent, mark them',
      'color all these cards'
    ]
  },
  input: Type.Object({ ...cardFilters, add_label: labelName('Label to add') }),
  requires: [cardsOrIds('board')],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'urgent_feature',
      summary: 'Label some cards: the job shows a preview and waits for confirmation',
      input: { ...BUGS, add_label: 'Feature' },
      output: jobOverBugs('trello_bulk_label_cards', `Add the label Feature to ${OPEN_BUG_CARDS}`, { data: BUG_LABELS })
    },
    {
      name: 'unknown_name',
      summary: 'A label that the board does not have',
      input: { ...BUGS, add_label: 'Whatever' },
      error: { reason: 'invalid_field_value' }
    },
    { ...NO_SELECTION, input: { add_label: '695c26505eed00000000000d' } }
  ],
  message: ({ add_label, ...cards }) => `Add the label ${brief(add_label)} to ${describeSelection(cards)}`,
  async prepare({ add_label: name, ...cards }, call) {
    const { query, board_id } = await selectCards(cards, call)
    const [id = ''] = await labelIds(call.client, boardFor(board_id, 'add_label', name), [{ path: 'add_label', name }], call)
    return { query, action: { id, on: true } }
  },
  ...labelOrMemberAdapter('idLabels')
})
