import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listGroupMembers } from '../../client/projects/projects.ts'
import { globalErrors } from '../../errors.ts'
import { groupName, pages, search } from '../../inputs/common.ts'
import { Member } from '../../schemas/people.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_group_members',
  group: 'groups',
  summary: 'List the members of a group',
  description:
    'Returns the members of a group with their access levels. Use it to see who can work in all projects of a group. For one project, use list_project_members instead.',
  permission: 'read',
  http: 'GET /group/members',
  list: true,
  aliases: ['list_group_members'],
  see_also: ['gitlab_get_group', 'gitlab_list_project_members'],
  asked_as: {
    en: [
      'who is in the group',
      'people with access to the group',
      'team members of a GitLab group',
      'who has owner rights',
      'everyone in the GitLab group',
      'who are the owners of the group',
      'who belongs to the group',
      'is she in the backend group'
    ],
    de: ['wer ist in der Gruppe'],
    es: ['quién está en el grupo'],
    fr: ['qui est dans le groupe'],
    ja: ['グループのメンバー'],
    pl: ['kto jest w grupie']
  },
  input: Type.Object({
    group: groupName('Group'),
    search: Type.Optional(search('Words in the name or username')),
    inherited: Type.Boolean({
      default: true,
      description: 'true: include members of parent groups; false: only direct members. Default true'
    }),
    ...pages
  }),
  output: listOf(Member, {}),
  errors: { ...globalErrors('group') },
  examples: [
    {
      name: 'all',
      summary: 'Members of a group',
      input: { group: 'acme' },
      output: {
        items: [
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
        total: { value: 3, relation: 'eq' }
      }
    },
    { name: 'unknown', summary: 'A group that does not exist', input: { group: 'nothing' }, error: { reason: 'upstream_not_found' } }
  ],
  message: ({ group }) => `List the members of ${group}`,
  handler: (input, call) => listGroupMembers(call.client, input, call)
})
