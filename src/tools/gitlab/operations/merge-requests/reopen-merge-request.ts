import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { updateMergeRequest } from '../../client/merge-requests/merge-requests.ts'
import { resourceErrors } from '../../errors.ts'
import { mergeRequestIid, project } from '../../inputs/common.ts'
import { MergeRequest } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'reopen_merge_request',
  group: 'merge_requests',
  summary: 'Reopen a closed merge request',
  description:
    'Reopens a closed merge request and returns it. Use it when the change is wanted after all; the source branch must still exist. A merged merge request cannot be reopened. To close a merge request, use close_merge_request instead.',
  permission: 'write',
  http: 'POST /merge-requests/:merge_request_iid/reopen',
  idempotent: true,
  aliases: ['reopen_merge_request'],
  see_also: ['gitlab_close_merge_request', 'gitlab_update_merge_request'],
  asked_as: {
    en: [
      'open the PR again',
      'revive a closed pull request',
      'I closed the MR by mistake',
      'we want the closed PR after all',
      'bring the merge request back',
      'we want the change after all',
      'we want !12 after all',
      'we do need that MR, open it again',
      "the MR shouldn't have been closed",
      'continue with the closed merge request',
      'give the rejected MR another chance'
    ],
    de: ['den Merge Request wieder öffnen'],
    es: ['reabre el merge request'],
    fr: ['rouvrir la merge request'],
    ja: ['マージリクエストを再オープン'],
    pl: ['otwórz ponownie merge request']
  },
  input: Type.Object({ project, merge_request_iid: mergeRequestIid }),
  output: MergeRequest,
  errors: { ...resourceErrors('merge request') },
  examples: [
    {
      name: 'by_number',
      summary: 'A merge request by its number',
      input: { project: 'acme/playground', merge_request_iid: 3 },
      output: {
        id: 1099,
        iid: 3,
        project_id: 3,
        title: 'Say more',
        description: '',
        state: 'opened',
        draft: false,
        source_branch: 'docs/more',
        target_branch: 'main',
        labels: [],
        milestone: null,
        author: { id: 2, username: 'ada', name: 'Ada Lovelace' },
        assignees: [],
        reviewers: [],
        merge_status: 'mergeable',
        has_conflicts: false,
        blocking_discussions_resolved: true,
        merge_when_pipeline_succeeds: false,
        changes_count: '1',
        comment_count: 0,
        sha: '0cde299aea4bde6d286d227d7a5b8ddca5d92f01',
        merge_commit_sha: null,
        pipeline_status: null,
        created_at: '2026-01-28T08:00:00.000Z',
        updated_at: '2026-11-22T08:22:08.820Z',
        merged_at: null,
        closed_at: null,
        reference: 'acme/playground!3',
        url: 'https://gitlab.example.com/acme/playground/-/merge_requests/3'
      }
    },
    {
      name: 'unknown',
      summary: 'A number that no merge request of the project has',
      input: { project: 'acme/web', merge_request_iid: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ merge_request_iid, project }) => `Reopen !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => updateMergeRequest(call.client, { ...input, state_event: 'reopen' }, call)
})
