import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteCard } from '../../client/cards.ts'
import { NOT_FOUND } from '../../failures.ts'
import { cardId, idOf } from '../../inputs.ts'
import { deleted } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'delete_card',
  group: 'cards',
  summary: 'Delete a card for good',
  description:
    'Deletes a card with its comments, checklists and attachments. All of it is lost for good: there is no undo, and no trash. Use it only for what should never have been there; what is done or no longer wanted is archived with archive_card. A card that is gone already answers 404. Answers the id and the title that it had.',
  permission: 'destructive',
  http: 'DELETE /cards/:card_id',
  see_also: ['trello_archive_card', 'trello_get_card'],
  input: Type.Object({ card_id: cardId }),
  output: Type.Object({ id: idOf('card'), name: Type.String({ description: 'Title that it had' }), deleted }),
  errors: { ...NOT_FOUND('card') },
  examples: [
    {
      name: 'confirmed',
      summary: 'A card that should not have been there',
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
      summary: 'Deleting asks for a confirmation',
      input: { card_id: '697a5cb05eed000000000233' },
      error: { reason: 'confirmation_required' }
    }
  ],
  message: ({ card_id }) => `Delete the card ${card_id} for good, with its comments, checklists and attachments`,
  handler: ({ card_id }, call) => deleteCard(call.client, card_id, call)
})
