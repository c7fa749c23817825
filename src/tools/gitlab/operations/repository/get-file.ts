import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { getFile } from '../../client/repository/files.ts'
import { globalErrors } from '../../errors.ts'
import { fileAt } from '../../inputs/files.ts'
import { untrusted } from '../../schemas/common.ts'
import { File } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_file',
  core: true,
  group: 'repository',
  summary: 'Get a file of a repository',
  description:
    'Returns the content of a file: text as it is, binary files as base64, so that no byte is lost. Use it before you change a file, and pass its last_commit_id to update_file. For a Git LFS file, it returns only the pointer. A long file is returned in parts, with next_cursor. For a file over about 7 MB, use download_file. For the author of each line, use get_file_blame instead.',
  permission: 'read',
  http: 'GET /repository/file',
  aliases: ['get_file_contents'],
  see_also: ['gitlab_download_file', 'gitlab_list_repository_tree', 'gitlab_update_file'],
  asked_as: {
    en: [
      'read a source file in the repo',
      'show me the code of a file',
      'open the readme of the project',
      "what's in package.json on main",
      'view code on GitLab',
      'print the Dockerfile of the repo',
      'what does the CI file of the project contain',
      'source of a file on a branch',
      'show the package.json of the repo',
      'what dependencies does the project list',
      'read the code on main',
      "what's in the Dockerfile of the project"
    ],
    de: ['eine Datei aus dem Repository anzeigen'],
    es: ['muestra un archivo del repositorio'],
    fr: ['afficher un fichier du dépôt'],
    ja: ['リポジトリのファイルを見せて'],
    pl: ['pokaż plik z repozytorium']
  },
  input: Type.Object(fileAt),
  output: Type.Object({ ...File.properties, untrusted }),
  errors: { ...globalErrors('file, branch or project'), cannot_be_honoured: 'The file is over about 7 MB: use download_file' },
  examples: [
    {
      name: 'text',
      summary: 'A text file',
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
