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
  name: 'unlabel_cards',
  summary: 'Remove a label from many cards',
  description: `Creates a job that removes a label from the cards of a board or list that match the filters, or from the cards in ids (IDs, short links or URLs). Use it to clear a label from many cards at once; for one card, use remove_label. The label itself and the cards' other labels stay. The job shows a preview, and removes nothing until you confirm it. Cards that do not have the label are skipped. ${IF_CHANGED} Undo adds the label again to the cards that this job removed it from. Returns the job: poll it with jobs_get.`,
  permission: 'write',
  see_also: ['trello_list_labels', 'trello_remove_label', 'trello_bulk_label_cards'],
  asked_as: {
    en: [
      'take a tag off all cards',
      'remove the urgent label from every task',
      'untag a whole column',
      'none of the cards is urgent any longer',
      'clear a tag from the whole board',
      'no card should be marked anymore',
      'none of them is blocked, clear the label',
      'no card should be red any more',
      'all these cards lose the tag',
      'the urgent tag is wrong on all the cards',
      'take the colors off all cards',
      "the tasks aren't urgent any more, all of them"
    ]
  },
  input: Type.Object({ ...cardFilters, remove_label: labelName('Label to remove') }),
  requires: [cardsOrIds('board')],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'no_bugs',
      summary: 'Remove a label from some cards: the job shows a preview and waits for confirmation',
      input: { ...BUGS, remove_label: 'Bug' },
      output: jobOverBugs('trello_bulk_unlabel_cards', `Remove the label Bug from ${OPEN_BUG_CARDS}`, { data: BUG_LABELS })
    },
    {
      name: 'unknown_name',
      summary: 'A label that the board does not have',
      input: { ...BUGS, remove_label: 'Whatever' },
      error: { reason: 'invalid_field_value' }
    },
    { ...NO_SELECTION, input: { remove_label: '695c18405eed00000000000c' } }
  ],
  message: ({ remove_label, ...cards }) => `Remove the label ${brief(remove_label)} from ${describeSelection(cards)}`,
  async prepare({ remove_label: name, ...cards }, call) {
    const { query, board_id } = await selectCards(cards, call)
    const [id = ''] = await labelIds(call.client, boardFor(board_id, 'remove_label', name), [{ path: 'remove_label', name }], call)
    return { query, action: { id, on: false } }
  },
  ...labelOrMemberAdapter('idLabels')
})
