import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { oneOf, type Requirement } from '../../../contract/requires.ts'
import { changingMembers, memberAction, selectCopied } from '../client/bulk/members.ts'
import { undoableErrors } from '../inputs/bulk.ts'
import { groupName, projectName } from '../inputs/common.ts'
import { expiryDate, memberOwner, role } from '../inputs/members.ts'
import { nameOfOwner, oneOwner } from '../inputs/owner.ts'
import { gitlab } from '../tool.ts'

const ROLE_OF_IDS = 'With ids, set role.'
const roleOfIds: Requirement = {
  text: ROLE_OF_IDS,
  check: input =>
    input['ids'] !== undefined && input['role'] === undefined
      ? { path: 'role', message: 'is required with ids', expected: ROLE_OF_IDS }
      : undefined
}

export default defineBulk(gitlab, {
  name: 'add_members',
  group: 'projects',
  summary: 'Add many members to a project or group',
  description:
    'Creates a job that adds users to a project or group: those in ids (usernames), or the direct members of from_project or from_group, who keep the role that they have there unless role is set. Use it to give a whole team access; for one user, use add_member. GitLab notifies each user. The job shows a preview, and adds no one until you confirm it. Users who already have the requested membership are skipped; members with another role or expiry date fail: use bulk_update_members for them. Undo removes the users that the job added, except those whose membership another user has changed since. Returns the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['gitlab_list_project_members', 'gitlab_add_member', 'gitlab_bulk_update_members'],
  asked_as: {
    en: [
      'give the whole team access to the repo',
      'invite all these people to the project',
      'copy the members of one project to another',
      'add everyone of the group to the repository',
      'all the new developers need access',
      'let these twenty colleagues into the project',
      'onboard the whole class to the group',
      'the same people should be in the new repo',
      'add each of these users to the project',
      'give a list of usernames developer rights'
    ],
    de: ['alle aus dem Team zum Projekt hinzufügen']
  },
  input: Type.Object({
    ...memberOwner,
    from_project: Type.Optional(projectName('Project whose direct members to add')),
    from_group: Type.Optional(groupName('Group whose direct members to add')),
    role: Type.Optional(role('Role. Default with from_project or from_group: that of each member there')),
    expires_at: expiryDate
  }),
  requires: [oneOwner, oneOf('from_project', 'from_group', 'ids'), roleOfIds],
  errors: { ...undoableErrors('project, group or user'), already_exists: 'The user is already a member, with another role or expiry date' },
  examples: [
    {
      name: 'team',
      summary: 'The members of a group, as developers: the job shows a preview and waits for confirmation',
      input: { project: 'acme/web', from_group: 'acme/platform', role: 'developer' },
      output: awaitingJob({
        operation: 'gitlab_bulk_add_members',
        message: 'Add the members of acme/platform to acme/web as developer',
        undoable: true,
        sample: [{ item_id: 'chen', display_name: 'Chen Wei (chen)', data: { level: 40, user_id: 4 } }]
      })
    },
    {
      name: 'no_users',
      summary: 'No users',
      input: { project: 'acme/web', role: 'developer' },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ from_project, from_group, role, ...owner }) =>
    `Add ${(from_project ?? from_group) ? `the members of ${from_project ?? from_group}` : 'the named users'} to ${nameOfOwner(owner)}${role === undefined ? '' : ` as ${role}`}`,
  async prepare(input, call) {
    return { query: await selectCopied(input, call), action: await memberAction(input, call) }
  },
  ...changingMembers('add')
})
