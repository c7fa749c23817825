import { Type } from 'typebox'
import { defineOperation, MAX_BODY_WITH_FILES } from '../../../../contract/operation.ts'
import { nullable, stringEnum } from '../../../../contract/schema.ts'
import { BASE64 } from '../../../../contract/upload.ts'
import { counted } from '../../../../lib/format.ts'
import { uploadAttachments } from '../../client/attachments/many-files.ts'
import { PAGE_ERRORS } from '../../failures.ts'
import { filename, mediaType, pageId } from '../../inputs.ts'
import { volatile } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'upload_attachments',
  group: 'attachments',
  summary: 'Upload several attachments to a page in one call',
  description:
    'Attaches several files to a page or blog post, one after another, and returns the result of each: a file that Confluence refuses does not stop the others. Use it for 2 to 25 files; for one file of up to 100 MB, use upload_attachment. The text of the page is not changed.',
  permission: 'write',
  http: 'POST /pages/:page_id/attachments/batch',
  max_body: MAX_BODY_WITH_FILES,
  uploads: { property: 'files', max_bytes: 10 * 1024 * 1024 },
  success: [201],
  timeout_ms: 120_000,
  see_also: ['confluence_upload_attachment', 'confluence_list_attachments'],
  asked_as: {
    en: [
      'attach all these files to the page',
      'put several screenshots on the doc',
      'upload a bunch of PDFs to the wiki',
      'add many images to an article',
      'put these photos on the wiki page',
      'attach all the slides to the article',
      'upload the whole batch of files to the page',
      'these five PDFs belong to the doc',
      'add my screenshots to the wiki page',
      'several files should hang on the page',
      'store all these documents with the page'
    ]
  },
  input: Type.Object({
    page_id: pageId('Page or blog post'),
    files: Type.Array(
      Type.Object({
        filename: filename('File name'),
        media_type: mediaType('Media type. Default application/octet-stream', { default: 'application/octet-stream' }),
        content_base64: Type.String({ maxLength: 14_000_000, pattern: BASE64, 'x-form': 'in base64', description: 'Content in base64' })
      }),
      {
        minItems: 1,
        maxItems: 25,
        description:
          'Files, at most 10 MB in total before encoding. Over HTTP, you can send them as multipart/form-data instead, each as a part with the name files'
      }
    ),
    comment: Type.Optional(Type.String({ maxLength: 1000, description: 'Comment on each file' })),
    minor_edit: Type.Boolean({ default: false, description: 'true: do not notify watchers. Default false' }),
    if_exists: stringEnum(['new_version', 'refuse'], {
      default: 'new_version',
      description:
        'What to do if the page already has a file with this name. new_version: create its next version; refuse: leave it unchanged. Default new_version'
    })
  }),
  output: Type.Object({
    page_id: Type.String({ description: 'ID of the page' }),
    attached: Type.Integer({ description: 'Number of files that were attached' }),
    failed: Type.Integer({ description: 'Number of files with an error' }),
    items: Type.Array(
      Type.Object({
        filename: Type.String({ description: 'File name' }),
        attachment_id: nullable(Type.String(volatile), { description: 'ID of the attachment; null if there is an error' }),
        created: nullable(Type.Boolean(), { description: 'false: a new version of an existing file; null if there is an error' }),
        version: nullable(Type.Integer(), { description: 'Version of the attachment; null if there is an error' }),
        error: nullable(
          Type.Object({
            reason: Type.String({ description: 'Reason of the error' }),
            message: Type.String({ description: 'Message of the error' }),
            outcome: stringEnum(['not_executed', 'executed', 'unknown'], {
              description: 'not_executed: not attached; executed: attached in spite of the error; unknown: check list_attachments'
            })
          }),
          { description: 'Why the file was not attached, or why that is unknown; null if it was attached' }
        )
      }),
      { description: 'Result of each file, in the order of files' }
    )
  }),
  errors: PAGE_ERRORS,
  examples: [
    {
      name: 'two',
      summary: 'Two small text files',
      input: {
        page_id: '65689',
        files: [
          { filename: 'one.txt', media_type: 'text/plain', content_base64: 'T25lCg==' },
          { filename: 'two.txt', media_type: 'text/plain', content_base64: 'VHdvCg==' }
        ]
      },
      output: {
        page_id: '65689',
        attached: 2,
        failed: 0,
        items: [
          { filename: 'one.txt', attachment_id: 'att65710', created: true, version: 1, error: null },
          { filename: 'two.txt', attachment_id: 'att65711', created: true, version: 1, error: null }
        ]
      }
    },
    {
      name: 'unknown',
      summary: 'An ID that no page has',
      input: { page_id: '999999999', files: [{ filename: 'x.txt', content_base64: 'eA==' }] },
      error: { reason: 'page_not_found', message: 'Confluence has no page 999999999 that this account can see.' }
    }
  ],
  message: ({ page_id, files }) => `Attach ${counted(files.length, 'file')} to the page ${page_id}`,
  handler: (input, call) => uploadAttachments(call.client, input, call)
})
