import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { setLabelOrMember } from '../../client/cards/labels-and-members.ts'
import { cardId, memberName } from '../../inputs.ts'
import { LabelsAndMembers, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'add_member',
  core: true,
  group: 'members',
  summary: 'Assign a member to a card',
  description:
    "Assigns a board member to a card and returns the card's current labels and members. Use it to add one member and keep the others; to replace all of them, use update_card with members. If the member is already assigned, the call succeeds and `changed` is false. Only members of the board can be assigned.",
  permission: 'write',
  idempotent: true,
  http: 'POST /cards/:card_id/members',
  see_also: ['trello_remove_member', 'trello_list_members', 'trello_update_card'],
  asked_as: {
    en: [
      'assign a task to someone',
      'put Anna on the card',
      'give a card to a colleague',
      'make me responsible for the card',
      'let Bea do the task',
      'add a colleague to the card',
      "I'll take this card",
      'someone should take care of the card',
      'hand the card to him',
      'he helps with the card',
      'I want to do this card',
      'she works on the card too',
      'Tom takes care of the card',
      'give the card to Tom',
      'she should do this card',
      'put my name on the card'
    ],
    de: ['jemandem die Karte zuweisen'],
    es: ['asigna la tarjeta a alguien'],
    fr: ["assigner la carte à quelqu'un"],
    ja: ['カードに担当者を割り当て'],
    pl: ['przypisz kartę komuś']
  },
  input: Type.Object({ card_id: cardId, member: memberName('Member to assign') }),
  output: LabelsAndMembers,
  errors: { ...NOT_FOUND('card or member') },
  examples: [
    {
      name: 'by_name',
      summary: 'Assign a member by name',
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
      summary: 'A full name that two members share',
      input: { card_id: '6979de205eed00000000022a', member: 'Alex Kim' },
      error: { reason: 'invalid_field_value', message: 'member matches 2 members: Alex Kim.' }
    }
  ],
  message: ({ card_id, member }) => `Assign ${brief(member)} to the card ${card_id}`,
  handler: ({ card_id, member: name }, call) => setLabelOrMember(call.client, { card_id, kind: 'member', name }, true, call)
})
