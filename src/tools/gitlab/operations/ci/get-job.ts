import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getJob } from '../../client/ci/jobs.ts'
import { globalErrors } from '../../errors.ts'
import { idOf, project } from '../../inputs/common.ts'
import { Job } from '../../schemas/ci.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_job',
  group: 'ci',
  summary: 'Get a CI job',
  description:
    'Returns the name, stage, status, times and failure reason of a CI job. Use it to follow a job. For its log, use get_job_log; for its artifacts, download_job_artifacts instead.',
  permission: 'read',
  http: 'GET /jobs/:job_id',
  aliases: ['get_job'],
  see_also: ['gitlab_get_job_log', 'gitlab_list_pipeline_jobs'],
  asked_as: {
    en: [
      'did the CI job pass',
      'how long did the build step take',
      'status of a job in a pipeline',
      'why is the job stuck',
      'is the deploy job finished',
      'which runner ran the job',
      'outcome of the test job',
      'did the job pass',
      'how long did the job take',
      'which runner did it'
    ]
  },
  input: Type.Object({ project, job_id: idOf('job') }),
  output: Job,
  errors: { ...globalErrors('job') },
  examples: [
    {
      name: 'by_id',
      summary: 'A job by its ID',
      input: { project: 'acme/web', job_id: 1022 },
      output: {
        id: 1022,
        name: 'test',
        stage: 'test',
        status: 'failed',
        ref: 'feature/dark-mode',
        pipeline_id: 102,
        allow_failure: false,
        failure_reason: 'script_failure',
        user: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        has_artifacts: false,
        duration: 60,
        created_at: '2026-03-18T08:00:00.000Z',
        started_at: '2026-03-18T08:01:00.000Z',
        finished_at: '2026-03-18T08:02:00.000Z',
        url: 'https://gitlab.example.com/acme/web/-/jobs/1022'
      }
    },
    {
      name: 'unknown',
      summary: 'A CI job that does not exist',
      input: { project: 'acme/web', job_id: 999999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ job_id, project }) => `Get the job ${job_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => getJob(call.client, input, call)
})
