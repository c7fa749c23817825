import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { setArchived } from '../../client/cards/cards.ts'
import { cardId } from '../../inputs.ts'
import { CardWithText, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'unarchive_card',
  group: 'cards',
  summary: 'Restore an archived card',
  description:
    'Restores an archived card to its list and returns it. Use it to undo archive_card. If the list itself is archived, the card stays hidden: use move_card, or restore the list with update_list. A deleted card cannot be restored. Restoring an open card changes nothing.',
  permission: 'write',
  idempotent: true,
  http: 'POST /cards/:card_id/unarchive',
  see_also: ['trello_archive_card', 'trello_move_card', 'trello_list_cards'],
  asked_as: {
    en: [
      'bring back an archived task',
      'I archived a card by mistake',
      'put the card back on the board',
      'the archived task is needed again',
      'get a card out of the archive',
      'I need the card again',
      "the card isn't done after all, get it back",
      'I put the card away too early',
      'fetch the card back from the archive',
      'the task has to be on the board again',
      "the finished card isn't finished",
      'show the archived card again'
    ],
    de: ['die archivierte Karte zurückholen'],
    es: ['recupera la tarjeta archivada'],
    fr: ['restaurer la carte archivée'],
    ja: ['アーカイブしたカードを戻す'],
    pl: ['przywróć zarchiwizowaną kartę']
  },
  input: Type.Object({ card_id: cardId }),
  output: CardWithText,
  errors: { ...NOT_FOUND('card') },
  examples: [
    {
      name: 'by_id',
      summary: 'Restore an archived card',
      input: { card_id: '697aa3005eed000000000238' },
      output: {
        id: '697aa3005eed000000000238',
        name: 'Design the newsletter',
        board_id: '697951805eed000000000220',
        list_id: '69797bb05eed000000000223',
        archived: false,
        due: null,
        due_complete: false,
        start: null,
        labels: [{ id: '6979b3f05eed000000000227', name: 'Later', color: null }],
        member_ids: ['695ba7c05eed000000000004'],
        position: 278528,
        last_activity: '2026-11-22T02:36:12.152Z',
        url: 'https://trello.com/c/032qfugs',
        description: ''
      }
    },
    {
      name: 'no_card',
      summary: 'A value that is not an ID',
      input: { card_id: 'the newsletter' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ card_id }) => `Restore the card ${card_id}`,
  handler: ({ card_id }, call) => setArchived(call.client, card_id, false, call)
})
