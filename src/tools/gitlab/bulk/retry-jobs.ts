import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { stringEnum } from '../../../contract/schema.ts'
import { retrying, selectCi } from '../client/bulk/ci.ts'
import { bulkErrors, describeSelection, NO_SELECTION, selectedOrIds } from '../inputs/bulk.ts'
import { idOf, projectName } from '../inputs/common.ts'
import { gitlab } from '../tool.ts'

const NAMES = ['project', 'pipeline_id', 'scope']

export default defineBulk(gitlab, {
  name: 'retry_jobs',
  group: 'ci',
  summary: 'Retry many failed CI jobs',
  description:
    "Creates a job that runs the failed CI jobs (with scope: the cancelled ones, or both) of a project or pipeline again, or the jobs in ids (as group/name:1022). Use it after a runner outage; for one job, use retry_job; for a whole pipeline, retry_pipeline. The job shows a preview, and runs nothing until you confirm it. Each CI job is retried at most once: if a response is lost, the job searches for a later run of the same CI job by the token's user. If the search is inconclusive, the item stays unknown and is not sent again. There is no undo; to stop the new runs, use bulk_cancel_pipelines. Returns the job: poll it with jobs_get. The results contain the new IDs.",
  permission: 'write',
  see_also: ['gitlab_list_pipeline_jobs', 'gitlab_retry_job', 'gitlab_bulk_cancel_pipelines'],
  asked_as: {
    en: [
      'rerun all failed builds',
      'try every broken CI job again',
      'restart the failed tests of many pipelines',
      'all jobs failed because the runner was down, run them again',
      'restart every failed CI job',
      'rerun everything that failed last night',
      'all red jobs again',
      'the runner was down, give the jobs another go',
      'try everything again that failed last night',
      'all the red jobs should run again',
      'repeat all failed jobs',
      'the failed tests need another try, all of them'
    ]
  },
  input: Type.Object({
    project: Type.Optional(projectName('Project')),
    pipeline_id: Type.Optional(idOf('pipeline. Default: all pipelines of the project')),
    scope: Type.Optional(
      Type.Array(stringEnum(['failed', 'canceled'], { description: 'A status' }), {
        minItems: 1,
        maxItems: 2,
        description: 'Status: failed, canceled or both. Default failed'
      })
    )
  }),
  requires: [selectedOrIds(NAMES, 'project')],
  errors: bulkErrors('job, pipeline or project'),
  examples: [
    {
      name: 'failed',
      summary: 'Retry the failed jobs of a pipeline: the job shows a preview and waits for confirmation',
      input: { project: 'acme/web', pipeline_id: 102 },
      output: awaitingJob({
        operation: 'gitlab_bulk_retry_jobs',
        message: 'Retry the jobs with project acme/web, pipeline_id 102',
        sample: [{ item_id: 'acme/web:1022', display_name: 'test on feature/dark-mode (failed)', data: { name: 'test', pipeline_id: 102 } }]
      })
    },
    { ...NO_SELECTION, input: { scope: ['failed'] } }
  ],
  message: input => `Retry ${describeSelection('jobs', input, NAMES)}`,
  async prepare({ project, pipeline_id, scope = ['failed'] }, call) {
    const path = pipeline_id === undefined ? 'jobs' : `pipelines/${pipeline_id}/jobs`
    return { query: await selectCi(project, path, { 'scope[]': scope }, call), action: null }
  },
  ...retrying
})
