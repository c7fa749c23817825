import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteIssue } from '../../client/issues/issues.ts'
import { resourceErrors } from '../../errors.ts'
import { issueIid, project } from '../../inputs/common.ts'
import { deleted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'delete_issue',
  group: 'issues',
  summary: 'Delete an issue',
  description:
    'Deletes an issue with its comments permanently; only users with the Planner or Owner role may do this. Use it for spam, or for secrets that were posted by mistake. To finish an issue, use close_issue instead.',
  permission: 'destructive',
  http: 'DELETE /issues/:issue_iid',
  see_also: ['gitlab_close_issue', 'gitlab_get_issue'],
  asked_as: {
    en: [
      'remove a spam ticket for good',
      'erase an issue that contains a password',
      'get rid of a bug report completely',
      'the ticket should vanish completely',
      'not just close the issue, delete it',
      'that ticket should never have existed',
      'remove the bug without a trace',
      'the issue was a test, erase it',
      'wipe a ticket from the project',
      'the issue has personal data in it, get rid of it'
    ]
  },
  input: Type.Object({ project, issue_iid: issueIid }),
  output: Type.Object({ issue_iid: Type.Integer({ description: 'Number in the project (IID)' }), deleted }),
  errors: { ...resourceErrors('issue') },
  examples: [
    {
      name: 'spam',
      summary: 'An issue that is spam',
      input: { project: 'acme/playground', issue_iid: 12, confirm: true },
      output: { issue_iid: 12, deleted: true }
    },
    {
      name: 'unknown',
      summary: 'A number that no issue of the project has',
      input: { project: 'acme/playground', issue_iid: 9999, confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ issue_iid, project }) => `Delete the issue #${issue_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => deleteIssue(call.client, input, call)
})
