import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { actOnPipeline } from '../../client/ci/pipelines.ts'
import { resourceErrors } from '../../errors.ts'
import { idOf, project } from '../../inputs/common.ts'
import { NewPipeline } from '../../schemas/ci.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'retry_pipeline',
  group: 'ci',
  summary: 'Retry the failed jobs of a pipeline',
  description:
    'Runs the failed and cancelled jobs of a pipeline again, and returns the pipeline. Use it if the code did not cause the failure. For one job, use retry_job; for a new pipeline, use create_pipeline.',
  permission: 'write',
  http: 'POST /pipelines/:pipeline_id/retry',
  aliases: ['retry_pipeline'],
  see_also: ['gitlab_get_pipeline', 'gitlab_list_pipeline_jobs'],
  asked_as: {
    en: [
      'rerun the build',
      'try CI again',
      'restart the failed pipeline',
      'the tests were flaky, run them again',
      'run the failed CI jobs again',
      'CI was flaky, repeat it',
      'give the pipeline another go',
      'give the red build another try',
      'run the failed CI again'
    ],
    de: ['die Pipeline neu starten'],
    es: ['reintenta la pipeline'],
    fr: ['relancer le pipeline'],
    ja: ['パイプラインを再実行'],
    pl: ['ponów potok']
  },
  input: Type.Object({ project, pipeline_id: idOf('pipeline') }),
  output: NewPipeline,
  errors: { ...resourceErrors('pipeline') },
  examples: [
    {
      name: 'by_id',
      summary: 'A pipeline by its ID',
      input: { project: 'acme/playground', pipeline_id: 302 },
      output: {
        id: 302,
        project_id: 3,
        name: null,
        status: 'running',
        ref: 'feature/dark-mode',
        source: 'push',
        user: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        sha: '16d802c10835fa91fb69368ab819a010a12c4f01',
        coverage: null,
        yaml_errors: null,
        duration: null,
        created_at: '2026-03-18T08:00:00.000Z',
        updated_at: '2026-03-18T08:00:00.000Z',
        started_at: '2026-03-18T08:00:00.000Z',
        finished_at: null,
        url: 'https://gitlab.example.com/acme/playground/-/pipelines/302'
      }
    },
    {
      name: 'unknown',
      summary: 'A pipeline that does not exist',
      input: { project: 'acme/web', pipeline_id: 999999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ pipeline_id, project }) => `Retry the failed jobs of the pipeline ${pipeline_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => actOnPipeline(call.client, input, 'retry', call)
})
