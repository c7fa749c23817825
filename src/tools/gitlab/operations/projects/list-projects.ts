import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { listProjects } from '../../client/projects/projects.ts'
import { orderProjects as order_by, pages, search, sort } from '../../inputs/common.ts'
import { Project } from '../../schemas/projects.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_projects',
  group: 'projects',
  summary: 'List the projects that the token can see',
  description:
    "Returns the path, name, description, visibility and last activity of projects. Use it to see which projects exist; other operations take the path. By default it returns only projects that the token's user is a member of, since gitlab.com has millions. To find a project by words, use search_projects; for one project, get_project instead.",
  permission: 'read',
  http: 'GET /projects',
  list: true,
  aliases: ['list_projects'],
  see_also: ['gitlab_search_projects', 'gitlab_get_project'],
  asked_as: {
    en: [
      'which repos do we have',
      'my repositories',
      'show all git projects',
      'what projects can I see',
      'everything we have on GitLab',
      'which codebases exist',
      'my git repos',
      'my projects',
      'where is our code'
    ],
    de: ['welche Repositories habe ich'],
    es: ['qué repositorios tengo'],
    fr: ['quels dépôts ai-je'],
    ja: ['リポジトリの一覧'],
    pl: ['jakie mam repozytoria']
  },
  input: Type.Object({
    membership: Type.Boolean({
      default: true,
      description: "true: only projects that the token's user is a member of; false: all visible projects. Default true"
    }),
    search: Type.Optional(search('Words in the name or path')),
    owned: Type.Optional(Type.Boolean({ description: "true: only projects that the token's user owns" })),
    starred: Type.Optional(Type.Boolean({ description: "true: only projects that the token's user starred" })),
    archived: Type.Optional(Type.Boolean({ description: 'true: only archived projects; false: only others. Default: both' })),
    visibility: Type.Optional(stringEnum(['private', 'internal', 'public'], { description: 'Only projects with this visibility' })),
    order_by,
    sort,
    ...pages
  }),
  output: listOf(Project, {}),
  errors: {},
  examples: [
    {
      name: 'mine',
      summary: 'The two oldest projects',
      input: { order_by: 'id', sort: 'asc', limit: 2 },
      output: {
        next_cursor: 'W3siaWRfYWZ0ZXIiOiIyIn0sMiwwLCJENTRMOC1TcGV5Il0',
        total: null,
        items: [
          {
            id: 1,
            path: 'acme/web',
            name: 'Web',
            description: 'Web of Acme.',
            visibility: 'private',
            default_branch: 'main',
            archived: false,
            topics: ['site'],
            star_count: 3,
            open_issues_count: 36,
            url: 'https://gitlab.example.com/acme/web',
            created_at: '2026-01-06T08:00:00.000Z',
            last_activity_at: '2026-07-25T08:00:00.000Z'
          },
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
    {
      name: 'strange_cursor',
      summary: 'An invalid cursor',
      input: { cursor: 'second' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: () => 'List projects',
  handler: (input, call) => listProjects(call.client, input, call)
})
