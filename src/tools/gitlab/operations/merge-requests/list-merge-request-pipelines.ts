import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listPipelinesOf } from '../../client/pipelines.ts'
import { MISSING } from '../../failures.ts'
import { mergeRequestIid, pages, project } from '../../inputs.ts'
import { Pipeline } from '../../schemas/ci.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_merge_request_pipelines',
  group: 'merge_requests',
  summary: 'List the pipelines of a merge request',
  description:
    'Answers the pipelines that ran for a merge request, the newest first. Use it to see whether its tests succeed. For the jobs of one use list_pipeline_jobs instead.',
  permission: 'read',
  http: 'GET /merge-requests/:merge_request_iid/pipelines',
  list: true,
  aliases: ['get_merge_request_pipelines'],
  see_also: ['gitlab_get_merge_request', 'gitlab_list_pipeline_jobs'],
  input: Type.Object({ project, merge_request_iid: mergeRequestIid, ...pages }),
  output: listOf(Pipeline, {}),
  errors: { ...MISSING('merge request') },
  examples: [
    {
      name: 'one',
      summary: 'Of a merge request',
      input: { project: 'acme/web', merge_request_iid: 1 },
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
      summary: 'A number that no merge request of the project has',
      input: { project: 'acme/web', merge_request_iid: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ merge_request_iid, project }) =>
    `List the pipelines of the merge request !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => listPipelinesOf(call.client, input, call)
})
