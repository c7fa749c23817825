import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { listOf, words } from '../../../../contract/schema.ts'
import { brief } from '../../../../lib/format.ts'
import { search } from '../../client/search.ts'
import { MISSING } from '../../failures.ts'
import { refName } from '../../file-inputs.ts'
import { groupName, pages, project, search as sought } from '../../inputs.ts'
import { scope } from '../../planning-inputs.ts'
import { everywhereAlone } from '../../requirements.ts'
import { untrusted } from '../../schemas/common.ts'
import { Hit } from '../../schemas/search.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'search',
  group: 'planning',
  summary: 'Search for anything in a project, a group or everywhere',
  description:
    'Answers what holds the words: projects, issues, merge requests, milestones, snippets, users, and in a project also files, commits, wiki pages and comments. Use it when you do not know where something is. Over a group or everywhere blobs, commits, wiki_blobs and notes work only where the server has advanced search. To filter issues by more than words use list_issues instead.',
  permission: 'read',
  http: 'GET /search',
  list: true,
  requires: [atMostOne('project', 'group'), everywhereAlone],
  see_also: ['gitlab_search_code', 'gitlab_list_issues', 'gitlab_search_projects'],
  input: Type.Object({
    project,
    group: Type.Optional(groupName('In place of project: all projects of this group')),
    everywhere: Type.Boolean({
      default: false,
      description: 'true: in place of project or group all that the token can see. Default false'
    }),
    scope,
    search: sought('Words to look for; quotes keep them together'),
    state: Type.Optional(
      words(['opened', 'closed', 'merged', 'all'], { description: 'Only of this state, of issues and merge requests. Absent: all' })
    ),
    ref: Type.Optional(refName('Branch or tag, for blobs and commits of a project. Absent: the default branch')),
    ...pages
  }),
  output: listOf(Hit, { untrusted }),
  errors: { ...MISSING('project or group') },
  examples: [
    {
      name: 'issues',
      summary: 'Issues of a project',
      input: { project: 'acme/web', scope: 'issues', search: 'price list', limit: 2 },
      output: {
        items: [
          {
            id: 1022,
            iid: 2,
            project_id: 1,
            title: 'Write the price list',
            path: null,
            ref: null,
            start_line: null,
            state: 'opened',
            excerpt: 'As agreed on day 2.\n\n- [ ] look\n- [ ] do',
            url: 'https://gitlab.example.com/acme/web/-/issues/2'
          },
          {
            id: 1026,
            iid: 6,
            project_id: 1,
            title: 'Write the price list (6)',
            path: null,
            ref: null,
            start_line: null,
            state: 'opened',
            excerpt: 'As agreed on day 6.\n\n- [ ] look\n- [ ] do',
            url: 'https://gitlab.example.com/acme/web/-/issues/6'
          }
        ],
        next_cursor: 'W3sicGFnZSI6IjIifSwyLDAsIkJqQmpXREE3Q2oiXQ',
        total: { value: 9, relation: 'eq' },
        untrusted: true
      }
    },
    {
      name: 'no_index',
      summary: 'Files of a group, without advanced search',
      input: { group: 'acme', scope: 'blobs', search: 'submit' },
      error: { reason: 'upstream_refused' }
    }
  ],
  message: ({ search, scope, group, project, everywhere }) =>
    `Search ${scope} of ${group ?? (everywhere ? 'everything' : (project ?? 'the default project'))} for ${brief(search)}`,
  handler: (input, call) => search(call.client, input, call)
})
