import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listTree } from '../../client/files.ts'
import { FILL } from '../../examples.ts'
import { filePath, refName } from '../../file-inputs.ts'
import { MISSING } from '../../failures.ts'
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
  input: Type.Object({project, path: Type.Optional(filePath('Folder')), ref: Type.Optional(refName('Branch, tag or commit. Absent: the default branch')), recursive: Type.Boolean({ default: false, description: 'true: all below, too. Default false' }), ...pages}),
  output: listOf(Entry, {}),
  errors: {...MISSING('project, folder or branch')},
  examples: [
    { name: 'root', summary: 'What the root holds', input: {project: 'acme/web'}, output: FILL },
    { name: 'unknown', summary: 'A project that does not exist', input: {project: 'acme/nothing'}, error: { reason: 'upstream_not_found' } }
  ],
  message: ({ path, project }) => `List ${path ?? 'the root'} of ${project ?? 'the default project'}`,
  handler: (input, call) => listTree(call.client, input, call)
})
