import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { addUrl } from '../../client/attachments.ts'
import { NOT_FOUND } from '../../failures.ts'
import { cardId, title } from '../../inputs.ts'
import { NewAttachment } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'add_url_attachment',
  group: 'attachments',
  summary: 'Attach a link to a card',
  description:
    'Attaches an address to a card and answers the attachment. Use it to point from a card to a page, an issue or a document. The gateway does not open the address; Trello may, to show a preview. Files cannot be uploaded here. Two equal calls make two attachments.',
  permission: 'write',
  http: 'POST /cards/:card_id/attachments',
  success: [201],
  see_also: ['trello_list_attachments', 'trello_delete_attachment'],
  input: Type.Object({
    card_id: cardId,
    url: Type.String({
      maxLength: 2048,
      pattern: '^https?://[^\\s]+$',
      'x-form': 'an address that begins with http:// or https://',
      description: 'Address to attach, http:// or https://'
    }),
    name: Type.Optional(title('What the link is called. Absent: the address'))
  }),
  output: NewAttachment,
  errors: { ...NOT_FOUND('card') },
  examples: [
    {
      name: 'page',
      summary: 'A link with a name',
      input: { card_id: '697a94f05eed000000000237', url: 'https://example.com/offer', name: 'The offer' },
      output: {
        id: '6b02551b5eed000000000456',
        name: 'The offer',
        url: 'https://example.com/offer',
        is_upload: false,
        bytes: null,
        mime_type: null,
        member_id: '695b7d905eed000000000001',
        added: '2026-11-22T02:36:11.597Z'
      }
    },
    {
      name: 'no_address',
      summary: 'Only links to the web',
      input: { card_id: '697a94f05eed000000000237', url: 'file:///etc/passwd' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ card_id, url }) => `Attach ${brief(url)} to the card ${card_id}`,
  handler: (input, call) => addUrl(call.client, input, call)
})
