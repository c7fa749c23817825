import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { actOnJob } from '../../client/jobs.ts'
import { MISSING } from '../../failures.ts'
import { idOf, project } from '../../inputs.ts'
import { NewJob } from '../../schemas/ci.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'cancel_job',
  group: 'ci',
  summary: 'Cancel a job',
  description:
    'Cancels a job that runs or waits, and answers it. Use it for what is not needed any more. One that has ended stays as it is. For a whole pipeline use cancel_pipeline instead.',
  permission: 'write',
  http: 'POST /jobs/:job_id/cancel',
  aliases: ['cancel_job'],
  see_also: ['gitlab_get_job', 'gitlab_get_job_log'],
  input: Type.Object({ project, job_id: idOf('job') }),
  output: NewJob,
  errors: { ...MISSING('job') },
  examples: [
    {
      name: 'by_id',
      summary: 'One by its id',
      input: { project: 'acme/playground', job_id: 3041 },
      output: {
        id: 3041,
        name: 'build',
        stage: 'build',
        status: 'canceled',
        ref: 'fix/form',
        pipeline_id: 304,
        allow_failure: false,
        failure_reason: null,
        user: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        has_artifacts: true,
        duration: null,
        created_at: '2026-03-20T08:00:00.000Z',
        started_at: null,
        finished_at: null,
        url: 'https://gitlab.example.com/acme/playground/-/jobs/3041'
      }
    },
    {
      name: 'unknown',
      summary: 'A job that does not exist',
      input: { project: 'acme/web', job_id: 999999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ job_id, project }) => `Cancel the job ${job_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => actOnJob(call.client, input, 'cancel', call)
})
