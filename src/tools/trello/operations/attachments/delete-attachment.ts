import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteAttachment } from '../../client/cards/attachments.ts'
import { cardId, idOf } from '../../inputs.ts'
import { deleted, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'delete_attachment',
  group: 'attachments',
  summary: 'Delete an attachment permanently',
  description:
    'Permanently deletes an attachment of a card, a link or a file: there is no undo. Use it only for attachments that do not belong to the card; list_attachments returns the ID. An attachment that is already gone returns 404.',
  permission: 'destructive',
  http: 'DELETE /cards/:card_id/attachments/:attachment_id',
  see_also: ['trello_list_attachments', 'trello_add_url_attachment'],
  asked_as: {
    en: [
      'remove a file from a card',
      'the link on the task is wrong, take it away',
      'detach a file from a Trello card',
      'remove the link from the card',
      'the file on the task is outdated',
      'the wrong photo on the card has to go',
      'take the picture off the card',
      'the document on the card is the wrong one',
      'drop the attachment from the task',
      'get rid of the file on the card',
      'the link on the card is dead, remove it',
      'unattach the PDF from the card'
    ]
  },
  input: Type.Object({ card_id: cardId, attachment_id: idOf('attachment') }),
  output: Type.Object({ id: idOf('attachment'), deleted }),
  errors: { ...NOT_FOUND('card or attachment') },
  examples: [
    {
      name: 'confirmed',
      summary: 'A link that does not belong to the card',
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
  message: ({ card_id, attachment_id }) => `Permanently delete the attachment ${attachment_id} of the card ${card_id}`,
  handler: (input, call) => deleteAttachment(call.client, input, call)
})
