import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { rebaseMergeRequest } from '../../client/merge-requests/merge.ts'
import { resourceErrors } from '../../errors.ts'
import { mergeRequestIid, project } from '../../inputs/common.ts'
import { NewMergeRequest } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'rebase_merge_request',
  group: 'merge_requests',
  summary: 'Rebase the branch of a merge request',
  description:
    'Replays the commits of the source branch on top of the target branch, waits for the result for about 15 seconds, and returns the merge request. Use it only if merge_status is need_rebase. It rewrites the history of the source branch; there is no undo. If there are conflicts, the rebase fails, and the branch stays unchanged.',
  permission: 'destructive',
  http: 'POST /merge-requests/:merge_request_iid/rebase',
  timeout_ms: 60_000,
  see_also: ['gitlab_merge_merge_request', 'gitlab_get_merge_request'],
  asked_as: {
    en: [
      'bring the PR up to date with main',
      'rebase my branch',
      'the merge request is behind its target branch',
      'update my MR with the latest main',
      'my branch is out of date with the target',
      'bring the MR up to date with main',
      'the pull request is behind',
      'the branch of the MR is behind main',
      'get the latest main into my merge request',
      'refresh the PR on top of main',
      'catch the MR up with its target'
    ],
    de: ['den Merge Request rebasen'],
    es: ['haz rebase del merge request'],
    fr: ['rebaser la merge request'],
    ja: ['マージリクエストをリベース'],
    pl: ['zrób rebase merge requesta']
  },
  input: Type.Object({
    project,
    merge_request_iid: mergeRequestIid,
    skip_ci: Type.Boolean({ default: false, description: 'true: run no pipeline for the rebased commits. Default false' })
  }),
  output: Type.Object({
    ...NewMergeRequest.properties,
    rebase_in_progress: Type.Boolean({ description: 'true: GitLab is still rebasing; get_merge_request later returns the new sha' })
  }),
  errors: { ...resourceErrors('merge request'), not_mergeable: 'GitLab could not rebase the branch, usually because of conflicts' },
  examples: [
    {
      name: 'rebased',
      summary: 'A branch that is behind its target',
      input: { project: 'acme/sandpit', merge_request_iid: 3, confirm: true },
      output: {
        id: 1104,
        iid: 3,
        project_id: 4,
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
        sha: '311b094f493fb1b48230085fe571f01159a98b39',
        merge_commit_sha: null,
        pipeline_status: null,
        created_at: '2026-01-28T08:00:00.000Z',
        updated_at: '2026-11-22T08:22:08.283Z',
        merged_at: null,
        closed_at: null,
        reference: 'acme/sandpit!3',
        url: 'https://gitlab.example.com/acme/sandpit/-/merge_requests/3',
        rebase_in_progress: false
      }
    },
    {
      name: 'unknown',
      summary: 'A number that no merge request of the project has',
      input: { project: 'acme/web', merge_request_iid: 9999, confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ merge_request_iid, project }) => `Rebase !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => rebaseMergeRequest(call.client, input, call)
})
