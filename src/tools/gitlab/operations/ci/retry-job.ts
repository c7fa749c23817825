import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { actOnJob } from '../../client/jobs.ts'
import { MISSING } from '../../failures.ts'
import { idOf, project } from '../../inputs.ts'
import { NewJob } from '../../schemas/ci.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'retry_job',
  group: 'ci',
  summary: 'Run a job again',
  description:
    'Runs a job again and answers the new run, which has an id of its own. Use it where the failure was not of the code. Two equal calls run it twice. For all failed jobs of a pipeline use retry_pipeline instead.',
  permission: 'write',
  http: 'POST /jobs/:job_id/retry',
  aliases: ['retry_job'],
  see_also: ['gitlab_get_job', 'gitlab_get_job_log'],
  input: Type.Object({ project, job_id: idOf('job') }),
  output: NewJob,
  errors: { ...MISSING('job') },
  examples: [
    {
      name: 'by_id',
      summary: 'One by its id',
      input: { project: 'acme/playground', job_id: 3022 },
      output: {
        id: 1105,
        name: 'test',
        stage: 'test',
        status: 'running',
        ref: 'feature/dark-mode',
        pipeline_id: 302,
        allow_failure: false,
        failure_reason: null,
        user: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        has_artifacts: false,
        duration: null,
        created_at: '2026-03-18T08:00:00.000Z',
        started_at: '2026-11-22T08:22:07.464Z',
        finished_at: null,
        url: 'https://gitlab.example.com/acme/playground/-/jobs/1105'
      }
    },
    {
      name: 'unknown',
      summary: 'A job that does not exist',
      input: { project: 'acme/web', job_id: 999999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ job_id, project }) => `Retry the job ${job_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => actOnJob(call.client, input, 'retry', call)
})
