import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, words } from '../../../../contract/schema.ts'
import { listPipelines } from '../../client/pipelines.ts'
import { MISSING } from '../../failures.ts'
import { commitSha, refName } from '../../file-inputs.ts'
import { moment, pages, project, sort } from '../../inputs.ts'
import { Pipeline } from '../../schemas/ci.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_pipelines',
  core: true,
  group: 'ci',
  summary: 'List pipelines of a project',
  description:
    'Answers pipelines by status, branch, commit and source, the newest first. Use it to see whether the tests of a branch succeed. For the jobs of one use list_pipeline_jobs, for those of a merge request list_merge_request_pipelines instead.',
  permission: 'read',
  http: 'GET /pipelines',
  list: true,
  aliases: ['list_pipelines'],
  see_also: ['gitlab_get_pipeline', 'gitlab_list_pipeline_jobs'],
  input: Type.Object({
    project,
    status: Type.Optional(
      words(
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
        { description: 'Only of this status' }
      )
    ),
    ref: Type.Optional(refName('Only for this branch or tag')),
    sha: Type.Optional(commitSha),
    source: Type.Optional(
      words(['push', 'web', 'trigger', 'schedule', 'api', 'external', 'pipeline', 'merge_request_event', 'parent_pipeline'], {
        description: 'Only started by this'
      })
    ),
    updated_after: Type.Optional(moment('Only changed at this time or later')),
    updated_before: Type.Optional(moment('Only changed before this time')),
    order_by: words(['id', 'status', 'ref', 'updated_at', 'user_id'], { default: 'id', description: 'What to sort by. Default id' }),
    sort,
    ...pages
  }),
  output: listOf(Pipeline, {}),
  errors: { ...MISSING('project') },
  examples: [
    {
      name: 'failed',
      summary: 'Failed ones',
      input: { project: 'acme/web', status: 'failed' },
      output: {
        items: [
          {
            id: 102,
            project_id: 1,
            status: 'failed',
            ref: 'feature/dark-mode',
            source: 'push',
            user: null,
            sha: 'a786ae4b8582012dac11bcc9dbd2bf7edcefd343',
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
