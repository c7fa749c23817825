import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { actOnJob } from '../../client/ci/jobs.ts'
import { resourceErrors } from '../../errors.ts'
import { idOf, project } from '../../inputs/common.ts'
import { NewJob } from '../../schemas/ci.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'play_job',
  group: 'ci',
  summary: 'Start a manual CI job',
  description:
    'Starts a CI job that waits for a manual start, and returns it. Use it only if the user asks for it: many manual jobs are deployments. A job that is not manual is refused; to run a job again, use retry_job instead.',
  permission: 'write',
  http: 'POST /jobs/:job_id/play',
  aliases: ['play_job'],
  see_also: ['gitlab_get_job', 'gitlab_get_job_log'],
  asked_as: {
    en: [
      'press play on a manual job',
      'trigger the manual deploy step',
      'start the deploy to production job',
      'run a job that waits for a click',
      'start the waiting deploy step',
      'run the job that needs a manual start',
      'release to staging by hand',
      'start the manual deploy',
      'press the play button',
      'release the waiting job'
    ],
    de: ['den manuellen Job starten'],
    es: ['inicia el job manual'],
    fr: ['lancer le job manuel'],
    ja: ['手動ジョブを開始'],
    pl: ['uruchom ręczne zadanie']
  },
  input: Type.Object({ project, job_id: idOf('CI job') }),
  output: NewJob,
  errors: { ...resourceErrors('CI job') },
  examples: [
    {
      name: 'by_id',
      summary: 'A CI job by its ID',
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
      summary: 'A CI job that does not exist',
      input: { project: 'acme/web', job_id: 999999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ job_id, project }) => `Start the manual CI job ${job_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => actOnJob(call.client, input, 'play', call)
})
