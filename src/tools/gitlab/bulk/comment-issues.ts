import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { atMostOne } from '../../../contract/requires.ts'
import { brief } from '../../../lib/format.ts'
import { OLD_BUGS, withoutData } from '../bulk-examples.ts'
import { changeErrors, NO_SELECTION, SELECTION, said, selectedOrIds, selection } from '../bulk-inputs.ts'
import { finding } from '../client/bulk/change.ts'
import { commentEach, findComments, takeBackEach } from '../client/bulk/comment.ts'
import { selectFrom } from '../client/bulk/select.ts'
import { withoutCommands } from '../client/commands.ts'
import { onePerson } from '../filters.ts'
import { commentText } from '../inputs.ts'
import { gitlab } from '../tool.ts'

export default defineBulk(gitlab, {
  name: 'comment_issues',
  group: 'issues',
  summary: 'Write the same comment on many issues',
  description:
    'Makes a job that writes a comment on the issues of a project or group that fit, or on those named in ids (as group/name#12), in the name of the user of the token. Use it to say one thing on many issues; for one use add_issue_comment. Lines that GitLab would run as commands are refused: use bulk_update_issues for changes. The job shows a preview; nothing is written before it is confirmed. An issue gets one comment at most: where the answer was lost it is unknown and not written again; jobs_reconcile then looks for a comment of that user with that text, written since the issue was listed. Undo deletes the comments, but not those that somebody edited. Answers the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['gitlab_add_issue_comment', 'gitlab_list_issue_comments', 'jobs_reconcile'],
  input: Type.Object({
    ...selection,
    body: commentText,
    internal: Type.Boolean({ default: false, description: 'true: only members see it. Default false' })
  }),
  requires: [selectedOrIds(SELECTION, 'project', 'group'), atMostOne('project', 'group'), ...onePerson],
  errors: changeErrors('issue, project or group'),
  examples: [
    {
      name: 'still_wanted',
      summary: 'A question on some issues: a job that shows what it would do and awaits confirmation',
      input: { ...OLD_BUGS.input, body: 'Is this still wanted?' },
      output: awaitingJob({
        operation: 'gitlab_bulk_comment_issues',
        message: `Write "Is this still wanted?" on ${OLD_BUGS.said}`,
        undoable: true,
        sample: withoutData(OLD_BUGS.sample)
      })
    },
    {
      name: 'command',
      summary: 'A line that GitLab would run as a command',
      input: { ...OLD_BUGS.input, body: 'Done.\n/close' },
      error: { reason: 'invalid_field_value' }
    },
    { ...NO_SELECTION, input: { body: 'Is this still wanted?' } }
  ],
  message: ({ body, ...issues }) => `Write "${brief(body)}" on ${said('issues', issues)}`,
  idempotent: false,
  ...finding('issues'),
  async prepare({ body, internal, ...issues }, call) {
    withoutCommands(body, 'body')
    return { query: await selectFrom('issues', issues, call), action: { body, internal } }
  },
  executeBatch: (items, action, call) => commentEach(items, action, call),
  reconcile: (items, { body }, call) => findComments(items, body, call),
  undo: { idempotent: true, executeBatch: (items, { body }, call) => takeBackEach(items, body, call) }
})
