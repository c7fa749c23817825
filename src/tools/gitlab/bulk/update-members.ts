import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { atLeastOne } from '../../../contract/requires.ts'
import { changingMembers, memberAction, selectMembers } from '../client/bulk/members.ts'
import { describeSelection, NO_SELECTION, undoableErrors } from '../inputs/bulk.ts'
import { clearsExpiryDate, expiryDate, memberOwner, memberSelection, role, selectsMembers, setsOrClears } from '../inputs/members.ts'
import { nameOfOwner } from '../inputs/owner.ts'
import { gitlab } from '../tool.ts'

export default defineBulk(gitlab, {
  name: 'update_members',
  group: 'projects',
  summary: 'Update the role or the expiry date of many members',
  description:
    'Creates a job that updates the role, the expiry date or both of direct members of a project or group: those that match search and roles, or those in ids (usernames). Use it to restrict or promote many users at once; for one, use update_member. The job shows a preview, and changes nothing until you confirm it. Members who already have these values are skipped; users who are not direct members fail. Undo restores the previous role and expiry date, except for members that another user has changed since. Returns the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['gitlab_list_project_members', 'gitlab_list_group_members', 'gitlab_update_member'],
  asked_as: {
    en: [
      'turn all developers into reporters',
      'downgrade everyone to guest',
      'all maintainers should only read from now on',
      'promote the whole team to maintainer',
      'the access of all externals should end in June',
      'extend the access of these people',
      'change the role of many users at once',
      'everyone in the group gets fewer rights',
      'no one but the leads should be able to push',
      'set an end date for all guests of the project'
    ],
    de: ['allen Entwicklern die Rolle Reporter geben']
  },
  input: Type.Object({
    ...memberOwner,
    ...memberSelection,
    role: Type.Optional(role('New role')),
    expires_at: expiryDate,
    ...clearsExpiryDate
  }),
  requires: [...selectsMembers, atLeastOne('role', 'expires_at', 'clear'), setsOrClears],
  errors: undoableErrors('member, project or group'),
  examples: [
    {
      name: 'developers',
      summary: 'All developers become reporters: the job shows a preview and waits for confirmation',
      input: { group: 'acme', roles: ['developer'], role: 'reporter' },
      output: awaitingJob({
        operation: 'gitlab_bulk_update_members',
        message: 'Update the members of acme with roles developer: role reporter',
        undoable: true,
        sample: [
          { item_id: 'bea', display_name: 'Bea Builder (bea)' },
          { item_id: 'chen', display_name: 'Chen Wei (chen)' }
        ]
      })
    },
    { ...NO_SELECTION, input: { group: 'acme', role: 'reporter' } }
  ],
  message: ({ role, expires_at, clear, ...input }) => {
    const change = [role && `role ${role}`, expires_at && `until ${expires_at}`, clear && 'no expiry date']
    return `Update ${describeSelection(`members of ${nameOfOwner(input)}`, input, Object.keys(memberSelection))}: ${change.filter(Boolean).join(', ')}`
  },
  async prepare(input, call) {
    return { query: await selectMembers(input, call), action: await memberAction(input, call) }
  },
  ...changingMembers('update')
})
