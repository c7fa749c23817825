import { Type } from 'typebox'
import { defineOperation, MAX_BODY } from '../../../../contract/operation.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { base64File } from '../../../../contract/upload.ts'
import { NewAttachment } from '../../attachment.ts'
import { uploadAttachment } from '../../client/attachments/files.ts'
import { ADA_WHOLE } from '../../examples.ts'
import { PAGE_ERRORS } from '../../failures.ts'
import { filename, mediaType, pageId } from '../../inputs.ts'
import { attachmentMarkdown } from '../../markdown.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'upload_attachment',
  group: 'attachments',
  summary: 'Upload an attachment, or a new version of it',
  description:
    'Attaches a file to a page or blog post and returns the attachment. If the page already has a file with this name, the upload becomes its next version or is refused, depending on if_exists. Use it to add images and documents to a page; to show an image in the text, refer to it in storage format as ac:image with ri:attachment. The text of the page is not changed.',
  permission: 'write',
  http: 'POST /pages/:page_id/attachments',
  max_body: MAX_BODY,
  success: [201],
  upload: { property: 'content_base64', max_bytes: 100 * 1024 * 1024, filename: 'filename', media_type: 'media_type' },
  timeout_ms: 120_000,
  see_also: ['confluence_list_attachments', 'confluence_delete_attachment'],
  asked_as: {
    en: [
      'attach a file to a page',
      'put a PDF on the wiki',
      'add a screenshot to the doc',
      'upload an image to Confluence',
      'put this image on the page',
      'add a spreadsheet to the article',
      'replace the attached file of a doc',
      'attach the budget to the finance page',
      'the page needs the new diagram',
      'hang the slides on the page',
      'put the org chart on the team page',
      'add a file to the article'
    ],
    de: ['eine Datei an die Seite anhängen'],
    es: ['adjunta un archivo a la página'],
    fr: ['joindre un fichier à la page'],
    ja: ['ページにファイルを添付'],
    pl: ['dołącz plik do strony']
  },
  input: Type.Object({
    page_id: pageId('Page or blog post'),
    filename: filename('File name'),
    content_base64: base64File(
      'Content in base64, at most 7.5 MB before encoding. Over HTTP, you can send a file of up to 100 MB instead, as the part named file of multipart/form-data'
    ),
    media_type: mediaType('Media type. Default application/octet-stream', { default: 'application/octet-stream' }),
    comment: Type.Optional(Type.String({ maxLength: 1000, description: 'Comment on the file' })),
    minor_edit: Type.Boolean({ default: false, description: 'true: do not notify watchers. Default false' }),
    if_exists: stringEnum(['new_version', 'refuse'], {
      default: 'new_version',
      description:
        'What to do if the page already has a file with this name. new_version: create its next version; refuse: do nothing (409). Default new_version'
    })
  }),
  output: Type.Object({
    ...NewAttachment.properties,
    created: Type.Boolean({ description: 'false: it is a new version of an existing file' })
  }),
  errors: { ...PAGE_ERRORS, already_exists: 'The page has a file with this name, and if_exists is refuse' },
  examples: [
    {
      name: 'text',
      summary: 'A small text file',
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
      summary: 'A file name that the page already has, with if_exists refuse',
      input: { page_id: '65540', filename: 'diagram.png', content_base64: 'SGVsbG8K', if_exists: 'refuse' },
      error: { reason: 'already_exists' }
    }
  ],
  message: ({ page_id, filename }) => `Attach the file ${filename.slice(0, 100)} to the page ${page_id}`,
  markdown: attachmentMarkdown,
  handler: (input, call) => uploadAttachment(call.client, { ...input, file: call.file() }, call)
})
