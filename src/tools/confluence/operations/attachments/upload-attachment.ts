import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { words } from '../../../../contract/schema.ts'
import { base64File } from '../../../../contract/upload.ts'
import { NewAttachment } from '../../attachment.ts'
import { uploadAttachment } from '../../client/files.ts'
import { ADA_WHOLE } from '../../examples.ts'
import { PAGE_ERRORS } from '../../failures.ts'
import { filename, mediaType, pageId } from '../../inputs.ts'
import { attachmentMarkdown } from '../../markdown.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'upload_attachment',
  group: 'attachments',
  summary: 'Attach a file to a page, or a new version of it',
  description:
    'Attaches a file to a page; where the page has one of that name it becomes its new version, or is refused, as if_exists says. Use it to put pictures and documents on a page; to show a picture in the text refer to it in storage as ac:image with ri:attachment. It does not change the text of the page.',
  permission: 'write',
  http: 'POST /pages/:page_id/attachments',
  success: [201],
  upload: { property: 'content_base64', largest: 100 * 1024 * 1024, filename: 'filename', media_type: 'media_type' },
  timeout_ms: 120_000,
  see_also: ['confluence_list_attachments', 'confluence_delete_attachment'],
  input: Type.Object({
    page_id: pageId('Page or blog post'),
    filename: filename('Name of the file'),
    content_base64: base64File(
      'The bytes in base64, at most 7.5 MB of them. Over HTTP a file of up to 100 MB may be sent instead, as the part file of multipart/form-data'
    ),
    media_type: mediaType('What the file is. Default application/octet-stream', { default: 'application/octet-stream' }),
    comment: Type.Optional(Type.String({ maxLength: 1000, description: 'What to say of it' })),
    minor_edit: Type.Boolean({ default: false, description: 'true: do not tell watchers. Default false' }),
    if_exists: words(['new_version', 'refuse'], {
      default: 'new_version',
      description:
        'Where the page has a file of that name. new_version: this is its next version; refuse: nothing is done (409). Default new_version'
    })
  }),
  output: Type.Object({
    ...NewAttachment.properties,
    created: Type.Boolean({ description: 'false: it is a new version of a file that was there' })
  }),
  errors: { ...PAGE_ERRORS, already_exists: 'The page has a file of that name, and if_exists is refuse' },
  examples: [
    {
      name: 'text',
      summary: 'A small text',
      input: { page_id: '65689', filename: 'hello.txt', content_base64: 'SGVsbG8K', media_type: 'text/plain', comment: 'Greetings' },
      output: {
        id: 'att65704',
        type: 'attachment',
        status: 'current',
        title: 'hello.txt',
        version: {
          number: 1,
          when: '2026-11-22T06:24:52.889Z',
          by: ADA_WHOLE,
          message: 'Greetings',
          minor_edit: false,
          sync_rev: null,
          conf_rev: null
        },
        container: { id: '65689', type: 'page', status: 'current', title: 'Target' },
        metadata: {
          media_type: 'text/plain',
          file_size: 6,
          comment: 'Greetings',
          created: '2026-11-22T06:24:52.889Z',
          created_by: ADA_WHOLE
        },
        extensions: { media_type: 'text/plain', file_size: 6, comment: 'Greetings' },
        frontend_url: 'https://wiki.example.com/wiki/pages/viewpageattachments.action?pageId=65689',
        created: true
      }
    },
    {
      name: 'taken',
      summary: 'A name that is taken, where that is not wanted',
      input: { page_id: '65540', filename: 'diagram.png', content_base64: 'SGVsbG8K', if_exists: 'refuse' },
      error: { reason: 'already_exists' }
    }
  ],
  message: ({ page_id, filename }) => `Attach the file ${filename.slice(0, 100)} to the page ${page_id}`,
  markdown: attachmentMarkdown,
  handler: (input, call) => uploadAttachment(call.client, { ...input, file: call.file() }, call)
})
