import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listTree } from '../../client/files.ts'
import { MISSING } from '../../failures.ts'
import { filePath, refName } from '../../file-inputs.ts'
import { pages, project } from '../../inputs.ts'
import { Entry } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_repository_tree',
  group: 'repository',
  summary: 'List files and folders of a repository',
  description:
    'Answers names, paths and kinds of what a folder holds, or with recursive all below it. Use it to learn how a repository is laid out. A submodule is told with type commit, and cannot be read here. To read a file use get_file, to find by words search_code instead.',
  permission: 'read',
  http: 'GET /repository/tree',
  list: true,
  aliases: ['list_repository_tree'],
  see_also: ['gitlab_get_file', 'gitlab_search_code'],
  input: Type.Object({
    project,
    path: Type.Optional(filePath('Folder')),
    ref: Type.Optional(refName('Branch, tag or commit. Absent: the default branch')),
    recursive: Type.Boolean({ default: false, description: 'true: all below, too. Default false' }),
    ...pages
  }),
  output: listOf(Entry, {}),
  errors: { ...MISSING('project, folder or branch') },
  examples: [
    {
      name: 'root',
      summary: 'What the root holds',
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
