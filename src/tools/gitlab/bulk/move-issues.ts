import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { atMostOne } from '../../../contract/requires.ts'
import { brief } from '../../../lib/format.ts'
import { moving, targetId } from '../client/bulk/move.ts'
import { selectFrom } from '../client/bulk/selection.ts'
import { bulkErrors, describeSelection, ISSUE_SELECTION, issueSelection, NO_SELECTION, selectedOrIds } from '../inputs/bulk.ts'
import { OLD_BUGS, withoutData } from '../inputs/bulk-examples.ts'
import { projectName } from '../inputs/common.ts'
import { eitherNameOrId } from '../inputs/filters.ts'
import { gitlab } from '../tool.ts'

export default defineBulk(gitlab, {
  name: 'move_issues',
  group: 'issues',
  summary: 'Move many issues to another project',
  description:
    'Creates a job that moves the issues of a project or group that match the filters, or the issues in ids (as group/name#12), to another project. Use it to hand over work; for one issue, use move_issue. Each issue gets a new number there; the original stays, closed, with a link to the new issue. Labels and milestones that the destination project does not have are lost. The job shows a preview, and moves nothing until you confirm it. Issues that were moved before, or are already in the destination project, are skipped. There is no undo: moving an issue back would create another issue. Returns the job: poll it with jobs_get. The results contain the new numbers.',
  permission: 'write',
  see_also: ['gitlab_list_issues', 'gitlab_move_issue'],
  asked_as: {
    en: [
      'transfer all tickets to another repo',
      'move a whole backlog',
      'migrate dozens of bugs to a different project',
      'all frontend bugs belong in another project',
      'transfer every open ticket',
      'transfer these tickets to the new repository',
      'the bugs belong to another project',
      'the mobile tickets should all live in the app project',
      'all these issues go into the new project',
      'put all the bugs in another repo',
      'take the whole backlog over to another project',
      'every ticket with this label belongs in the other repository'
    ]
  },
  input: Type.Object({ ...issueSelection, to_project: projectName('Destination project') }),
  requires: [selectedOrIds(ISSUE_SELECTION, 'project', 'group'), atMostOne('project', 'group'), ...eitherNameOrId],
  errors: bulkErrors('issue, project or group'),
  examples: [
    {
      name: 'hand_over',
      summary: 'Move issues to another team: the job shows a preview and waits for confirmation',
      input: { ...OLD_BUGS.input, to_project: 'acme/platform/tools' },
      output: awaitingJob({
        operation: 'gitlab_bulk_move_issues',
        message: `Move ${OLD_BUGS.description} to acme/platform/tools`,
        irreversible: false,
        sample: withoutData(OLD_BUGS.sample)
      })
    },
    {
      name: 'unknown_project',
      summary: 'A project that does not exist',
      input: { ...OLD_BUGS.input, to_project: 'acme/nothing' },
      error: { reason: 'upstream_not_found' }
    },
    { ...NO_SELECTION, input: { to_project: 'acme/platform/tools' } }
  ],
  message: ({ to_project, ...issues }) => `Move ${describeSelection('issues', issues)} to ${brief(to_project)}`,
  async prepare({ to_project, ...issues }, call) {
    return { query: await selectFrom('issues', issues, call), action: { to_project_id: await targetId(to_project, call) } }
  },
  ...moving
})
