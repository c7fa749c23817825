import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { actOnPipeline } from '../../client/ci/pipelines.ts'
import { resourceErrors } from '../../errors.ts'
import { idOf, project } from '../../inputs/common.ts'
import { NewPipeline } from '../../schemas/ci.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'cancel_pipeline',
  group: 'ci',
  summary: 'Cancel the running jobs of a pipeline',
  description:
    'Cancels the running and pending jobs of a pipeline and returns the pipeline. Use it for a pipeline that is no longer needed. Jobs that have ended do not change. To run the cancelled jobs again, use retry_pipeline.',
  permission: 'write',
  http: 'POST /pipelines/:pipeline_id/cancel',
  aliases: ['cancel_pipeline'],
  see_also: ['gitlab_get_pipeline', 'gitlab_list_pipeline_jobs'],
  asked_as: {
    en: [
      'stop the build',
      'abort the pipeline',
      'kill a CI run',
      'halt the deployment',
      'stop the CI run, I pushed the wrong commit',
      'kill the deployment pipeline',
      'abort the build that is running',
      'stop the CI, I pushed the wrong thing'
    ],
    de: ['die Pipeline abbrechen', 'den Build stoppen'],
    es: ['cancela la pipeline', 'para el build'],
    fr: ['arrêter le pipeline', 'annuler le build'],
    ja: ['パイプラインを止めて', 'ビルドをキャンセル'],
    pl: ['zatrzymaj potok', 'przerwij build']
  },
  input: Type.Object({ project, pipeline_id: idOf('pipeline') }),
  output: NewPipeline,
  errors: { ...resourceErrors('pipeline') },
  examples: [
    {
      name: 'by_id',
      summary: 'A pipeline by its ID',
      input: { project: 'acme/playground', pipeline_id: 303 },
      output: {
        id: 303,
        project_id: 3,
        name: null,
        status: 'canceled',
        ref: 'main',
        source: 'push',
        user: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        sha: '4e801005ccf719fcc16316d8acdb9af8058374a9',
        coverage: null,
        yaml_errors: null,
        duration: null,
        created_at: '2026-03-19T08:00:00.000Z',
        updated_at: '2026-03-19T08:00:00.000Z',
        started_at: '2026-03-19T08:00:00.000Z',
        finished_at: null,
        url: 'https://gitlab.example.com/acme/playground/-/pipelines/303'
      }
    },
    {
      name: 'unknown',
      summary: 'A pipeline that does not exist',
      input: { project: 'acme/web', pipeline_id: 999999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ pipeline_id, project }) => `Cancel the pipeline ${pipeline_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => actOnPipeline(call.client, input, 'cancel', call)
})
