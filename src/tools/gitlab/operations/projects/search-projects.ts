import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { brief } from '../../../../lib/format.ts'
import { listProjects } from '../../client/projects/projects.ts'
import { orderProjects as order_by, pages, search, sort } from '../../inputs/common.ts'
import { Project } from '../../schemas/projects.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'search_projects',
  core: true,
  group: 'projects',
  summary: 'Search projects by name or path',
  description:
    "Returns the projects whose name or path contains the words, among all that the token can see. Use it to find the path of a project. To list the projects of the token's user, use list_projects instead.",
  permission: 'read',
  http: 'GET /projects/search',
  list: true,
  aliases: ['search_projects'],
  see_also: ['gitlab_list_projects', 'gitlab_get_project'],
  asked_as: {
    en: [
      'find a repo by name',
      'look for a repository',
      'which project is called like this',
      'is there a repo for billing',
      'find the git project of the website',
      'find the repo of the app',
      'is there a repository called shop',
      'is there a repo with billing in its name',
      'where is the repository of the app',
      'look for a project called shop',
      "what's the path of the website repo"
    ],
    de: ['ein Repository suchen'],
    es: ['busca un repositorio'],
    fr: ['chercher un dépôt'],
    ja: ['リポジトリを探して'],
    pl: ['znajdź repozytorium']
  },
  input: Type.Object({ search: search('Words in the name or path'), order_by, sort, ...pages }),
  output: listOf(Project, {}),
  errors: {},
  examples: [
    {
      name: 'by_word',
      summary: 'Search by a word',
      input: { search: 'tools' },
      output: {
        next_cursor: null,
        total: { value: 1, relation: 'eq' },
        items: [
          {
            id: 2,
            path: 'acme/platform/tools',
            name: 'Tools',
            description: 'Tools of Acme.',
            visibility: 'internal',
            default_branch: 'main',
            archived: false,
            topics: [],
            star_count: 0,
            open_issues_count: 0,
            url: 'https://gitlab.example.com/acme/platform/tools',
            created_at: '2026-01-07T08:00:00.000Z',
            last_activity_at: '2026-07-26T08:00:00.000Z'
          }
        ]
      }
    },
    { name: 'nothing', summary: 'Without search', input: {}, error: { reason: 'missing_required_field' } }
  ],
  message: ({ search }) => `Search projects: ${brief(search)}`,
  handler: (input, call) => listProjects(call.client, input, call)
})
