import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteCard } from '../../client/cards/cards.ts'
import { cardId, idOf } from '../../inputs.ts'
import { deleted, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'delete_card',
  group: 'cards',
  summary: 'Delete a card permanently',
  description:
    'Permanently deletes a card with its comments, checklists and attachments, and returns its ID and title. There is no undo and no trash. Use it only for cards that should never have existed; to remove finished or unneeded cards, use archive_card. A card that is already gone returns 404.',
  permission: 'destructive',
  http: 'DELETE /cards/:card_id',
  see_also: ['trello_archive_card', 'trello_get_card'],
  asked_as: {
    en: [
      'permanently erase a task',
      'get rid of a Trello card for good',
      'destroy a card',
      'the card was a mistake, delete it for good',
      "erase a task so it's gone",
      'the card should be gone for good',
      'wipe the card completely',
      'that card should never have existed',
      'erase the card without archiving it',
      'throw the card away forever'
    ],
    de: ['die Karte endgültig löschen'],
    es: ['elimina la tarjeta para siempre'],
    fr: ['supprimer la carte définitivement'],
    ja: ['カードを完全に削除'],
    pl: ['trwale usuń kartę']
  },
  input: Type.Object({ card_id: cardId }),
  output: Type.Object({ id: idOf('card'), name: Type.String({ description: 'Title of the deleted card' }), deleted }),
  errors: { ...NOT_FOUND('card') },
  examples: [
    {
      name: 'confirmed',
      summary: 'A card created by mistake',
      input: { card_id: '697a4ea05eed000000000232', confirm: true },
      output: { id: '697a4ea05eed000000000232', name: 'Review the search', deleted: true }
    },
    {
      name: 'gone',
      summary: 'A card that does not exist',
      input: { card_id: '0123456789abcdef01234567', confirm: true },
      error: { reason: 'upstream_not_found' }
    },
    {
      name: 'unconfirmed',
      summary: 'Deleting needs confirmation',
      input: { card_id: '697a5cb05eed000000000233' },
      error: { reason: 'confirmation_required' }
    }
  ],
  message: ({ card_id }) => `Permanently delete the card ${card_id} with its comments, checklists and attachments`,
  handler: ({ card_id }, call) => deleteCard(call.client, card_id, call)
})
