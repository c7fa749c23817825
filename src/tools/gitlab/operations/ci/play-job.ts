import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { actOnJob } from '../../client/jobs.ts'
import { MISSING } from '../../failures.ts'
import { idOf, project } from '../../inputs.ts'
import { NewJob } from '../../schemas/ci.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'play_job',
  group: 'ci',
  summary: 'Start a manual job',
  description:
    'Starts a job that waits for somebody to start it, and answers it. Use it for deployments and the like, only where that is wanted. One that is not manual is refused; to run one again use retry_job instead.',
  permission: 'write',
  http: 'POST /jobs/:job_id/play',
  aliases: ['play_job'],
  see_also: ['gitlab_get_job', 'gitlab_get_job_log'],
  input: Type.Object({ project, job_id: idOf('job') }),
  output: NewJob,
  errors: { ...MISSING('job') },
  examples: [
    {
      name: 'by_id',
      summary: 'One by its id',
      input: { project: 'acme/playground', job_id: 3013 },
      output: {
        id: 3013,
        name: 'deploy',
        stage: 'deploy',
        status: 'running',
        ref: 'main',
        pipeline_id: 301,
        allow_failure: false,
        failure_reason: null,
        user: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        has_artifacts: false,
        duration: null,
        created_at: '2026-03-17T08:00:00.000Z',
        started_at: '2026-11-22T08:22:07.421Z',
        finished_at: null,
        url: 'https://gitlab.example.com/acme/playground/-/jobs/3013'
      }
    },
    {
      name: 'unknown',
      summary: 'A job that does not exist',
      input: { project: 'acme/web', job_id: 999999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ job_id, project }) => `Play the job ${job_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => actOnJob(call.client, input, 'play', call)
})
