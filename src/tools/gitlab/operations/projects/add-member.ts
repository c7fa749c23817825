import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { addMember } from '../../client/projects/members.ts'
import { resourceErrors } from '../../errors.ts'
import { day, groupName, projectName, userName } from '../../inputs/common.ts'
import { Member } from '../../schemas/people.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'add_member',
  group: 'projects',
  summary: 'Add a member to a project or group',
  description:
    'Adds a user to a project or group with a role, and returns the member. Use it to give access; GitLab notifies the user. To change the role of a member, use update_member instead.',
  permission: 'write',
  http: 'POST /members',
  success: [201],
  requires: [atMostOne('project', 'group')],
  see_also: ['gitlab_update_member', 'gitlab_list_project_members'],
  asked_as: {
    en: [
      'give Bea access to the project',
      'invite a colleague to the repo',
      'let a user push to the project',
      'make someone a maintainer of the group',
      'give Paula access to the repo',
      'Noor should be able to work in the project',
      'add the new developer to our repository',
      'let the new colleague into the project',
      'put Omar on the team of the project',
      'the contractor needs rights on the codebase',
      'let someone work in acme/web as a developer',
      'add him to the group as a guest',
      'she joins the project as a reporter'
    ]
  },
  input: Type.Object({
    project: Type.Optional(projectName('Project', 'that of the instance')),
    group: Type.Optional(groupName('Group, instead of a project')),
    user: userName('User'),
    role: stringEnum(['guest', 'planner', 'reporter', 'developer', 'maintainer', 'owner'], { description: 'Role' }),
    expires_at: Type.Optional(day('Expiry date of the membership'))
  }),
  output: Member,
  errors: { ...resourceErrors('project, group or user'), already_exists: 'The user is already a member' },
  examples: [
    {
      name: 'developer',
      summary: 'A developer until the end of the year',
      input: { project: 'acme/sandpit', user: 'bea', role: 'developer', expires_at: '2026-12-31' },
      output: {
        id: 3,
        username: 'bea',
        name: 'Bea Builder',
        state: 'active',
        access_level: 30,
        role: 'developer',
        expires_at: '2026-12-31',
        url: 'https://gitlab.example.com/bea'
      }
    },
    {
      name: 'twice',
      summary: 'A user who is already a member',
      input: { group: 'acme', user: 'chen', role: 'developer' },
      error: { reason: 'already_exists' }
    }
  ],
  message: ({ user, role, project, group }) => `Add ${user} as ${role} to ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => addMember(call.client, input, call)
})
