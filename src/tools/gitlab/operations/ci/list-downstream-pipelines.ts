import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listDownstream } from '../../client/ci/reports.ts'
import { globalErrors } from '../../errors.ts'
import { idOf, pages, project } from '../../inputs/common.ts'
import { Bridge } from '../../schemas/ci-reports.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_downstream_pipelines',
  group: 'ci',
  summary: 'List the downstream pipelines that a pipeline started',
  description:
    'Returns the trigger jobs of a pipeline with the pipelines that they started, in the same project or in others. Use it to follow a build across several projects. For the other jobs, use list_pipeline_jobs instead.',
  permission: 'read',
  http: 'GET /pipelines/:pipeline_id/downstream',
  list: true,
  see_also: ['gitlab_get_pipeline', 'gitlab_list_pipeline_jobs'],
  asked_as: {
    en: [
      'which child pipelines were triggered',
      'did the multi-project build pass',
      'pipelines started by a trigger job',
      'status of the downstream builds',
      'which builds did this pipeline set off',
      'what did the pipeline trigger in other repos',
      'other builds that came from this one',
      'child pipelines of a build',
      'did the triggered pipelines succeed',
      'what was started by the build in other projects',
      'builds in other projects that belong to this pipeline'
    ]
  },
  input: Type.Object({ project, pipeline_id: idOf('pipeline'), ...pages }),
  output: listOf(Bridge, {}),
  errors: { ...globalErrors('pipeline') },
  examples: [
    {
      name: 'one',
      summary: 'A pipeline that started another',
      input: { project: 'acme/web', pipeline_id: 101 },
      output: {
        items: [
          {
            id: 1019,
            name: 'trigger',
            stage: 'deploy',
            status: 'success',
            ref: 'main',
            pipeline_id: 101,
            allow_failure: false,
            failure_reason: null,
            user: { id: 1, username: 'sam', name: 'Sam Sandbox' },
            duration: 60,
            created_at: '2026-03-17T08:00:00.000Z',
            started_at: '2026-03-17T08:00:00.000Z',
            finished_at: '2026-03-17T08:01:00.000Z',
            url: 'https://gitlab.example.com/acme/web/-/jobs/1011',
            downstream_pipeline: {
              id: 201,
              project_id: 2,
              name: null,
              status: 'success',
              ref: 'main',
              source: 'push',
              user: null,
              sha: 'cb41d11577f6a11929fed86926a1b7a4e7d27851',
              coverage: null,
              yaml_errors: null,
              duration: null,
              created_at: '2026-03-17T08:00:00.000Z',
              updated_at: '2026-03-17T08:03:00.000Z',
              started_at: null,
              finished_at: null,
              url: 'https://gitlab.example.com/acme/platform/tools/-/pipelines/201'
            }
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'A pipeline that does not exist',
      input: { project: 'acme/web', pipeline_id: 999999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ pipeline_id, project }) =>
    `List the downstream pipelines of the pipeline ${pipeline_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => listDownstream(call.client, input, call)
})
