import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { stream } from '../../../../contract/stream.ts'
import { brief } from '../../../../lib/format.ts'
import { downloadUpload } from '../../client/projects/uploads.ts'
import { globalErrors } from '../../errors.ts'
import { project } from '../../inputs/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'download_upload',
  group: 'projects',
  summary: 'Download a file that was uploaded to a project',
  description:
    'Returns a file of any size that was uploaded to an issue, merge request, comment or wiki page. Use it over HTTP with Accept: application/octet-stream; otherwise it returns a link and the first 64 KiB in base64. For a file of the repository, use download_file instead. Needs GitLab 17.4.',
  permission: 'read',
  http: 'GET /uploads',
  timeout_ms: 300_000,
  see_also: ['gitlab_upload_file', 'gitlab_get_issue'],
  asked_as: {
    en: [
      'get the screenshot of the issue',
      'open the image in the ticket',
      'fetch the attached log of an MR',
      'I want to see the picture in the bug report',
      'save the file that someone dropped into the issue',
      'the reporter attached a log, get it',
      'show me the screenshot from the comment',
      'download what was attached to the merge request',
      'the PDF in the ticket',
      'get the attachment of the wiki page'
    ]
  },
  input: Type.Object({
    project,
    upload: Type.String({
      pattern: '^/?uploads/[0-9a-f]{32}/[^/?#]{1,255}$',
      maxLength: 320,
      'x-form': 'such as /uploads/<32 hex digits>/<name>',
      description: 'File: its path in the text, such as /uploads/<32 hex digits>/<name>'
    })
  }),
  output: stream(['application/octet-stream']),
  errors: { ...globalErrors('file') },
  examples: [
    {
      name: 'file',
      summary: 'A file of a project',
      input: { project: 'acme/web', upload: '/uploads/9c4125bc19315260be93afe80880b6d4/plan.txt' },
      output: {
        url: '/v1/gitlab/uploads?project=acme%2Fweb&upload=%2Fuploads%2F9c4125bc19315260be93afe80880b6d4%2Fplan.txt',
        media_type: 'application/octet-stream',
        filename: 'plan.txt',
        length: 10,
        content: 'QnVpbGQgaXQuCg==',
        encoding: 'base64',
        complete: true
      }
    },
    {
      name: 'unknown',
      summary: 'A file that does not exist',
      input: { project: 'acme/web', upload: '/uploads/0123456789abcdef0123456789abcdef/a.txt' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ upload, project }) => `Download ${brief(upload)} of ${project ?? 'the default project'}`,
  handler: (input, call) => downloadUpload(call.client, input, call)
})
