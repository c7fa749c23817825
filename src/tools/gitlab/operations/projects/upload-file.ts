import { Type } from 'typebox'
import { defineOperation, MAX_BODY } from '../../../../contract/operation.ts'
import { base64File } from '../../../../contract/upload.ts'
import { uploadFile } from '../../client/projects/uploads.ts'
import { resourceErrors } from '../../errors.ts'
import { project } from '../../inputs/common.ts'
import { fileName } from '../../inputs/files.ts'
import { word } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'upload_file',
  group: 'projects',
  summary: 'Upload a file to use in issues, comments or wiki pages',
  description:
    'Uploads a file to a project and returns the Markdown that shows it. Use it for a screenshot or log in an issue, merge request, comment or wiki page: add the Markdown to the text. To store a file in the repository, use create_file instead.',
  permission: 'write',
  http: 'POST /uploads',
  max_body: MAX_BODY,
  success: [201],
  upload: { property: 'content_base64', max_bytes: 100 * 1024 * 1024, filename: 'filename', media_type: 'media_type' },
  timeout_ms: 120_000,
  see_also: ['gitlab_download_upload', 'gitlab_get_issue', 'gitlab_update_issue'],
  asked_as: {
    en: [
      'attach a screenshot to the ticket',
      'add an image to the issue',
      'add a log file to the MR description',
      'I have a picture for the bug report',
      'insert this diagram into the wiki page',
      'I want to show a screenshot in the comment',
      'store a file so that I can link it in the issue',
      'the log should be attached to the ticket',
      'embed a video in the merge request',
      'upload this PNG for the description'
    ]
  },
  input: Type.Object({
    project,
    filename: fileName,
    content_base64: base64File(
      'Content in base64, at most 7.5 MB before encoding. Over HTTP, you can send a file of up to 100 MB instead, as the part named file of multipart/form-data'
    ),
    media_type: Type.String({
      default: 'application/octet-stream',
      maxLength: 127,
      pattern: '^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+$',
      'x-form': 'such as type/subtype',
      description: 'Media type, such as image/png. Default application/octet-stream'
    })
  }),
  output: Type.Object({
    markdown: Type.String({ 'x-volatile': true, description: 'Markdown that shows the file or links to it' }),
    upload: Type.String({ 'x-volatile': true, description: 'Path of the file for use in text, as download_upload takes it' }),
    alt: word('Text of the link')
  }),
  errors: { ...resourceErrors('project') },
  examples: [
    {
      name: 'text',
      summary: 'A small text file',
      input: { project: 'acme/playground', filename: 'hello.txt', content_base64: 'SGVsbG8K', media_type: 'text/plain' },
      output: {
        markdown: '[hello](/uploads/41704f77b02b9d1e36d1d7e29ce986c4/hello.txt)',
        upload: '/uploads/41704f77b02b9d1e36d1d7e29ce986c4/hello.txt',
        alt: 'hello'
      }
    },
    {
      name: 'no_name',
      summary: 'A file name is required',
      input: { project: 'acme/playground', content_base64: 'SGVsbG8K' },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ filename, project }) => `Upload ${filename} to ${project ?? 'the default project'}`,
  handler: (input, call) => uploadFile(call.client, input, call.file(), call)
})
