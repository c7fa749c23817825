import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { setMark } from '../../client/marks.ts'
import { NOT_FOUND } from '../../failures.ts'
import { cardId, memberName } from '../../inputs.ts'
import { Marks } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'remove_member',
  group: 'members',
  summary: 'Take a member off a card',
  description:
    'Takes a member off a card and answers all labels and members the card has now. Use it to take away one and keep the others; to take all away use update_card with clear. The member stays on the board. Who is not on the card is no error: changed is then false.',
  permission: 'write',
  idempotent: true,
  http: 'DELETE /cards/:card_id/members/:member',
  see_also: ['trello_add_member', 'trello_list_members', 'trello_update_card'],
  input: Type.Object({ card_id: cardId, member: memberName('Member to take off') }),
  output: Marks,
  errors: { ...NOT_FOUND('card or member') },
  examples: [
    {
      name: 'by_name',
      summary: 'Take a member off a card, by name',
      input: { card_id: '697a16605eed00000000022e', member: 'Chen Wei' },
      output: {
        card_id: '697a16605eed00000000022e',
        name: 'Test the start page',
        labels: [{ id: '697997d05eed000000000225', name: 'Review', color: 'green' }],
        members: [],
        changed: true
      }
    },
    {
      name: 'two_of_a_name',
      summary: 'A full name that two members have',
      input: { card_id: '697a16605eed00000000022e', member: 'Alex Kim' },
      error: { reason: 'invalid_field_value', message: 'member names 2 members: Alex Kim.' }
    }
  ],
  message: ({ card_id, member }) => `Take ${brief(member)} off the card ${card_id}`,
  handler: ({ card_id, member: name }, call) => setMark(call.client, { card_id, mark: 'member', name }, false, call)
})
