import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { addUrl } from '../../client/cards/attachments.ts'
import { cardId, title } from '../../inputs.ts'
import { NewAttachment, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'add_url_attachment',
  group: 'attachments',
  summary: 'Add a link to a card as an attachment',
  description:
    'Attaches a URL to a card and returns the attachment. Use it to link a card to a page, an issue or a document. The gateway does not open the URL; Trello may, to show a preview. For a file, use upload_attachment. Calling it twice creates two attachments.',
  permission: 'write',
  http: 'POST /cards/:card_id/attachments',
  success: [201],
  see_also: ['trello_list_attachments', 'trello_upload_attachment', 'trello_delete_attachment'],
  asked_as: {
    en: [
      'attach a link to the card',
      'put the design URL on a task',
      'add a Google Doc link to a Trello card',
      'put the pull request link on the card',
      'hang a web address on a task',
      'stick the link on the card',
      'the design for the card is here',
      'put the link to the shop on the card',
      'add this web address to the card',
      'the card needs the link to the doc',
      'save the URL on the task',
      'the website belongs on the card'
    ],
    de: ['einen Link an die Karte anhängen'],
    es: ['adjunta un enlace a la tarjeta'],
    fr: ['joindre un lien à la carte'],
    ja: ['カードにリンクを添付'],
    pl: ['dołącz link do karty']
  },
  input: Type.Object({
    card_id: cardId,
    url: Type.String({
      maxLength: 2048,
      pattern: '^https?://[^\\s]+$',
      'x-form': 'a URL that begins with http:// or https://',
      description: 'URL to attach, http:// or https://'
    }),
    name: Type.Optional(title('Name of the attachment. Default: the URL'))
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
      summary: 'A URL that is not http or https',
      input: { card_id: '697a94f05eed000000000237', url: 'file:///etc/passwd' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ card_id, url }) => `Attach ${brief(url)} to the card ${card_id}`,
  handler: (input, call) => addUrl(call.client, input, call)
})
