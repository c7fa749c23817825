import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { stream } from '../../../../contract/stream.ts'
import { brief } from '../../../../lib/format.ts'
import { downloadFile } from '../../client/files.ts'
import { MISSING } from '../../failures.ts'
import { fileAt } from '../../file-inputs.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'download_file',
  group: 'repository',
  summary: 'Fetch a file of a repository, of any size',
  description:
    'Answers the bytes of a file as they are. Use it over HTTP with Accept: application/octet-stream for what is large or no text; elsewhere it answers a link and the first 64 KiB. For a text to read or to change use get_file instead, which also tells its last_commit_id.',
  permission: 'read',
  http: 'GET /repository/file/raw',
  timeout_ms: 300_000,
  see_also: ['gitlab_get_file', 'gitlab_list_repository_tree'],
  input: Type.Object({
    ...fileAt,
    lfs: Type.Optional(
      Type.Boolean({
        description: 'true: of a large file (Git LFS) the file itself, since GitLab 15.7. Absent: what git holds of it, a pointer'
      })
    )
  }),
  output: stream(['application/octet-stream']),
  errors: { ...MISSING('file, branch or project') },
  examples: [
    {
      name: 'text',
      summary: 'A small file',
      input: { project: 'acme/web', file_path: 'src/form.js' },
      output: {
        url: '/v1/gitlab/repository/file/raw?project=acme%2Fweb&file_path=src%2Fform.js',
        media_type: 'application/octet-stream',
        filename: 'form.js',
        length: 102,
        content:
          'ZXhwb3J0IGZ1bmN0aW9uIHN1Ym1pdChmb3JtKSB7CiAga2VlcChmb3JtKQogIHJldHVybiBmZXRjaCgnL3NlbmQnLCB7IG1ldGhvZDogJ1BPU1QnLCBib2R5OiBmb3JtIH0pCn0K',
        encoding: 'base64',
        complete: true
      }
    },
    {
      name: 'unknown',
      summary: 'A file that does not exist',
      input: { project: 'acme/web', file_path: 'nothing.txt' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ file_path, project }) => `Fetch ${brief(file_path)} of ${project ?? 'the default project'}`,
  handler: (input, call) => downloadFile(call.client, input, call)
})
