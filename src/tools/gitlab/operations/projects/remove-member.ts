import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { removeMember } from '../../client/projects/members.ts'
import { resourceErrors } from '../../errors.ts'
import { groupName, projectName, userName } from '../../inputs/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'remove_member',
  group: 'projects',
  summary: 'Remove a member from a project or group',
  description:
    'Removes a direct member from a project, or from a group with its subgroups and projects. The access is lost immediately. Use it when a user leaves. To restrict a user, use update_member instead.',
  permission: 'destructive',
  http: 'DELETE /members/:user',
  requires: [atMostOne('project', 'group')],
  see_also: ['gitlab_update_member', 'gitlab_list_project_members'],
  asked_as: {
    en: [
      'revoke access of a colleague who left',
      'kick a user out of the project',
      'take someone off the group',
      'he has left, take him out of the project',
      'Paul has left the company, block him from the repo',
      'the contractor is done, remove her access',
      "she shouldn't be able to push any more",
      'kick someone out of the repo',
      'throw a user out of our group',
      "Ben doesn't belong to the project any longer",
      "end someone's access to the repository",
      'take someone off the project'
    ]
  },
  input: Type.Object({
    project: Type.Optional(projectName('Project', 'that of the instance')),
    group: Type.Optional(groupName('Group, instead of a project')),
    user: userName('Member')
  }),
  output: Type.Object({
    user: Type.String({ description: 'Username' }),
    removed: Type.Boolean({ description: 'true: the user is no longer a member' })
  }),
  errors: { ...resourceErrors('member, project or group') },
  examples: [
    {
      name: 'left',
      summary: 'A user who left',
      input: { group: 'acme/platform', user: 'chen', confirm: true },
      output: { user: 'chen', removed: true }
    },
    {
      name: 'unknown',
      summary: 'A user who is not a member',
      input: { project: 'acme/web', user: 'renovate', confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ user, project, group }) => `Remove ${user} from ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => removeMember(call.client, input, call)
})
