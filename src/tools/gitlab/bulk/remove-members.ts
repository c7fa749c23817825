import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { changingMembers, memberAction, selectMembers } from '../client/bulk/members.ts'
import { describeSelection, NO_SELECTION, undoableErrors } from '../inputs/bulk.ts'
import { memberOwner, memberSelection, selectsMembers } from '../inputs/members.ts'
import { nameOfOwner } from '../inputs/owner.ts'
import { gitlab } from '../tool.ts'

export default defineBulk(gitlab, {
  name: 'remove_members',
  group: 'projects',
  summary: 'Remove many members from a project or group',
  description:
    'Creates a job that removes direct members of a project or group: those that match search and roles, or those in ids (usernames). Members removed from a group also lose their memberships in its subgroups and projects. Use it when many users leave; for one, use remove_member. The job shows a preview, and removes no one until you confirm it. Users who are not direct members are skipped. Undo adds them again with their role and expiry date, but their memberships in subgroups and projects are lost. Returns the job: poll it with jobs_get.',
  permission: 'destructive',
  see_also: ['gitlab_list_project_members', 'gitlab_list_group_members', 'gitlab_remove_member'],
  asked_as: {
    en: [
      'get all guests out of the project',
      'kick out everyone who left',
      'revoke the access of all externals',
      'the whole agency leaves the repo',
      'remove these users from the group',
      'all contractors are done, end their access',
      'throw many people out of the project',
      'clear out the old members of the group',
      'none of them should see the code any more',
      'clean up who has access to the repository'
    ],
    de: ['alle Gäste aus dem Projekt entfernen']
  },
  input: Type.Object({ ...memberOwner, ...memberSelection }),
  requires: selectsMembers,
  errors: undoableErrors('member, project or group'),
  examples: [
    {
      name: 'developers',
      summary: 'All developers leave: the job shows a preview and waits for confirmation',
      input: { group: 'acme', roles: ['developer'] },
      output: awaitingJob({
        operation: 'gitlab_bulk_remove_members',
        message: 'Remove the members of acme with roles developer',
        undoable: true,
        sample: [
          { item_id: 'bea', display_name: 'Bea Builder (bea)' },
          { item_id: 'chen', display_name: 'Chen Wei (chen)' }
        ]
      })
    },
    { ...NO_SELECTION, input: { group: 'acme' } }
  ],
  message: input => `Remove ${describeSelection(`members of ${nameOfOwner(input)}`, input, Object.keys(memberSelection))}`,
  async prepare(input, call) {
    return { query: await selectMembers(input, call), action: await memberAction(input, call) }
  },
  ...changingMembers('remove')
})
