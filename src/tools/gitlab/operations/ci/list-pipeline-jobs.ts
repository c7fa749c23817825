import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { listPipelineJobs } from '../../client/ci/pipelines.ts'
import { globalErrors } from '../../errors.ts'
import { idOf, pages, project } from '../../inputs/common.ts'
import { Job } from '../../schemas/ci.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_pipeline_jobs',
  core: true,
  group: 'ci',
  summary: 'List the jobs of a pipeline',
  description:
    'Returns the jobs of a pipeline with stage, status and failure reason. Use it to find what made a pipeline fail, then read the log with get_job_log. For retried jobs, only the latest run is returned, unless include_retried is true.',
  permission: 'read',
  http: 'GET /pipelines/:pipeline_id/jobs',
  list: true,
  aliases: ['list_pipeline_jobs'],
  see_also: ['gitlab_get_job_log', 'gitlab_get_pipeline'],
  asked_as: {
    en: [
      'which jobs failed in the build',
      'stages of a pipeline',
      'steps of the CI run',
      'what ran in the pipeline',
      'which step broke the build',
      'jobs of the CI run',
      'which step of the build broke',
      'what runs in the pipeline'
    ],
    de: ['welche Jobs der Pipeline sind fehlgeschlagen'],
    es: ['qué jobs de la pipeline fallaron'],
    fr: ['quels jobs du pipeline ont échoué'],
    ja: ['パイプラインのジョブ一覧'],
    pl: ['które zadania potoku się nie powiodły']
  },
  input: Type.Object({
    project,
    pipeline_id: idOf('pipeline'),
    scope: Type.Optional(
      Type.Array(
        stringEnum(['created', 'pending', 'running', 'failed', 'success', 'canceled', 'skipped', 'waiting_for_resource', 'manual'], {
          description: 'A status'
        }),
        { minItems: 1, maxItems: 9, description: 'Only jobs with these statuses' }
      )
    ),
    include_retried: Type.Boolean({ default: false, description: 'true: include earlier runs of retried jobs. Default false' }),
    ...pages
  }),
  output: listOf(Job, {}),
  errors: { ...globalErrors('pipeline') },
  examples: [
    {
      name: 'all',
      summary: 'All jobs',
      input: { project: 'acme/web', pipeline_id: 102 },
      output: {
        items: [
          {
            id: 1021,
            name: 'build',
            stage: 'build',
            status: 'success',
            ref: 'feature/dark-mode',
            pipeline_id: 102,
            allow_failure: false,
            failure_reason: null,
            user: { id: 1, username: 'sam', name: 'Sam Sandbox' },
            has_artifacts: true,
            duration: 60,
            created_at: '2026-03-18T08:00:00.000Z',
            started_at: '2026-03-18T08:00:00.000Z',
            finished_at: '2026-03-18T08:01:00.000Z',
            url: 'https://gitlab.example.com/acme/web/-/jobs/1021'
          },
          {
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
          },
          {
            id: 1023,
            name: 'deploy',
            stage: 'deploy',
            status: 'manual',
            ref: 'feature/dark-mode',
            pipeline_id: 102,
            allow_failure: false,
            failure_reason: null,
            user: { id: 1, username: 'sam', name: 'Sam Sandbox' },
            has_artifacts: false,
            duration: null,
            created_at: '2026-03-18T08:00:00.000Z',
            started_at: null,
            finished_at: null,
            url: 'https://gitlab.example.com/acme/web/-/jobs/1023'
          }
        ],
        next_cursor: null,
        total: { value: 3, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'A pipeline that does not exist',
      input: { project: 'acme/web', pipeline_id: 999999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ pipeline_id, project }) => `List the jobs of the pipeline ${pipeline_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => listPipelineJobs(call.client, input, call)
})
