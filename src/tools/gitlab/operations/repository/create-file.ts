import { Type } from 'typebox'
import { defineOperation, MAX_BODY } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { changeFile } from '../../client/repository/files.ts'
import { resourceErrors } from '../../errors.ts'
import { encoding, fileCommit, fileContent, filePath } from '../../inputs/files.ts'
import { Written } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_file',
  group: 'repository',
  summary: 'Create a file on a branch',
  description:
    'Creates a file on a branch, in its own commit, and returns the path and branch. Use it for one new file; to change an existing file, which is refused here, use update_file instead. For several files in one commit, use commit_files. A second identical call is refused.',
  permission: 'write',
  http: 'POST /repository/file',
  max_body: MAX_BODY,
  success: [201],
  aliases: ['create_file'],
  see_also: ['gitlab_update_file', 'gitlab_commit_files', 'gitlab_get_file'],
  asked_as: {
    en: [
      'add a new file to the repo',
      'commit a new readme',
      'put a script into the repository',
      'push a new source file',
      'put a new document into the git repository',
      'add a Dockerfile to the repo',
      'commit a new config file',
      'put a licence into the repository',
      'the repo needs a readme'
    ],
    de: ['eine neue Datei im Repository anlegen'],
    es: ['añade un archivo al repositorio'],
    fr: ['ajouter un fichier au dépôt'],
    ja: ['リポジトリにファイルを追加'],
    pl: ['dodaj plik do repozytorium']
  },
  input: Type.Object({ ...fileCommit, file_path: filePath('File'), content: fileContent, encoding }),
  output: Written,
  errors: { ...resourceErrors('project') },
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
  message: ({ file_path, branch, project }) => `Create ${brief(file_path)} on ${branch} of ${project ?? 'the default project'}`,
  handler: (input, call) => changeFile(call.client, 'POST', input, call)
})
