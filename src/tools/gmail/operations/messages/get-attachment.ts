import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { oneOf } from '../../../../contract/requires.ts'
import { byteSize, inLine } from '../../../../lib/format.ts'
import { getAttachment } from '../../client/messages/attachment.ts'
import { line, MISSING_MESSAGE, messageId, untrusted } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'get_attachment',
  summary: 'Get an attachment of a message',
  description:
    "Returns the content of an attachment in base64, up to 10 MB. Use it after get_message, which lists the attachments; identify the attachment by its part_id or its file name, since Gmail's attachment IDs expire. For the text of a message, use get_message.",
  permission: 'read',
  http: 'GET /messages/:message_id/attachment',
  group: 'messages',
  timeout_ms: 120_000,
  see_also: ['gmail_get_message'],
  asked_as: {
    en: [
      'download the file from an email',
      'open the PDF that was mailed to me',
      'save the invoice attached to a mail',
      'get the attached document',
      'save the file she sent me',
      'get the contract out of the mail',
      'open the picture in the email',
      'open the PDF that came with the mail',
      'save the contract that he mailed',
      'the file in her email',
      'the picture she sent me'
    ],
    de: ['den Anhang der E-Mail herunterladen'],
    es: ['descarga el adjunto del correo'],
    fr: ['télécharger la pièce jointe du mail'],
    ja: ['メールの添付ファイルをダウンロード'],
    pl: ['pobierz załącznik z maila']
  },
  input: Type.Object({
    message_id: messageId,
    part_id: Type.Optional(
      Type.String({
        maxLength: 64,
        pattern: '^[0-9.]*$',
        'x-form': 'of digits and dots',
        description: 'Part ID of the attachment in the message'
      })
    ),
    filename: Type.Optional(line(255, 'File name of the attachment; if several share it, the first one'))
  }),
  requires: [oneOf('part_id', 'filename')],
  output: Type.Object({
    part_id: Type.String({ description: 'Part ID of the attachment' }),
    filename: Type.String({ description: 'File name; may be empty' }),
    media_type: Type.String({ description: 'Media type, as the sender declared it' }),
    size: Type.Integer({ description: 'Size in bytes' }),
    content_base64: Type.String({ description: 'Content in base64' }),
    untrusted
  }),
  errors: {
    ...MISSING_MESSAGE,
    file_not_found: 'The message has no such attachment; details.suggestions lists its attachments',
    file_too_large: 'The attachment is larger than 10 MB'
  },
  examples: [
    {
      name: 'picture',
      summary: 'A picture with an umlaut in its name',
      input: { message_id: '19b00000014b014b', filename: 'Übersicht.png' },
      output: {
        part_id: '2',
        filename: 'Übersicht.png',
        media_type: 'image/png',
        size: 70,
        content_base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
        untrusted: true
      }
    },
    {
      name: 'missing',
      summary: 'A part ID that the message does not have',
      input: { message_id: '19b00000014b014b', part_id: '7' },
      error: { reason: 'file_not_found', message: 'The message has no attachment 7.' }
    }
  ],
  markdown: ({ filename, media_type, size }) => `${inLine(filename) || '(no name)'}: ${media_type}, ${byteSize(size)}`,
  handler: (input, call) => getAttachment(call.client, input, call)
})
