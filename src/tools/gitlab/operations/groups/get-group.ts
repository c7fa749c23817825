import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getGroup } from '../../client/projects/projects.ts'
import { globalErrors } from '../../errors.ts'
import { full, groupName } from '../../inputs/common.ts'
import { raw } from '../../schemas/common.ts'
import { Group } from '../../schemas/projects.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_group',
  group: 'groups',
  summary: 'Get a group',
  description:
    'Returns the path, name, description and visibility of a group. Use it if you know the path or ID of a group. For its members, use list_group_members instead.',
  permission: 'read',
  http: 'GET /group',
  aliases: ['get_group'],
  see_also: ['gitlab_list_groups', 'gitlab_list_group_members'],
  asked_as: {
    en: [
      'details of a GitLab group',
      'info on an organization',
      'what is this namespace',
      "what's in a GitLab group",
      'describe the group',
      'what does the group do',
      'tell me about the platform group',
      'is the group private',
      'info about our GitLab organization',
      'which subgroup is that'
    ]
  },
  input: Type.Object({ group: groupName('Group'), full }),
  output: Type.Object({ ...Group.properties, raw }),
  errors: { ...globalErrors('group') },
  examples: [
    {
      name: 'by_path',
      summary: 'A group by its path',
      input: { group: 'acme/platform' },
      output: {
        id: 11,
        path: 'acme/platform',
        name: 'Platform',
        description: 'Projects of Platform.',
        visibility: 'internal',
        parent_id: 10,
        created_at: '2025-03-22T08:00:00.000Z',
        url: 'https://gitlab.example.com/groups/acme/platform',
        raw: null
      }
    },
    { name: 'unknown', summary: 'A group that does not exist', input: { group: 'nothing' }, error: { reason: 'upstream_not_found' } }
  ],
  message: ({ group }) => `Get the group ${group}`,
  handler: (input, call) => getGroup(call.client, input, call)
})
