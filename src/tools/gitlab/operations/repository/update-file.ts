import { Type } from 'typebox'
import { defineOperation, MAX_BODY } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { changeFile } from '../../client/repository/files.ts'
import { resourceErrors } from '../../errors.ts'
import { encoding, fileCommit, fileContent, filePath, lastCommitId } from '../../inputs/files.ts'
import { Written } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'update_file',
  group: 'repository',
  summary: 'Update a file on a branch',
  description:
    'Replaces the whole content of a file and commits the change. Use it after get_file, with the last_commit_id that get_file returned: if the file has changed since, the call is refused, and nothing is overwritten. For a new file, use create_file instead; for several files in one commit, use commit_files.',
  permission: 'write',
  http: 'PUT /repository/file',
  max_body: MAX_BODY,
  idempotent: true,
  aliases: ['update_file'],
  see_also: ['gitlab_get_file', 'gitlab_commit_files'],
  asked_as: {
    en: [
      'edit a file in the repo',
      'change the readme on main',
      'push a fix to a source file',
      'modify code in the repository',
      'correct a line in a file on GitLab',
      'commit a change to the config',
      'bump the version in package.json in the repo',
      'overwrite a file on a branch',
      'bump the version in the repo',
      'fix the readme in the repository',
      'change a line on main and commit it',
      "set the version in the repo's package.json",
      'change a line in the README of the repo',
      'fix a typo in a file of the repo'
    ],
    de: ['eine Datei im Repository ändern'],
    es: ['edita un archivo del repositorio'],
    fr: ['modifier un fichier du dépôt'],
    ja: ['リポジトリのファイルを編集'],
    pl: ['zmień plik w repozytorium']
  },
  input: Type.Object({ ...fileCommit, file_path: filePath('File'), content: fileContent, encoding, last_commit_id: lastCommitId }),
  output: Written,
  errors: { ...resourceErrors('project') },
  examples: [
    {
      name: 'text',
      summary: 'New content',
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
      summary: 'A file that changed since it was read',
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
  message: ({ file_path, branch, project }) => `Update ${brief(file_path)} on ${branch} of ${project ?? 'the default project'}`,
  handler: (input, call) => changeFile(call.client, 'PUT', input, call)
})
