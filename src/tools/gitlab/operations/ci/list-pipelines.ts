import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { listPipelines } from '../../client/ci/pipelines.ts'
import { globalErrors } from '../../errors.ts'
import { moment, pages, project, sort } from '../../inputs/common.ts'
import { fullSha, refName } from '../../inputs/files.ts'
import { ListedPipeline } from '../../schemas/ci.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_pipelines',
  core: true,
  group: 'ci',
  summary: 'List the pipelines of a project',
  description:
    'Returns pipelines with status, branch, commit and source, newest first. Use it to see whether the tests of a branch succeed. For the jobs of a pipeline, use list_pipeline_jobs; for the pipelines of a merge request, list_merge_request_pipelines instead.',
  permission: 'read',
  http: 'GET /pipelines',
  list: true,
  aliases: ['list_pipelines'],
  see_also: ['gitlab_get_pipeline', 'gitlab_list_pipeline_jobs'],
  asked_as: {
    en: [
      'recent builds',
      'which pipelines failed today',
      'CI runs on main',
      'is something deploying right now',
      'latest CI runs',
      'is any build failing',
      'builds of the last days',
      'did the nightly build run',
      'did the builds pass today',
      'is CI green on main',
      'last failed builds'
    ],
    de: ['die letzten Pipelines anzeigen'],
    es: ['últimas pipelines'],
    fr: ['derniers pipelines'],
    ja: ['パイプラインの一覧'],
    pl: ['ostatnie potoki']
  },
  input: Type.Object({
    project,
    status: Type.Optional(
      stringEnum(
        [
          'created',
          'waiting_for_resource',
          'preparing',
          'pending',
          'running',
          'success',
          'failed',
          'canceled',
          'skipped',
          'manual',
          'scheduled'
        ],
        { description: 'Only pipelines with this status' }
      )
    ),
    ref: Type.Optional(refName('Only pipelines for this branch or tag')),
    sha: Type.Optional(fullSha('Only pipelines of this commit')),
    source: Type.Optional(
      stringEnum(['push', 'web', 'trigger', 'schedule', 'api', 'external', 'pipeline', 'merge_request_event', 'parent_pipeline'], {
        description: 'Only pipelines with this source'
      })
    ),
    updated_after: Type.Optional(moment('Only pipelines changed at or after this time')),
    updated_before: Type.Optional(moment('Only pipelines changed at or before this time')),
    order_by: stringEnum(['id', 'status', 'ref', 'updated_at', 'user_id'], {
      default: 'id',
      description: 'Property to sort by. Default id'
    }),
    sort,
    ...pages
  }),
  output: listOf(ListedPipeline, {}),
  errors: { ...globalErrors('project') },
  examples: [
    {
      name: 'failed',
      summary: 'Failed pipelines',
      input: { project: 'acme/web', status: 'failed' },
      output: {
        items: [
          {
            id: 102,
            project_id: 1,
            name: null,
            status: 'failed',
            ref: 'feature/dark-mode',
            source: 'push',
            user: null,
            sha: 'a786ae4b8582012dac11bcc9dbd2bf7edcefd343',
            coverage: null,
            yaml_errors: null,
            duration: null,
            created_at: '2026-03-18T08:00:00.000Z',
            updated_at: '2026-03-18T08:03:00.000Z',
            started_at: null,
            finished_at: null,
            url: 'https://gitlab.example.com/acme/web/-/pipelines/102'
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/nothing' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ project }) => `List pipelines of ${project ?? 'the default project'}`,
  handler: (input, call) => listPipelines(call.client, input, call)
})
