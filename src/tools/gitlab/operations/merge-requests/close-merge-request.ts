import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { updateMergeRequest } from '../../client/merge-requests/merge-requests.ts'
import { resourceErrors } from '../../errors.ts'
import { mergeRequestIid, project } from '../../inputs/common.ts'
import { MergeRequest } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'close_merge_request',
  group: 'merge_requests',
  summary: 'Close a merge request without merging it',
  description:
    'Closes a merge request without merging it, and returns it. Its source branch stays. Use it when the change is no longer wanted. Closing a closed merge request changes nothing. To reopen it, use reopen_merge_request; to merge it, merge_merge_request instead.',
  permission: 'write',
  http: 'POST /merge-requests/:merge_request_iid/close',
  idempotent: true,
  aliases: ['close_merge_request'],
  see_also: ['gitlab_reopen_merge_request', 'gitlab_update_merge_request'],
  asked_as: {
    en: [
      'reject a pull request',
      'abandon a PR',
      'decline the MR',
      'discard a merge request without merging',
      "we won't merge this one",
      'throw away the PR',
      'the merge request is no longer needed',
      "we don't want the MR after all",
      'give up the pull request',
      "the change isn't needed anymore",
      'forget about the pull request',
      'the MR is no longer wanted',
      "we're not going to take that MR",
      "we don't want !12 after all",
      'the change is no longer wanted',
      'reject the pull request',
      'drop this merge request'
    ],
    de: ['den Merge Request schließen'],
    es: ['cierra el merge request sin fusionar'],
    fr: ['fermer la merge request'],
    ja: ['マージせずに閉じる'],
    pl: ['zamknij merge request bez scalania']
  },
  input: Type.Object({ project, merge_request_iid: mergeRequestIid }),
  output: MergeRequest,
  errors: { ...resourceErrors('merge request') },
  examples: [
    {
      name: 'by_number',
      summary: 'A merge request by its number',
      input: { project: 'acme/playground', merge_request_iid: 2 },
      output: {
        id: 1098,
        iid: 2,
        project_id: 3,
        title: 'Draft: Shorten the form',
        description: '',
        state: 'closed',
        draft: true,
        source_branch: 'fix/form',
        target_branch: 'main',
        labels: [],
        milestone: null,
        author: { id: 3, username: 'bea', name: 'Bea Builder' },
        assignees: [],
        reviewers: [],
        merge_status: 'not_open',
        has_conflicts: false,
        blocking_discussions_resolved: true,
        merge_when_pipeline_succeeds: false,
        changes_count: '1',
        comment_count: 0,
        sha: '339ee9204c6cdbb13543185f015bc21788f8854e',
        merge_commit_sha: null,
        pipeline_status: 'running',
        created_at: '2026-01-27T08:00:00.000Z',
        updated_at: '2026-11-22T08:22:07.734Z',
        merged_at: null,
        closed_at: '2026-11-22T08:22:07.734Z',
        reference: 'acme/playground!2',
        url: 'https://gitlab.example.com/acme/playground/-/merge_requests/2'
      }
    },
    {
      name: 'unknown',
      summary: 'A number that no merge request of the project has',
      input: { project: 'acme/web', merge_request_iid: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ merge_request_iid, project }) => `Close !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => updateMergeRequest(call.client, { ...input, state_event: 'close' }, call)
})
