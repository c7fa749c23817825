import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { stream } from '../../../../contract/stream.ts'
import { downloadFile } from '../../client/cards/attachments.ts'
import { cardId, idOf } from '../../inputs.ts'
import { NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'download_attachment',
  group: 'attachments',
  summary: 'Download a file attached to a card',
  description:
    'Returns the content of an uploaded file unchanged. Use it over HTTP with Accept: application/octet-stream; otherwise it returns a link and the first 64 KiB in base64. list_attachments returns the ID. A link has no content: open its URL instead.',
  permission: 'read',
  http: 'GET /cards/:card_id/attachments/:attachment_id/download',
  timeout_ms: 300_000,
  see_also: ['trello_list_attachments', 'trello_upload_attachment'],
  asked_as: {
    en: [
      'get the file attached to the card',
      'save the image of a task',
      'open the PDF on the Trello card',
      'read the attached brief of the card',
      'save the floor plan from the card',
      'I need the picture that hangs on the card',
      'fetch the PDF attached to the task',
      'give me the file on the card',
      'download the document of the card',
      'let me have the image from the Trello card',
      'the plan on the card, get it for me'
    ]
  },
  input: Type.Object({ card_id: cardId, attachment_id: idOf('attachment') }),
  output: stream(['application/octet-stream']),
  errors: { ...NOT_FOUND('card or attachment'), cannot_be_honoured: 'The attachment is a link, not a file' },
  examples: [
    {
      name: 'brief',
      summary: 'A small file',
      input: { card_id: '6979c2005eed000000000228', attachment_id: '698f9ee05eed00000000045e' },
      output: {
        url: '/v1/trello/cards/6979c2005eed000000000228/attachments/698f9ee05eed00000000045e/download',
        media_type: 'application/octet-stream',
        filename: 'brief.txt',
        length: 23,
        content: 'UGFpbnQgdGhlIGZlbmNlIGdyZWVuLgo=',
        encoding: 'base64',
        complete: true
      }
    },
    {
      name: 'unknown',
      summary: 'An attachment that does not exist',
      input: { card_id: '6979c2005eed000000000228', attachment_id: '0123456789abcdef01234567' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ card_id, attachment_id }) => `Download the attachment ${attachment_id} of the card ${card_id}`,
  handler: (input, call) => downloadFile(call.client, input, call)
})
