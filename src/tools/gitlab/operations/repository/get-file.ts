import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { OPTIONS } from '../../../../contract/reserved.ts'
import { brief } from '../../../../lib/format.ts'
import { getFile } from '../../client/files.ts'
import { MISSING } from '../../failures.ts'
import { fileAt } from '../../file-inputs.ts'
import { untrusted } from '../../schemas/common.ts'
import { File } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_file',
  core: true,
  group: 'repository',
  summary: 'Read a file of a repository',
  description:
    'Answers what a file holds: text as it is, anything else as base64, so that no byte is lost. Use it before you change a file, and give its last_commit_id to update_file. A large file (Git LFS) is told by its pointer only. max_chars cuts a long text; one over about 7 MB is refused: use download_file. For who wrote which line use get_file_blame instead.',
  permission: 'read',
  http: 'GET /repository/file',
  aliases: ['get_file_contents'],
  see_also: ['gitlab_download_file', 'gitlab_list_repository_tree', 'gitlab_update_file'],
  input: Type.Object({
    ...fileAt,
    max_chars: OPTIONS.max_chars
  }),
  output: Type.Object({ ...File.properties, untrusted }),
  errors: { ...MISSING('file, branch or project') },
  examples: [
    {
      name: 'text',
      summary: 'A file of text',
      input: { project: 'acme/web', file_path: 'src/form.js' },
      output: {
        path: 'src/form.js',
        ref: 'HEAD',
        size: 102,
        encoding: 'utf-8',
        content: "export function submit(form) {\n  keep(form)\n  return fetch('/send', { method: 'POST', body: form })\n}\n",
        sha256: '98ecdfcc5108a94c8f3affbd9f9859b42c099286584158751172bbcb89b95d7c',
        commit_id: 'e51db501890941b56fc97f9977285c32c299aea8',
        last_commit_id: 'e51db501890941b56fc97f9977285c32c299aea8',
        executable: false,
        lfs: false,
        untrusted: true
      }
    },
    {
      name: 'unknown',
      summary: 'A file that does not exist',
      input: { project: 'acme/web', file_path: 'nothing.txt' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ file_path, project }) => `Read ${brief(file_path)} of ${project ?? 'the default project'}`,
  handler: async (input, call) => ({ ...(await getFile(call.client, input, call)), untrusted: true })
})
