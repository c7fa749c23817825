import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listAttachments } from '../../client/cards/attachments.ts'
import { cardId } from '../../inputs.ts'
import { Attachment, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'list_attachments',
  group: 'attachments',
  summary: 'List the links and files attached to a card',
  description:
    "Returns the name, URL, kind and size of each attachment of a card, oldest first. Use it to find the links and files of a card. For the content of files, use download_attachment: their URLs need a member's credentials.",
  permission: 'read',
  http: 'GET /cards/:card_id/attachments',
  list: true,
  see_also: ['trello_add_url_attachment', 'trello_get_card'],
  asked_as: {
    en: [
      'which files are on the card',
      'links attached to a task',
      'files of a Trello card',
      'is there a document on the card',
      'show the links of a task',
      'which files hang on the card',
      'are there any photos on the card',
      'what documents belong to the task',
      "what's attached to the card",
      'does the card have attachments',
      'which web addresses are on the card',
      'pictures of the card'
    ]
  },
  input: Type.Object({ card_id: cardId }),
  output: listOf(Attachment, {}),
  errors: { ...NOT_FOUND('card') },
  examples: [
    {
      name: 'all',
      summary: 'The link on a card',
      input: { card_id: '695c96d05eed000000000015' },
      output: {
        items: [
          {
            id: '697ce3905eed000000000264',
            name: 'Notes',
            url: 'https://example.com/notes/5',
            is_upload: false,
            bytes: null,
            mime_type: null,
            member_id: '695b7d905eed000000000001',
            added: '2026-01-30T17:00:00.000Z'
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'A card that does not exist',
      input: { card_id: '0123456789abcdef01234567' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  handler: (input, call) => listAttachments(call.client, input, call)
})
