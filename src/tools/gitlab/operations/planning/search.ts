import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { brief } from '../../../../lib/format.ts'
import { search } from '../../client/planning/search.ts'
import { globalErrors } from '../../errors.ts'
import { groupName, pages, project, search as sought } from '../../inputs/common.ts'
import { refName } from '../../inputs/files.ts'
import { scope } from '../../inputs/planning.ts'
import { excludesEverywhere } from '../../inputs/requirements.ts'
import { untrusted } from '../../schemas/common.ts'
import { Hit } from '../../schemas/search.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'search',
  group: 'planning',
  summary: 'Search a project, a group or the whole server',
  description:
    'Returns results of one kind (scope) that contain the words: projects, issues, merge requests, milestones, snippets, users, files, commits, wiki pages or comments. Use it if you do not know where something is. In a group or on the whole server, the scopes blobs, commits, wiki_blobs and notes need advanced search on the server. GitLab refuses the scope projects in a project, and snippet_titles in a project or group. To filter issues by more than words, use list_issues instead.',
  permission: 'read',
  http: 'GET /search',
  list: true,
  requires: [atMostOne('project', 'group'), excludesEverywhere],
  see_also: ['gitlab_search_code', 'gitlab_list_issues', 'gitlab_search_projects'],
  asked_as: {
    en: [
      'look for something across GitLab',
      'search everything in a project',
      'find mentions in issues, commits and merge requests',
      'global search in GitLab',
      'find anything in GitLab that mentions a word',
      'search commits and issues for a text',
      'look everywhere in GitLab',
      'anything in GitLab about it'
    ],
    de: ['in ganz GitLab suchen'],
    es: ['busca en todo GitLab'],
    fr: ['chercher dans tout GitLab'],
    ja: ['GitLab全体を検索'],
    pl: ['szukaj w całym GitLabie']
  },
  input: Type.Object({
    project,
    group: Type.Optional(groupName('Group whose projects to search, instead of project')),
    everywhere: Type.Boolean({
      default: false,
      description: 'true: search everything that the token can see, instead of a project or group. Default false'
    }),
    scope,
    search: sought('Words to search for; quotes match a phrase'),
    state: Type.Optional(
      stringEnum(['opened', 'closed', 'merged', 'all'], { description: 'Only issues and merge requests in this state. Default: all' })
    ),
    ref: Type.Optional(refName('Branch or tag, for blobs and commits of a project. Default: the default branch')),
    ...pages
  }),
  output: listOf(Hit, { untrusted }),
  errors: { ...globalErrors('project or group') },
  examples: [
    {
      name: 'issues',
      summary: 'Search the issues of a project',
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
      summary: 'Search the files of a group, without advanced search',
      input: { group: 'acme', scope: 'blobs', search: 'submit' },
      error: { reason: 'upstream_refused' }
    }
  ],
  message: ({ search, scope, group, project, everywhere }) =>
    `Search ${scope} of ${group ?? (everywhere ? 'the whole server' : (project ?? 'the default project'))} for ${brief(search)}`,
  handler: (input, call) => search(call.client, input, call)
})
