import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { changeFile } from '../../client/files.ts'
import { MISSING } from '../../failures.ts'
import { fileCommit, filePath, lastCommitId } from '../../file-inputs.ts'
import { Written } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'delete_file',
  group: 'repository',
  summary: 'Delete a file with a commit of its own',
  description:
    'Deletes a file from a branch, and commits that. Use it for one file; its text stays in the commits before, from which it can be got back, but on the branch it is gone. For several changes in one commit use commit_files instead.',
  permission: 'destructive',
  http: 'DELETE /repository/file',
  aliases: ['delete_file'],
  see_also: ['gitlab_get_file', 'gitlab_commit_files'],
  input: Type.Object({ ...fileCommit, file_path: filePath('File'), last_commit_id: lastCommitId }),
  output: Written,
  errors: { ...MISSING('file, branch or project') },
  examples: [
    {
      name: 'file',
      summary: 'A file',
      input: { project: 'acme/playground', file_path: 'logo.png', branch: 'main', commit_message: 'Remove the logo', confirm: true },
      output: { path: 'logo.png', branch: 'main' }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/nothing', file_path: 'a.md', branch: 'main', commit_message: 'Remove', confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ file_path, branch, project }) => `Delete ${brief(file_path)} on ${branch} of ${project ?? 'the default project'}`,
  handler: (input, call) => changeFile(call.client, 'DELETE', input, call)
})
