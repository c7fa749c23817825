import { Type } from 'typebox'
import { defineBulk, mayFail } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { atMostOne } from '../../../contract/requires.ts'
import { brief } from '../../../lib/format.ts'
import { flag } from '../../../lib/row.ts'
import { addComments, deleteComments, findComments } from '../client/bulk/comment.ts'
import { selectFrom } from '../client/bulk/selection.ts'
import { selectionParts } from '../client/bulk/update.ts'
import { rejectQuickActions } from '../client/content/quick-actions.ts'
import { bulkErrors, describeSelection, ISSUE_SELECTION, issueSelection, NO_SELECTION, selectedOrIds } from '../inputs/bulk.ts'
import { OLD_BUGS, withoutData } from '../inputs/bulk-examples.ts'
import { commentText, LONG_TEXT_BODY } from '../inputs/common.ts'
import { eitherNameOrId } from '../inputs/filters.ts'
import { gitlab } from '../tool.ts'

export default defineBulk(gitlab, {
  name: 'comment_issues',
  group: 'issues',
  summary: 'Add the same comment to many issues',
  description:
    "Creates a job that adds a comment to the issues of a project or group that match the filters, or to the issues in ids (as group/name#12), on behalf of the token's user. Use it to post the same comment on many issues; for one issue, use add_issue_comment. Lines that GitLab would run as quick actions are refused: use bulk_update_issues for changes. The job shows a preview, and writes nothing until you confirm it. Each issue gets at most one comment: if a response is lost, the job searches for its comment (same user and text, written after the issue was listed). If the search is inconclusive, the item stays unknown and is not sent again. Undo deletes the comments, except those that were edited. Returns the job: poll it with jobs_get.",
  permission: 'write',
  max_body: LONG_TEXT_BODY,
  see_also: ['gitlab_add_issue_comment', 'gitlab_list_issue_comments', 'jobs_reconcile'],
  asked_as: {
    en: [
      'post the same note on all open tickets',
      'notify everyone on these bugs',
      'leave a comment on every issue of a milestone',
      'tell all reporters that the release is out',
      'write the same answer under dozens of bugs',
      'the same notice on all tickets',
      'let everyone on these tickets know',
      'post an update to every bug',
      'ask on every ticket if it still happens',
      'write the same thing under all bugs',
      'let everyone on these tickets know the fix is out',
      'leave a note on all the open issues',
      "tell all reporters that it's fixed"
    ]
  },
  input: Type.Object({
    ...issueSelection,
    body: commentText,
    internal: Type.Boolean({ default: false, description: 'true: visible only to project members. Default false' })
  }),
  requires: [selectedOrIds(ISSUE_SELECTION, 'project', 'group'), atMostOne('project', 'group'), ...eitherNameOrId],
  errors: bulkErrors('issue, project or group', 'For undo: the comment was edited, or its ID is unknown; it was not deleted'),
  examples: [
    {
      name: 'still_wanted',
      summary: 'Ask a question on some issues: the job shows a preview and waits for confirmation',
      input: { ...OLD_BUGS.input, body: 'Is this still wanted?' },
      output: awaitingJob({
        operation: 'gitlab_bulk_comment_issues',
        message: `Add the comment "Is this still wanted?" to ${OLD_BUGS.description}`,
        undoable: true,
        sample: withoutData(OLD_BUGS.sample)
      })
    },
    {
      name: 'command',
      summary: 'A line that GitLab would run as a quick action',
      input: { ...OLD_BUGS.input, body: 'Done.\n/close' },
      error: { reason: 'invalid_field_value' }
    },
    { ...NO_SELECTION, input: { body: 'Is this still wanted?' } }
  ],
  message: ({ body, ...issues }) => `Add the comment "${brief(body)}" to ${describeSelection('issues', issues)}`,
  idempotent: false,
  ...selectionParts('issues', undefined, row =>
    flag(row, 'discussion_locked') ? mayFail('its discussion is locked, and only members of the project can comment') : {}
  ),
  cost_units: (items, named) => (named ? 2 * items : items),
  async prepare({ body, internal, ...issues }, call) {
    rejectQuickActions(body, 'body')
    return { query: await selectFrom('issues', issues, call), action: { body, internal } }
  },
  executeBatch: (items, action, call) => addComments(items, action, call),
  keeps_before: ({ etag }) => etag === undefined,
  reconcile: (items, { body }, call) => findComments(items, body, call),
  undo: { idempotent: true, executeBatch: (items, { body }, call) => deleteComments(items, body, call) }
})
