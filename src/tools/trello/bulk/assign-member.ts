import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { brief } from '../../../lib/format.ts'
import { BUGS, jobOverBugs, NO_SELECTION, OPEN_BUG_CARDS } from '../bulk-examples.ts'
import { CHANGE_ERRORS, cardsOrIds, describeSelection, IF_CHANGED } from '../bulk-inputs.ts'
import { labelOrMemberAdapter } from '../client/bulk/label-or-assign.ts'
import { selectCards } from '../client/bulk/select.ts'
import { boardFor } from '../client/match-name.ts'
import { memberIds } from '../client/resolve-names.ts'
import { cardFilters, memberName } from '../inputs.ts'
import { trello } from '../tool.ts'

export default defineBulk(trello, {
  name: 'assign_member',
  summary: 'Assign a member to many cards',
  description: `Creates a job that assigns a board member to the cards of a board or list that match the filters, or to the cards in ids (IDs, short links or URLs). Use it to assign many cards at once; for one card, use add_member. Members who are already assigned stay. Trello notifies the member once per card. The job shows a preview, and assigns no one until you confirm it. Cards that already have the member are skipped. ${IF_CHANGED} Undo removes the member from the cards that this job assigned. Returns the job: poll it with jobs_get.`,
  permission: 'write',
  see_also: ['trello_list_members', 'trello_add_member', 'trello_list_cards'],
  asked_as: {
    en: [
      'give all tasks in a column to someone',
      'put a colleague on every card',
      'assign dozens of to-dos',
      'she takes over all his tasks',
      'add someone to all cards in a list',
      'all cards in the list are hers now',
      'he takes every card of the column',
      "all the cards in Doing are Tom's",
      'Tom gets all the cards of the column',
      'put my name on all these cards',
      'every card in the list goes to her',
      'hand all of his cards to someone else',
      'make Ana responsible for all the cards'
    ]
  },
  input: Type.Object({ ...cardFilters, assign: memberName('Member to assign') }),
  requires: [cardsOrIds('board')],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'to_amara',
      summary: 'Assign a member to some cards: the job shows a preview and waits for confirmation',
      input: { ...BUGS, assign: 'amara' },
      output: jobOverBugs('trello_bulk_assign_member', `Assign amara to ${OPEN_BUG_CARDS}`, {
        data: [{ ids: ['695bb5d05eed000000000005'] }, { ids: ['695b8ba05eed000000000002'] }, { ids: ['695ba7c05eed000000000004'] }],
        warned: { at: 1, text: 'will be skipped: the card is already as requested' }
      })
    },
    {
      name: 'unknown_name',
      summary: 'A name that no board member has',
      input: { ...BUGS, assign: 'Whatever' },
      error: { reason: 'invalid_field_value' }
    },
    { ...NO_SELECTION, input: { assign: '695b8ba05eed000000000002' } }
  ],
  message: ({ assign, ...cards }) => `Assign ${brief(assign)} to ${describeSelection(cards)}`,
  async prepare({ assign: name, ...cards }, call) {
    const { query, board_id } = await selectCards(cards, call)
    const [id = ''] = await memberIds(call.client, boardFor(board_id, 'assign', name), [{ path: 'assign', name }], call)
    return { query, action: { id, on: true } }
  },
  ...labelOrMemberAdapter('idMembers')
})
