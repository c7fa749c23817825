import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { words } from '../../../contract/schema.ts'
import { changeErrors, NO_SELECTION, said, selectedOrIds } from '../bulk-inputs.ts'
import { cancelling, selectRuns } from '../client/bulk/running.ts'
import { refName } from '../file-inputs.ts'
import { moment, projectName } from '../inputs.ts'
import { gitlab } from '../tool.ts'

const NAMES = ['project', 'status', 'ref', 'updated_before']

export default defineBulk(gitlab, {
  name: 'cancel_pipelines',
  group: 'ci',
  summary: 'Cancel many pipelines that run or wait',
  description:
    'Makes a job that cancels the pipelines of a project that run or wait, all of them or those of one branch, or those named in ids (as group/name:103). Use it to free runners of what nobody waits for; for one use cancel_pipeline. The job shows a preview; nothing is cancelled before it is confirmed. One that has ended is skipped. There is no undo; retry_pipeline runs one again. Answers the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['gitlab_list_pipelines', 'gitlab_cancel_pipeline', 'gitlab_retry_pipeline'],
  input: Type.Object({
    project: Type.Optional(projectName('Those of this project')),
    status: Type.Optional(
      words(['running', 'pending', 'waiting_for_resource', 'manual', 'scheduled'], { description: 'Which status. Absent: running' })
    ),
    ref: Type.Optional(refName('Only of this branch or tag')),
    updated_before: Type.Optional(moment('Only those that did not change since'))
  }),
  requires: [selectedOrIds(NAMES, 'project')],
  errors: changeErrors('pipeline or project'),
  examples: [
    {
      name: 'of_a_branch',
      summary: 'What runs for a branch: a job that shows what it would do and awaits confirmation',
      input: { project: 'acme/web', ref: 'fix/form' },
      output: awaitingJob({
        operation: 'gitlab_bulk_cancel_pipelines',
        message: 'Cancel the pipelines with project acme/web, ref fix/form',
        sample: [{ item_id: 'acme/web:104', display_name: 'pipeline of fix/form (running)', data: { status: 'running' } }]
      })
    },
    { ...NO_SELECTION, input: { ref: 'fix/form' } }
  ],
  message: input => `Cancel ${said('pipelines', input, NAMES)}`,
  async prepare({ project, status = 'running', ref, updated_before }, call) {
    return {
      query: await selectRuns(project, 'pipelines', { status, ref, updated_before, order_by: 'id', sort: 'asc' }, call),
      action: null
    }
  },
  ...cancelling
})
