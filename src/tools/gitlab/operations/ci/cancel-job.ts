import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { actOnJob } from '../../client/ci/jobs.ts'
import { resourceErrors } from '../../errors.ts'
import { idOf, project } from '../../inputs/common.ts'
import { NewJob } from '../../schemas/ci.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'cancel_job',
  group: 'ci',
  summary: 'Cancel a CI job',
  description:
    'Cancels a running or pending CI job and returns it. Use it for a job that is no longer needed. A job that has ended does not change. To cancel a whole pipeline, use cancel_pipeline instead.',
  permission: 'write',
  http: 'POST /jobs/:job_id/cancel',
  aliases: ['cancel_job'],
  see_also: ['gitlab_get_job', 'gitlab_get_job_log'],
  asked_as: {
    en: [
      'stop a running build step',
      'abort a CI job',
      'kill the stuck test job',
      'the test step hangs, stop it',
      "don't run this job any further",
      'kill the stuck compile job',
      'the job hangs, end it',
      'the deploy job is stuck, kill it',
      'end the running job',
      'the job takes too long, stop it',
      'that step should not run, cancel it',
      'interrupt the test job'
    ],
    de: ['den CI-Job abbrechen'],
    es: ['cancela el job de CI'],
    fr: ['annuler le job de CI'],
    ja: ['CIジョブを止めて'],
    pl: ['przerwij zadanie CI']
  },
  input: Type.Object({ project, job_id: idOf('CI job') }),
  output: NewJob,
  errors: { ...resourceErrors('CI job') },
  examples: [
    {
      name: 'by_id',
      summary: 'A job by its ID',
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
      summary: 'A CI job that does not exist',
      input: { project: 'acme/web', job_id: 999999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ job_id, project }) => `Cancel the job ${job_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => actOnJob(call.client, input, 'cancel', call)
})
