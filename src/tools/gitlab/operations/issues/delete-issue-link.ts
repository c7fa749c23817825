import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteLink } from '../../client/issues/issue-links.ts'
import { resourceErrors } from '../../errors.ts'
import { idOf, issueIid, project } from '../../inputs/common.ts'
import { deleted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'delete_issue_link',
  group: 'issues',
  summary: 'Delete a link between two issues',
  description:
    'Deletes a link between two issues; both issues stay. Use it when issues are no longer related, or no longer block each other. To list links with their IDs, use list_issue_links instead.',
  permission: 'write',
  http: 'DELETE /issues/:issue_iid/links/:link_id',
  see_also: ['gitlab_list_issue_links', 'gitlab_add_issue_link'],
  asked_as: {
    en: [
      'the tickets are not related any more',
      'unlink two bugs',
      'this issue is no longer blocked',
      'the two tickets have nothing to do with each other',
      'remove the link between the issues',
      "#4 doesn't block #3 any more",
      'disconnect two issues',
      "these bugs aren't duplicates, unlink them",
      'the relation between the tickets is wrong',
      "that issue isn't related to this one"
    ]
  },
  input: Type.Object({ project, issue_iid: issueIid, link_id: idOf('link, as list_issue_links returns it') }),
  output: Type.Object({ link_id: Type.Integer({ description: 'ID of the link' }), deleted }),
  errors: { ...resourceErrors('link') },
  examples: [
    {
      name: 'unrelated',
      summary: 'Unlink two issues',
      input: { project: 'acme/playground', issue_iid: 4, link_id: 710 },
      output: { link_id: 710, deleted: true }
    },
    {
      name: 'unknown',
      summary: 'A link that does not exist',
      input: { project: 'acme/web', issue_iid: 1, link_id: 999999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ link_id, issue_iid, project }) => `Delete the link ${link_id} of #${issue_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => deleteLink(call.client, input, call)
})
