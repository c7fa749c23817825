import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { listOf } from '../../../../contract/schema.ts'
import { brief } from '../../../../lib/format.ts'
import { searchCode } from '../../client/files.ts'
import { MISSING } from '../../failures.ts'
import { refName } from '../../file-inputs.ts'
import { groupName, pages, project, search } from '../../inputs.ts'
import { untrusted } from '../../schemas/common.ts'
import { CodeHit } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'search_code',
  core: true,
  group: 'repository',
  summary: 'Find words in the files of a project or group',
  description:
    'Answers files and lines that hold the words. Use it to find where something is. filename:, path: and extension: within the words narrow it. Over a group it works only where the server has advanced search; else it is refused with the reason. To read a file use get_file instead.',
  permission: 'read',
  http: 'GET /repository/search',
  list: true,
  requires: [atMostOne('project', 'group')],
  aliases: ['search_code'],
  see_also: ['gitlab_get_file', 'gitlab_list_repository_tree'],
  input: Type.Object({
    project,
    group: Type.Optional(groupName('In place of project: all projects of this group')),
    search: search('Words to look for'),
    ref: Type.Optional(refName('Branch or tag, of a project. Absent: the default branch')),
    ...pages
  }),
  output: listOf(CodeHit, { untrusted }),
  errors: { ...MISSING('project or group') },
  examples: [
    {
      name: 'word',
      summary: 'A word in a project',
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
