import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteAttachment } from '../../client/attachments.ts'
import { NOT_FOUND } from '../../failures.ts'
import { cardId, idOf } from '../../inputs.ts'
import { deleted } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'delete_attachment',
  group: 'attachments',
  summary: 'Delete an attachment of a card for good',
  description:
    'Takes a link or a file off a card. A file is lost for good, there is no undo. Use it only for what does not belong there; find the id with list_attachments. One that is gone already answers 404.',
  permission: 'destructive',
  http: 'DELETE /cards/:card_id/attachments/:attachment_id',
  see_also: ['trello_list_attachments', 'trello_add_url_attachment'],
  input: Type.Object({ card_id: cardId, attachment_id: idOf('attachment') }),
  output: Type.Object({ id: idOf('attachment'), deleted }),
  errors: { ...NOT_FOUND('card or attachment') },
  examples: [
    {
      name: 'confirmed',
      summary: 'A link that does not belong there',
      input: { card_id: '697ba0205eed00000000024a', attachment_id: '698f04305eed000000000453', confirm: true },
      output: { id: '698f04305eed000000000453', deleted: true }
    },
    {
      name: 'gone',
      summary: 'An attachment that the card does not have',
      input: { card_id: '697ba0205eed00000000024a', attachment_id: '0123456789abcdef01234567', confirm: true },
      error: {
        reason: 'upstream_not_found',
        message: 'Trello has no attachment 0123456789abcdef01234567 of card 697ba0205eed00000000024a that this token can see.'
      }
    }
  ],
  message: ({ card_id, attachment_id }) => `Delete the attachment ${attachment_id} of the card ${card_id} for good`,
  handler: (input, call) => deleteAttachment(call.client, input, call)
})
