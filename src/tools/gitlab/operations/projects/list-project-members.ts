import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listProjectMembers } from '../../client/projects/projects.ts'
import { globalErrors } from '../../errors.ts'
import { pages, project, search } from '../../inputs/common.ts'
import { Member } from '../../schemas/people.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_project_members',
  group: 'projects',
  summary: 'List the members of a project',
  description:
    'Returns the members of a project with their access levels. Use it to see who can be assigned, or who may do what. By default it includes inherited members. To find other users, use search_users instead.',
  permission: 'read',
  http: 'GET /project/members',
  list: true,
  aliases: ['list_project_members'],
  see_also: ['gitlab_search_users', 'gitlab_list_group_members'],
  asked_as: {
    en: [
      'who has access to the repo',
      'who works on this project',
      'developers of a repository',
      'maintainers',
      'people in the project',
      'who can push to the repo',
      'team of the repository',
      'who can push',
      'who works on the project',
      'who works in the repo',
      'who can push to the repository',
      'whose access does the project have',
      'who is in the project'
    ],
    de: ['wer hat Zugriff auf das Projekt'],
    es: ['quién tiene acceso al proyecto'],
    fr: ['qui a accès au projet'],
    ja: ['プロジェクトのメンバー'],
    pl: ['kto ma dostęp do projektu']
  },
  input: Type.Object({
    project,
    search: Type.Optional(search('Words in the name or username')),
    inherited: Type.Boolean({
      default: true,
      description: 'true: include members inherited from groups; false: only direct members. Default true'
    }),
    ...pages
  }),
  output: listOf(Member, {}),
  errors: { ...globalErrors('project') },
  examples: [
    {
      name: 'all',
      summary: 'Members of a project',
      input: { project: 'acme/web' },
      output: {
        items: [
          {
            id: 1,
            username: 'sam',
            name: 'Sam Sandbox',
            state: 'active',
            access_level: 50,
            role: 'owner',
            expires_at: null,
            url: 'https://gitlab.example.com/sam'
          },
          {
            id: 2,
            username: 'ada',
            name: 'Ada Lovelace',
            state: 'active',
            access_level: 50,
            role: 'owner',
            expires_at: null,
            url: 'https://gitlab.example.com/ada'
          },
          {
            id: 3,
            username: 'bea',
            name: 'Bea Builder',
            state: 'active',
            access_level: 30,
            role: 'developer',
            expires_at: null,
            url: 'https://gitlab.example.com/bea'
          },
          {
            id: 4,
            username: 'chen',
            name: 'Chen Wei',
            state: 'active',
            access_level: 30,
            role: 'developer',
            expires_at: null,
            url: 'https://gitlab.example.com/chen'
          }
        ],
        next_cursor: null,
        total: { value: 4, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/nothing' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ project }) => `List the members of ${project ?? 'the default project'}`,
  handler: (input, call) => listProjectMembers(call.client, input, call)
})
