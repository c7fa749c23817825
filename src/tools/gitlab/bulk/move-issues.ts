import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { atMostOne } from '../../../contract/requires.ts'
import { brief } from '../../../lib/format.ts'
import { OLD_BUGS, withoutData } from '../bulk-examples.ts'
import { changeErrors, NO_SELECTION, SELECTION, said, selectedOrIds, selection } from '../bulk-inputs.ts'
import { moving, targetId } from '../client/bulk/move.ts'
import { selectFrom } from '../client/bulk/select.ts'
import { onePerson } from '../filters.ts'
import { projectName } from '../inputs.ts'
import { gitlab } from '../tool.ts'

export default defineBulk(gitlab, {
  name: 'move_issues',
  group: 'issues',
  summary: 'Move many issues to another project',
  description:
    'Makes a job that moves the issues of a project or group that fit, or those named in ids (as group/name#12), to another project. Use it to hand work over; for one use move_issue. Each gets a new number there; the old one stays, closed, and leads to it. Labels and milestones that the other project does not know are lost. The job shows a preview; nothing is moved before it is confirmed. One that was moved already, or is there, is skipped. There is no undo: moved back it would be yet another issue. Answers the job: poll it with jobs_get; its results tell the new names.',
  permission: 'write',
  see_also: ['gitlab_list_issues', 'gitlab_move_issue'],
  input: Type.Object({ ...selection, to_project: projectName('Where they shall go') }),
  requires: [selectedOrIds(SELECTION, 'project', 'group'), atMostOne('project', 'group'), ...onePerson],
  errors: changeErrors('issue, project or group'),
  examples: [
    {
      name: 'hand_over',
      summary: 'Issues for another team: a job that shows what it would do and awaits confirmation',
      input: { ...OLD_BUGS.input, to_project: 'acme/platform/tools' },
      output: awaitingJob({
        operation: 'gitlab_bulk_move_issues',
        message: `Move ${OLD_BUGS.said} to acme/platform/tools`,
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
  message: ({ to_project, ...issues }) => `Move ${said('issues', issues)} to ${brief(to_project)}`,
  async prepare({ to_project, ...issues }, call) {
    return { query: await selectFrom('issues', issues, call), action: { to_project_id: await targetId(to_project, call) } }
  },
  ...moving
})
