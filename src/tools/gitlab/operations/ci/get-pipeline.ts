import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getPipeline } from '../../client/ci/pipelines.ts'
import { globalErrors } from '../../errors.ts'
import { idOf, project } from '../../inputs/common.ts'
import { Pipeline } from '../../schemas/ci.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_pipeline',
  group: 'ci',
  summary: 'Get a pipeline',
  description:
    'Returns the status, branch, commit, times and creator of a pipeline. Use it to follow a running pipeline. For its jobs, and which of them failed, use list_pipeline_jobs instead.',
  permission: 'read',
  http: 'GET /pipelines/:pipeline_id',
  aliases: ['get_pipeline'],
  see_also: ['gitlab_list_pipelines', 'gitlab_list_pipeline_jobs'],
  asked_as: {
    en: [
      'did the build pass',
      'is CI green',
      'status of a pipeline',
      'is the deployment through',
      'is the build still running',
      'how did the last CI run go',
      'how long did the build take',
      'is the pipeline finished',
      'is the build green',
      'did my pipeline pass',
      'how long did CI take'
    ],
    de: ['ist der Build durchgelaufen', 'Status der Pipeline'],
    es: ['estado de la pipeline', 'pasó el build'],
    fr: ['état du pipeline', 'le build est-il passé'],
    ja: ['パイプラインの状態', 'ビルドは成功した'],
    pl: ['status potoku', 'czy build przeszedł']
  },
  input: Type.Object({ project, pipeline_id: idOf('pipeline') }),
  output: Pipeline,
  errors: { ...globalErrors('pipeline') },
  examples: [
    {
      name: 'by_id',
      summary: 'A pipeline by its ID',
      input: { project: 'acme/web', pipeline_id: 101 },
      output: {
        id: 101,
        project_id: 1,
        name: null,
        status: 'success',
        ref: 'main',
        source: 'push',
        user: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        sha: 'e51db501890941b56fc97f9977285c32c299aea8',
        coverage: null,
        yaml_errors: null,
        duration: 180,
        created_at: '2026-03-17T08:00:00.000Z',
        updated_at: '2026-03-17T08:03:00.000Z',
        started_at: '2026-03-17T08:00:00.000Z',
        finished_at: '2026-03-17T08:03:00.000Z',
        url: 'https://gitlab.example.com/acme/web/-/pipelines/101'
      }
    },
    {
      name: 'unknown',
      summary: 'A pipeline that does not exist',
      input: { project: 'acme/web', pipeline_id: 999999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ pipeline_id, project }) => `Get the pipeline ${pipeline_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => getPipeline(call.client, input, call)
})
