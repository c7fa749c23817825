import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { changeFile } from '../../client/files.ts'
import { MISSING } from '../../failures.ts'
import { encoding, fileCommit, fileContent, filePath, lastCommitId } from '../../file-inputs.ts'
import { Written } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'update_file',
  group: 'repository',
  summary: 'Change a file with a commit of its own',
  description:
    'Replaces what a file holds, whole, and commits it. Use it after get_file, with the last_commit_id that it told: where somebody was quicker it is refused, and nothing is overwritten. A file that does not exist is made with create_file instead; for several files in one commit use commit_files.',
  permission: 'write',
  http: 'PUT /repository/file',
  idempotent: true,
  aliases: ['update_file'],
  see_also: ['gitlab_get_file', 'gitlab_commit_files'],
  input: Type.Object({ ...fileCommit, file_path: filePath('File'), content: fileContent, encoding, last_commit_id: lastCommitId }),
  output: Written,
  errors: { ...MISSING('project') },
  examples: [
    {
      name: 'text',
      summary: 'Another text',
      input: {
        project: 'acme/playground',
        file_path: 'README.md',
        branch: 'main',
        commit_message: 'Say more',
        content: '# Playground\n\nTry things out here.\n'
      },
      output: { path: 'README.md', branch: 'main' }
    },
    {
      name: 'stale',
      summary: 'A file that somebody changed since',
      input: {
        project: 'acme/playground',
        file_path: 'README.md',
        branch: 'main',
        commit_message: 'Say more',
        content: 'x',
        last_commit_id: '0123456789abcdef0123456789abcdef01234567'
      },
      error: { reason: 'upstream_refused' }
    }
  ],
  message: ({ file_path, branch, project }) => `Change ${brief(file_path)} on ${branch} of ${project ?? 'the default project'}`,
  handler: (input, call) => changeFile(call.client, 'PUT', input, call)
})
