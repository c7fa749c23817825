import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { listOf } from '../../../../contract/schema.ts'
import { brief } from '../../../../lib/format.ts'
import { searchCode } from '../../client/repository/files.ts'
import { globalErrors } from '../../errors.ts'
import { groupName, pages, project, search } from '../../inputs/common.ts'
import { refName } from '../../inputs/files.ts'
import { untrusted } from '../../schemas/common.ts'
import { CodeHit } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'search_code',
  core: true,
  group: 'repository',
  summary: 'Search the files of a project or group',
  description:
    'Returns the files and lines that contain the words. Use it to find code. In search, filename:, path: and extension: narrow the results. Searching a group needs advanced search on the server; without it, the call is refused. To read a file, use get_file instead.',
  permission: 'read',
  http: 'GET /repository/search',
  list: true,
  requires: [atMostOne('project', 'group')],
  aliases: ['search_code'],
  see_also: ['gitlab_get_file', 'gitlab_list_repository_tree'],
  asked_as: {
    en: [
      'where is this function defined',
      'find usages in the codebase',
      'grep the repository',
      'which repo contains this string',
      'search the source code',
      'which file contains this function',
      'where in our code is the API called',
      'look for a string in the repo',
      'find TODOs in the code',
      'in which repos is the function used',
      'who calls this function in our codebase',
      'where do we read this setting',
      'find the class in our code'
    ],
    de: ['im Quellcode suchen'],
    es: ['busca en el código'],
    fr: ['chercher dans le code'],
    ja: ['コードを検索'],
    pl: ['szukaj w kodzie']
  },
  input: Type.Object({
    project,
    group: Type.Optional(groupName('Group whose projects to search, instead of project')),
    search: search('Words to search for'),
    ref: Type.Optional(refName('Branch or tag of a project. Default: the default branch')),
    ...pages
  }),
  output: listOf(CodeHit, { untrusted }),
  errors: { ...globalErrors('project or group') },
  examples: [
    {
      name: 'word',
      summary: 'Search for a word in a project',
      input: { project: 'acme/web', search: 'submit' },
      output: {
        items: [
          { path: 'src/form.js', ref: 'main', start_line: 1, project_id: 1, excerpt: 'export function submit(form) {\n  keep(form)' }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' },
        untrusted: true
      }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/nothing', search: 'x' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ search, group, project }) => `Search ${group ?? project ?? 'the default project'} for ${brief(search)}`,
  handler: (input, call) => searchCode(call.client, input, call)
})
