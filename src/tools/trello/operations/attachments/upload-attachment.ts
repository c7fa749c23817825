import { Type } from 'typebox'
import { defineOperation, MAX_BODY } from '../../../../contract/operation.ts'
import { base64File } from '../../../../contract/upload.ts'
import { brief } from '../../../../lib/format.ts'
import { uploadFile } from '../../client/cards/attachments.ts'
import { cardId, title } from '../../inputs.ts'
import { NewAttachment, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'upload_attachment',
  group: 'attachments',
  summary: 'Upload a file to a card',
  description:
    'Uploads a file to a card and returns the attachment. Use it to add documents or images; an image can become the cover of the card. For a link, use add_url_attachment. Trello accepts 10 MB per file, or 250 MB in paid workspaces. Calling it twice creates two attachments.',
  permission: 'write',
  http: 'POST /cards/:card_id/files',
  max_body: MAX_BODY,
  success: [201],
  upload: { property: 'content_base64', max_bytes: 250 * 1024 * 1024, filename: 'filename', media_type: 'media_type' },
  timeout_ms: 120_000,
  see_also: ['trello_list_attachments', 'trello_download_attachment', 'trello_add_url_attachment'],
  asked_as: {
    en: [
      'attach a file to the card',
      'put the screenshot on the task',
      'add a PDF to a Trello card',
      'set an image as cover of the card',
      'upload the document to the ticket',
      'put this photo on the card',
      'the card needs the plan as a file',
      'add my document to the card',
      'hang the picture on the card',
      'upload the floor plan to the task',
      'the invoice belongs on the card',
      'attach the PDF here to the Trello card',
      'add a scan to the card'
    ]
  },
  input: Type.Object({
    card_id: cardId,
    filename: Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[^/\\r\\n\\u0000]+$',
      'x-form': 'a file name',
      description: 'File name'
    }),
    content_base64: base64File(
      'Content in base64, at most 7.5 MB before encoding. Over HTTP, you can send a larger file instead, as the part named file of multipart/form-data'
    ),
    media_type: Type.String({
      maxLength: 127,
      pattern: '^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+$',
      'x-form': 'such as type/subtype',
      default: 'application/octet-stream',
      description: 'Media type, such as image/png. Default application/octet-stream'
    }),
    name: Type.Optional(title('Name of the attachment. Default: the file name')),
    set_cover: Type.Boolean({ default: false, description: 'true: show the image as the cover of the card. Default false' })
  }),
  output: NewAttachment,
  errors: { ...NOT_FOUND('card') },
  examples: [
    {
      name: 'text',
      summary: 'A small text file',
      input: { card_id: '697a94f05eed000000000237', filename: 'hello.txt', content_base64: 'SGVsbG8K', media_type: 'text/plain' },
      output: {
        id: '6b02551b5eed000000000456',
        name: 'hello.txt',
        url: 'https://trello.com/1/cards/697a94f05eed000000000237/attachments/6b02551b5eed000000000456/download/hello.txt',
        is_upload: true,
        bytes: 6,
        mime_type: 'text/plain',
        member_id: '695b7d905eed000000000001',
        added: '2026-11-22T02:36:11.597Z'
      }
    },
    {
      name: 'unknown',
      summary: 'A card that does not exist',
      input: { card_id: '0123456789abcdef01234567', filename: 'hello.txt', content_base64: 'SGVsbG8K' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ card_id, filename }) => `Upload the file ${brief(filename)} to the card ${card_id}`,
  handler: (input, call) => uploadFile(call.client, { ...input, file: call.file() }, call)
})
