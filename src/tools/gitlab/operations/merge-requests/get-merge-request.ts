import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getMergeRequest } from '../../client/merge-requests/merge-requests.ts'
import { globalErrors } from '../../errors.ts'
import { full, mergeRequestIid, project } from '../../inputs/common.ts'
import { raw } from '../../schemas/common.ts'
import { MergeRequest } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_merge_request',
  core: true,
  group: 'merge_requests',
  summary: 'Get a merge request with its description',
  description:
    'Returns the details of a merge request: branches, people, latest commit and pipeline, and whether it can be merged or what blocks it. Use it before you merge or change the merge request. For the changes, use list_merge_request_diffs; for the discussion, list_discussions instead.',
  permission: 'read',
  http: 'GET /merge-requests/:merge_request_iid',
  aliases: ['get_merge_request'],
  see_also: ['gitlab_list_merge_requests', 'gitlab_merge_merge_request'],
  asked_as: {
    en: [
      'show me the PR',
      'can this pull request be merged',
      'what is MR 17 about',
      'does the PR have conflicts',
      'status of a merge request',
      'open the pull request',
      'is the PR merged already',
      'who opened this merge request',
      'which branch does the MR merge into',
      'look at MR 5',
      'is the MR ready to go in',
      'can it be merged',
      'what is the pull request about',
      'who reviews the change',
      'does it have conflicts'
    ],
    de: ['zeig mir den Merge Request'],
    es: ['muéstrame el merge request'],
    fr: ['montre-moi la merge request'],
    ja: ['マージリクエストを見せて'],
    pl: ['pokaż merge request']
  },
  input: Type.Object({ project, merge_request_iid: mergeRequestIid, full }),
  output: Type.Object({ ...MergeRequest.properties, raw }),
  errors: { ...globalErrors('merge request') },
  examples: [
    {
      name: 'by_number',
      summary: 'A merge request by its number',
      input: { project: 'acme/web', merge_request_iid: 1 },
      output: {
        id: 1087,
        iid: 1,
        project_id: 1,
        title: 'Add a dark mode',
        description: 'Closes #1',
        state: 'opened',
        draft: false,
        source_branch: 'feature/dark-mode',
        target_branch: 'main',
        labels: ['feature', 'question'],
        milestone: null,
        author: { id: 4, username: 'chen', name: 'Chen Wei' },
        assignees: [],
        reviewers: [{ id: 3, username: 'bea', name: 'Bea Builder' }],
        merge_status: 'mergeable',
        has_conflicts: false,
        blocking_discussions_resolved: false,
        merge_when_pipeline_succeeds: false,
        changes_count: '2',
        comment_count: 2,
        sha: 'a786ae4b8582012dac11bcc9dbd2bf7edcefd343',
        merge_commit_sha: null,
        pipeline_status: 'failed',
        created_at: '2026-01-26T08:00:00.000Z',
        updated_at: '2026-02-05T08:00:00.000Z',
        merged_at: null,
        closed_at: null,
        reference: 'acme/web!1',
        url: 'https://gitlab.example.com/acme/web/-/merge_requests/1',
        raw: null
      }
    },
    {
      name: 'unknown',
      summary: 'A number that no merge request of the project has',
      input: { project: 'acme/web', merge_request_iid: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ merge_request_iid, project }) => `Get the merge request !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => getMergeRequest(call.client, input, call)
})
