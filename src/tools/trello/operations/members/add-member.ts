import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { setMark } from '../../client/marks.ts'
import { NOT_FOUND } from '../../failures.ts'
import { cardId, memberName } from '../../inputs.ts'
import { Marks } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'add_member',
  core: true,
  group: 'members',
  summary: 'Assign a member to a card',
  description:
    'Assigns a member of its board to a card and answers all labels and members the card has now. Use it to add one member and keep the others; to replace them all use update_card with members. Who is on the card already is no error: changed is then false. Only members of the board can be assigned.',
  permission: 'write',
  idempotent: true,
  http: 'POST /cards/:card_id/members',
  see_also: ['trello_remove_member', 'trello_list_members', 'trello_update_card'],
  input: Type.Object({ card_id: cardId, member: memberName('Member to assign') }),
  output: Marks,
  errors: { ...NOT_FOUND('card or member') },
  examples: [
    {
      name: 'by_name',
      summary: 'Assign a member to a card, by name',
      input: { card_id: '6979de205eed00000000022a', member: 'chenwei' },
      output: {
        card_id: '6979de205eed00000000022a',
        name: 'Review the newsletter',
        labels: [{ id: '697997d05eed000000000225', name: 'Review', color: 'green' }],
        members: [
          { id: '695b99b05eed000000000003', username: 'bjorn', full_name: 'Björn Lindqvist' },
          { id: '695ba7c05eed000000000004', username: 'chenwei', full_name: 'Chen Wei' }
        ],
        changed: true
      }
    },
    {
      name: 'two_of_a_name',
      summary: 'A full name that two members have',
      input: { card_id: '6979de205eed00000000022a', member: 'Alex Kim' },
      error: { reason: 'invalid_field_value', message: 'member names 2 members: Alex Kim.' }
    }
  ],
  message: ({ card_id, member }) => `Assign ${brief(member)} to the card ${card_id}`,
  handler: ({ card_id, member: name }, call) => setMark(call.client, { card_id, mark: 'member', name }, true, call)
})
