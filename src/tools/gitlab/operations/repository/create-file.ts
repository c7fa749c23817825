import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { changeFile } from '../../client/files.ts'
import { MISSING } from '../../failures.ts'
import { encoding, fileCommit, fileContent, filePath } from '../../file-inputs.ts'
import { Written } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_file',
  group: 'repository',
  summary: 'Make a file with a commit of its own',
  description:
    'Makes a file that does not exist yet, and commits it. Use it for one new file; one that exists is refused, and changed with update_file instead. For several files in one commit use commit_files. Two equal calls make no second file.',
  permission: 'write',
  http: 'POST /repository/file',
  success: [201],
  aliases: ['create_file'],
  see_also: ['gitlab_update_file', 'gitlab_commit_files'],
  input: Type.Object({ ...fileCommit, file_path: filePath('File'), content: fileContent, encoding }),
  output: Written,
  errors: { ...MISSING('project') },
  examples: [
    {
      name: 'new',
      summary: 'A new file',
      input: { project: 'acme/playground', file_path: 'docs/notes.md', branch: 'main', commit_message: 'Add notes', content: '# Notes\n' },
      output: { path: 'docs/notes.md', branch: 'main' }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/nothing', file_path: 'a.md', branch: 'main', commit_message: 'Add', content: 'a' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ file_path, branch, project }) => `Make ${brief(file_path)} on ${branch} of ${project ?? 'the default project'}`,
  handler: (input, call) => changeFile(call.client, 'POST', input, call)
})
