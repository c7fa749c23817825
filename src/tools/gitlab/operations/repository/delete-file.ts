import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { changeFile } from '../../client/repository/files.ts'
import { resourceErrors } from '../../errors.ts'
import { LONG_TEXT_BODY } from '../../inputs/common.ts'
import { fileCommit, filePath, lastCommitId } from '../../inputs/files.ts'
import { Written } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'delete_file',
  group: 'repository',
  summary: 'Delete a file from a branch',
  description:
    'Deletes a file from a branch and commits the change. The file is gone from the branch, but earlier commits still contain it. Use it for one file. For several changes in one commit, use commit_files instead.',
  permission: 'destructive',
  http: 'DELETE /repository/file',
  max_body: LONG_TEXT_BODY,
  aliases: ['delete_file'],
  see_also: ['gitlab_get_file', 'gitlab_commit_files'],
  asked_as: {
    en: [
      'remove a file from the repo',
      'git rm',
      'drop a source file from the repository',
      'take this file out of git',
      "the config shouldn't be in the repo, remove it",
      'drop the file from the repo',
      "that script shouldn't be in git anymore",
      'get an old file out of the repo',
      'that file has no business in the repository',
      'README.old should be gone from the repo',
      'take the secret file out of the repo'
    ],
    de: ['eine Datei aus dem Repository löschen'],
    es: ['elimina un archivo del repositorio'],
    fr: ['supprimer un fichier du dépôt'],
    ja: ['リポジトリからファイルを削除'],
    pl: ['usuń plik z repozytorium']
  },
  input: Type.Object({ ...fileCommit, file_path: filePath('File'), last_commit_id: lastCommitId }),
  output: Written,
  errors: { ...resourceErrors('file, branch or project') },
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
