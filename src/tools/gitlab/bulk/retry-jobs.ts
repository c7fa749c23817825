import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { words } from '../../../contract/schema.ts'
import { changeErrors, NO_SELECTION, said, selectedOrIds } from '../bulk-inputs.ts'
import { retrying, selectRuns } from '../client/bulk/running.ts'
import { idOf, projectName } from '../inputs.ts'
import { gitlab } from '../tool.ts'

const NAMES = ['project', 'pipeline_id', 'scope']

export default defineBulk(gitlab, {
  name: 'retry_jobs',
  group: 'ci',
  summary: 'Run many failed jobs of CI again',
  description:
    'Makes a job that runs jobs of a project again that failed or were cancelled, all of them or those of one pipeline, or those named in ids (as group/name:1022). Use it after an outage of runners; for one use retry_job, for a whole pipeline retry_pipeline. The job shows a preview; nothing is run before it is confirmed. Each is run again once at most: where the answer was lost it is unknown and not sent again; jobs_reconcile then looks for a later run of the same job by the user of the token. There is no undo; bulk_cancel_pipelines stops what was started. Answers the job: poll it with jobs_get; its results tell the new ids.',
  permission: 'write',
  see_also: ['gitlab_list_pipeline_jobs', 'gitlab_retry_job', 'gitlab_bulk_cancel_pipelines'],
  input: Type.Object({
    project: Type.Optional(projectName('Those of this project')),
    pipeline_id: Type.Optional(idOf('pipeline; absent: all of the project')),
    scope: Type.Optional(
      Type.Array(words(['failed', 'canceled'], { description: 'A status' }), {
        minItems: 1,
        maxItems: 2,
        description: 'Which: failed, canceled or both. Absent: failed'
      })
    )
  }),
  requires: [selectedOrIds(NAMES, 'project')],
  errors: changeErrors('job, pipeline or project'),
  examples: [
    {
      name: 'failed',
      summary: 'What failed in a pipeline: a job that shows what it would do and awaits confirmation',
      input: { project: 'acme/web', pipeline_id: 102 },
      output: awaitingJob({
        operation: 'gitlab_bulk_retry_jobs',
        message: 'Run again the jobs with project acme/web, pipeline_id 102',
        sample: [{ item_id: 'acme/web:1022', display_name: 'test on feature/dark-mode (failed)', data: { name: 'test', pipeline_id: 102 } }]
      })
    },
    { ...NO_SELECTION, input: { scope: ['failed'] } }
  ],
  message: input => `Run again ${said('jobs', input, NAMES)}`,
  async prepare({ project, pipeline_id, scope = ['failed'] }, call) {
    const path = pipeline_id === undefined ? 'jobs' : `pipelines/${pipeline_id}/jobs`
    return { query: await selectRuns(project, path, { 'scope[]': scope }, call), action: null }
  },
  ...retrying
})
