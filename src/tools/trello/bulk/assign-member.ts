import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { brief } from '../../../lib/format.ts'
import { BUGS, jobOverBugs, NO_SELECTION, OPEN_BUGS } from '../bulk-examples.ts'
import { CHANGE_ERRORS, cardsOrIds, cardsSaid, IF_CHANGED } from '../bulk-inputs.ts'
import { marking } from '../client/bulk-mark.ts'
import { boardFor, selectCards } from '../client/bulk-select.ts'
import { memberIds } from '../client/resolve.ts'
import { cardFilters, memberName } from '../inputs.ts'
import { trello } from '../tool.ts'

export default defineBulk(trello, {
  name: 'assign_member',
  summary: 'Assign a member to many cards',
  description: `Makes a job that assigns a member of the board to the cards of a board or list that fit, or to those named in ids (ids, short links or addresses). Use it to hand many cards to somebody; for one card use add_member. Who is assigned already stays. Trello tells the member of each card. The job shows a preview; nobody is assigned before it is confirmed. A card that the member has is skipped. ${IF_CHANGED} Undo takes the member off those that this job assigned. Answers the job: poll it with jobs_get.`,
  permission: 'write',
  see_also: ['trello_list_members', 'trello_add_member', 'trello_list_cards'],
  input: Type.Object({ ...cardFilters, assign: memberName('Whom to assign') }),
  requires: [cardsOrIds('board')],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'to_amara',
      summary: 'Cards get a member: a job that shows what it would do and awaits confirmation',
      input: { ...BUGS, assign: 'amara' },
      output: jobOverBugs('trello_bulk_assign_member', `Assign amara to ${OPEN_BUGS}`, {
        data: [{ ids: ['695bb5d05eed000000000005'] }, { ids: ['695b8ba05eed000000000002'] }, { ids: ['695ba7c05eed000000000004'] }]
      })
    },
    {
      name: 'unknown_name',
      summary: 'A name that the board does not know',
      input: { ...BUGS, assign: 'Whatever' },
      error: { reason: 'invalid_field_value' }
    },
    { ...NO_SELECTION, input: { assign: '695b8ba05eed000000000002' } }
  ],
  message: ({ assign, ...cards }) => `Assign ${brief(assign)} to ${cardsSaid(cards)}`,
  async prepare({ assign: name, ...cards }, call) {
    const { query, board_id } = await selectCards(cards, call)
    const [id = ''] = await memberIds(call.client, boardFor(board_id, 'assign', name), [{ path: 'assign', name }], call)
    return { query, action: { id, on: true } }
  },
  ...marking('idMembers')
})
