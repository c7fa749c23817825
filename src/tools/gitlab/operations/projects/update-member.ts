import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { updateMember } from '../../client/projects/members.ts'
import { resourceErrors } from '../../errors.ts'
import { day, groupName, projectName, userName } from '../../inputs/common.ts'
import { Member } from '../../schemas/people.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'update_member',
  group: 'projects',
  summary: 'Update the role of a member of a project or group',
  description:
    'Sets the role of a direct member of a project or group, and optionally the expiry date of the membership, and returns the member. Use it to promote or restrict a user. For an inherited member, set group to the group that the membership is in; to end access, use remove_member instead.',
  permission: 'write',
  http: 'PATCH /members/:user',
  idempotent: true,
  requires: [atMostOne('project', 'group')],
  see_also: ['gitlab_add_member', 'gitlab_list_project_members'],
  asked_as: {
    en: [
      'promote Chen to maintainer',
      'take write access away from a member',
      'change the role of a project member',
      'extend the membership of a user',
      'she should be maintainer, not just developer',
      'make Noor a maintainer',
      'give Paula more rights in the project',
      'he should only be able to read from now on',
      'downgrade a member to guest',
      "raise someone's access level",
      'make him an owner of the group',
      'change what Ben may do in the repo',
      'her access should end in June'
    ]
  },
  input: Type.Object({
    project: Type.Optional(projectName('Project', 'that of the instance')),
    group: Type.Optional(groupName('Group, instead of a project')),
    user: userName('Member'),
    role: stringEnum(['guest', 'planner', 'reporter', 'developer', 'maintainer', 'owner'], { description: 'New role' }),
    expires_at: Type.Optional(day('New expiry date of the membership'))
  }),
  output: Member,
  errors: { ...resourceErrors('member, project or group') },
  examples: [
    {
      name: 'maintainer',
      summary: 'Promote a member of a group',
      input: { group: 'acme', user: 'bea', role: 'maintainer' },
      output: {
        id: 3,
        username: 'bea',
        name: 'Bea Builder',
        state: 'active',
        access_level: 40,
        role: 'maintainer',
        expires_at: null,
        url: 'https://gitlab.example.com/bea'
      }
    },
    {
      name: 'unknown',
      summary: 'A user who is not a member',
      input: { project: 'acme/web', user: 'chen', role: 'developer' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ user, role, project, group }) => `Set the role of ${user} to ${role} in ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => updateMember(call.client, input, call)
})
