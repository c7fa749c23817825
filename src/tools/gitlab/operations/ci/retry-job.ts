import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { actOnJob } from '../../client/ci/jobs.ts'
import { resourceErrors } from '../../errors.ts'
import { idOf, project } from '../../inputs/common.ts'
import { NewJob } from '../../schemas/ci.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'retry_job',
  group: 'ci',
  summary: 'Retry a CI job',
  description:
    'Runs a CI job again and returns the new run, which has a new ID. Use it if the code did not cause the failure. Calling it twice runs the job twice. For all failed jobs of a pipeline, use retry_pipeline instead.',
  permission: 'write',
  http: 'POST /jobs/:job_id/retry',
  aliases: ['retry_job'],
  see_also: ['gitlab_get_job', 'gitlab_get_job_log'],
  asked_as: {
    en: [
      'rerun the failed test job',
      'try the build step again',
      'restart a CI job',
      'the job failed by accident, run it again',
      'repeat the deploy step',
      'the flaky step should go again',
      'rerun the lint job',
      'give the job another try'
    ],
    de: ['den CI-Job wiederholen'],
    es: ['reintenta el job'],
    fr: ['relancer le job'],
    ja: ['ジョブを再実行'],
    pl: ['ponów zadanie CI']
  },
  input: Type.Object({ project, job_id: idOf('CI job') }),
  output: NewJob,
  errors: { ...resourceErrors('CI job') },
  examples: [
    {
      name: 'by_id',
      summary: 'A CI job by its ID',
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
      summary: 'A CI job that does not exist',
      input: { project: 'acme/web', job_id: 999999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ job_id, project }) => `Retry the CI job ${job_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => actOnJob(call.client, input, 'retry', call)
})
