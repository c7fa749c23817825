import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listTree } from '../../client/repository/files.ts'
import { globalErrors } from '../../errors.ts'
import { pages, project } from '../../inputs/common.ts'
import { filePath, refName } from '../../inputs/files.ts'
import { Entry } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_repository_tree',
  group: 'repository',
  summary: 'List the files and folders of a repository',
  description:
    'Returns the names, paths and types of the entries of a folder or, with recursive, of everything below it. Use it to see the structure of a repository. A submodule has type commit, and cannot be read here. To read a file, use get_file; to search by words, search_code instead.',
  permission: 'read',
  http: 'GET /repository/tree',
  list: true,
  aliases: ['list_repository_tree'],
  see_also: ['gitlab_get_file', 'gitlab_search_code'],
  asked_as: {
    en: [
      'which files are in the repo',
      'folder structure of the repository',
      'browse the source code',
      "what's in the src folder on GitLab",
      'look around in the repo',
      'files in a directory on GitLab',
      'how is the codebase organized',
      'what is in the src folder of the project'
    ],
    de: ['welche Dateien sind im Repository'],
    es: ['qué archivos hay en el repositorio'],
    fr: ['quels fichiers sont dans le dépôt'],
    ja: ['リポジトリのファイル一覧'],
    pl: ['jakie pliki są w repozytorium']
  },
  input: Type.Object({
    project,
    path: Type.Optional(filePath('Folder. Default: the root')),
    ref: Type.Optional(refName('Branch, tag or commit. Default: the default branch')),
    recursive: Type.Boolean({ default: false, description: 'true: include everything below the folder. Default false' }),
    ...pages
  }),
  output: listOf(Entry, {}),
  errors: { ...globalErrors('project, folder or branch') },
  examples: [
    {
      name: 'root',
      summary: 'The root folder',
      input: { project: 'acme/web' },
      output: {
        items: [
          { name: 'docs', path: 'docs', type: 'tree', mode: '040000', id: '71ab8b6afb1bae3df247e0286da35e0da16564ff' },
          { name: 'src', path: 'src', type: 'tree', mode: '040000', id: 'f27fede2220bcd326aee3e86ddfd4ebd0fe58cb9' },
          { name: 'README.md', path: 'README.md', type: 'blob', mode: '100644', id: '9a04223fcd9c25163aadd865690b6f0ef73b7059' },
          { name: 'logo.png', path: 'logo.png', type: 'blob', mode: '100644', id: '600d5bbc72ee88b0224817dcba4317321620f13c' },
          { name: 'video.mp4', path: 'video.mp4', type: 'blob', mode: '100644', id: '30eee730453b60269d77bacb3c781d9f3b4d77a4' }
        ],
        next_cursor: null,
        total: { value: 5, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/nothing' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ path, project }) => `List ${path ?? 'the root'} of ${project ?? 'the default project'}`,
  handler: (input, call) => listTree(call.client, input, call)
})
