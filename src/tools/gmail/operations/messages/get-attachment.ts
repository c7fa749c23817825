import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { oneOf } from '../../../../contract/requires.ts'
import { byteSize } from '../../../../lib/format.ts'
import { getAttachment } from '../../client/attachment.ts'
import { line, MISSING_MESSAGE, messageId, untrusted } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'get_attachment',
  summary: 'Fetch an attachment of a message',
  description:
    'Answers the bytes of one attachment in base64, up to 10 MB. Use it after get_message, which lists what is attached; name the attachment by its part_id, or by its file name. It is found anew in each call, since the ids of Gmail hold for a moment only. For what a message says use get_message, not this.',
  permission: 'read',
  http: 'GET /messages/:message_id/attachment',
  group: 'messages',
  timeout_ms: 120_000,
  see_also: ['gmail_get_message'],
  input: Type.Object({
    message_id: messageId,
    part_id: Type.Optional(
      Type.String({
        maxLength: 64,
        pattern: '^[0-9.]*$',
        'x-form': 'of digits and dots',
        description: 'Place of the attachment in the message'
      })
    ),
    filename: Type.Optional(line(255, 'Name of the attachment; of several the first'))
  }),
  requires: [oneOf('part_id', 'filename')],
  output: Type.Object({
    part_id: Type.String({ description: 'Its place in the message' }),
    filename: Type.String({ description: 'Its name; may be empty' }),
    media_type: Type.String({ description: 'What it is, as the sender says' }),
    size: Type.Integer({ description: 'Bytes' }),
    content_base64: Type.String({ description: 'Its bytes in base64' }),
    untrusted
  }),
  errors: {
    ...MISSING_MESSAGE,
    file_not_found: 'The message has no such attachment; details.suggestions lists those it has',
    file_too_large: 'The attachment has more than 10 MB'
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
      summary: 'The message has other attachments',
      input: { message_id: '19b00000014b014b', part_id: '7' },
      error: { reason: 'file_not_found', message: 'The message has no attachment 7.' }
    }
  ],
  markdown: ({ filename, media_type, size }) => `${filename || '(no name)'}: ${media_type}, ${byteSize(size)}`,
  handler: (input, call) => getAttachment(call.client, input, call)
})
