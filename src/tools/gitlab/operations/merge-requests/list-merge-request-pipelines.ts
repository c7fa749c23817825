import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listPipelinesOf } from '../../client/ci/pipelines.ts'
import { globalErrors } from '../../errors.ts'
import { mergeRequestIid, pages, project } from '../../inputs/common.ts'
import { ListedPipeline } from '../../schemas/ci.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_merge_request_pipelines',
  group: 'merge_requests',
  summary: 'List the pipelines of a merge request',
  description:
    'Returns the pipelines of a merge request, newest first. Use it to see whether the tests of the merge request succeed. For the jobs of a pipeline, use list_pipeline_jobs instead.',
  permission: 'read',
  http: 'GET /merge-requests/:merge_request_iid/pipelines',
  list: true,
  aliases: ['get_merge_request_pipelines'],
  see_also: ['gitlab_get_merge_request', 'gitlab_list_pipeline_jobs'],
  asked_as: {
    en: [
      'did CI pass on the PR',
      'builds of a pull request',
      'is the MR green',
      'do the tests pass on my MR',
      'CI runs of the merge request',
      'did the checks of the PR succeed',
      'is the build of the MR green',
      'did CI pass on my pull request'
    ]
  },
  input: Type.Object({ project, merge_request_iid: mergeRequestIid, ...pages }),
  output: listOf(ListedPipeline, {}),
  errors: { ...globalErrors('merge request') },
  examples: [
    {
      name: 'one',
      summary: 'Pipelines of a merge request',
      input: { project: 'acme/web', merge_request_iid: 1 },
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
      summary: 'A number that no merge request of the project has',
      input: { project: 'acme/web', merge_request_iid: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ merge_request_iid, project }) =>
    `List the pipelines of the merge request !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => listPipelinesOf(call.client, input, call)
})
