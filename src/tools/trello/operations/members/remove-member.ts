import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { setLabelOrMember } from '../../client/cards/labels-and-members.ts'
import { cardId, memberName } from '../../inputs.ts'
import { LabelsAndMembers, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'remove_member',
  group: 'members',
  summary: 'Remove a member from a card',
  description:
    "Removes a member from a card and returns the card's current labels and members. Use it to remove one member and keep the others; to remove all members, use update_card with clear. The member stays on the board. If the member is not assigned, the call succeeds and `changed` is false.",
  permission: 'write',
  idempotent: true,
  http: 'DELETE /cards/:card_id/members/:member',
  see_also: ['trello_add_member', 'trello_list_members', 'trello_update_card'],
  asked_as: {
    en: [
      'take someone off a card',
      'unassign a task',
      "I'm no longer working on this card",
      'she no longer does the task',
      'take me off the card',
      'free the card from its assignee',
      "he doesn't work on the card anymore",
      'take me off',
      'he is off the card',
      "she can't do the task any longer",
      'Tom no longer does the card',
      'take my name off the card',
      "she's not responsible for the task any longer"
    ],
    de: ['jemanden von der Karte entfernen'],
    es: ['quita a alguien de la tarjeta'],
    fr: ["retirer quelqu'un de la carte"],
    ja: ['カードから担当者を外す'],
    pl: ['usuń kogoś z karty']
  },
  input: Type.Object({ card_id: cardId, member: memberName('Member to remove') }),
  output: LabelsAndMembers,
  errors: { ...NOT_FOUND('card or member') },
  examples: [
    {
      name: 'by_name',
      summary: 'Remove a member by name',
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
      summary: 'A full name that two members share',
      input: { card_id: '697a16605eed00000000022e', member: 'Alex Kim' },
      error: { reason: 'invalid_field_value', message: 'member matches 2 members: Alex Kim.' }
    }
  ],
  message: ({ card_id, member }) => `Remove ${brief(member)} from the card ${card_id}`,
  handler: ({ card_id, member: name }, call) => setLabelOrMember(call.client, { card_id, kind: 'member', name }, false, call)
})
