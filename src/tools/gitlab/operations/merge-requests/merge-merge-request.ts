import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { mergeMergeRequest } from '../../client/merge-requests/merge.ts'
import { resourceErrors } from '../../errors.ts'
import { LONG_TEXT_BODY, mergeRequestIid, project } from '../../inputs/common.ts'
import { Merged } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'merge_merge_request',
  core: true,
  group: 'merge_requests',
  summary: 'Merge a merge request',
  description:
    'Merges a merge request, after waiting until GitLab knows whether it can be merged. Use it after get_merge_request, with the sha that you reviewed: if there are newer commits, the call is refused. With auto_merge, GitLab merges later, when the pipeline has succeeded (outcome scheduled). If the merge request cannot be merged, details.current shows why. A merge cannot be undone, only reverted by another commit.',
  permission: 'destructive',
  http: 'POST /merge-requests/:merge_request_iid/merge',
  max_body: LONG_TEXT_BODY,
  timeout_ms: 60_000,
  aliases: ['merge_merge_request'],
  see_also: ['gitlab_get_merge_request', 'gitlab_rebase_merge_request'],
  asked_as: {
    en: [
      'land the PR',
      'merge this pull request into main',
      'ship the MR',
      'squash and merge',
      'merge when the pipeline succeeds',
      'everything is approved, merge it',
      'get the PR into main',
      'integrate the branch',
      'accept the merge request and delete the branch',
      "it's approved, bring it in",
      'land the change',
      'get the pull request into main'
    ],
    de: ['den Merge Request mergen'],
    es: ['fusiona el merge request'],
    fr: ['fusionner la merge request'],
    ja: ['プルリクエストをマージ'],
    pl: ['scal merge request']
  },
  input: Type.Object({
    project,
    merge_request_iid: mergeRequestIid,
    sha: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{40,64}$',
        'x-form': 'a full ID of hex digits',
        description: 'Latest commit that you reviewed; if there is a newer one, the call is refused. Default: the current one'
      })
    ),
    auto_merge: Type.Boolean({ default: false, description: 'true: merge when the pipeline has succeeded. Default false: now' }),
    squash: Type.Optional(Type.Boolean({ description: 'true: squash all commits. Default: as set in the merge request' })),
    should_remove_source_branch: Type.Optional(
      Type.Boolean({ description: 'true: delete the source branch. Default: as set in the merge request' })
    ),
    merge_commit_message: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100_000, description: "Message of the merge commit. Default: GitLab's message" })
    ),
    squash_commit_message: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100_000, description: "Message of the squashed commit. Default: GitLab's message" })
    )
  }),
  output: Merged,
  errors: {
    ...resourceErrors('merge request'),
    not_mergeable:
      'The merge request is a draft, has conflicts, lacks approvals or a successful pipeline, or is already merged; details.current shows why',
    version_conflict: 'The merge request has newer commits than sha, or got a commit during the merge'
  },
  examples: [
    {
      name: 'now',
      summary: 'A merge request that can be merged',
      input: { project: 'acme/sandpit', merge_request_iid: 1, confirm: true },
      output: {
        id: 1102,
        iid: 1,
        project_id: 4,
        title: 'Add a dark mode',
        description: 'Closes #1',
        state: 'merged',
        draft: false,
        source_branch: 'feature/dark-mode',
        target_branch: 'main',
        labels: ['feature', 'question'],
        milestone: null,
        author: { id: 4, username: 'chen', name: 'Chen Wei' },
        assignees: [],
        reviewers: [{ id: 3, username: 'bea', name: 'Bea Builder' }],
        merge_status: 'not_open',
        has_conflicts: false,
        blocking_discussions_resolved: false,
        merge_when_pipeline_succeeds: false,
        changes_count: '0',
        comment_count: 2,
        sha: 'bcdb93033e242455bf377011dbee82baa2a9fec7',
        merge_commit_sha: '4a55fdcde6b1b1f47ccacb93dabcdfbc0712d1a4',
        pipeline_status: 'failed',
        created_at: '2026-01-26T08:00:00.000Z',
        updated_at: '2026-11-22T08:22:08.247Z',
        merged_at: '2026-11-22T08:22:08.247Z',
        closed_at: null,
        reference: 'acme/sandpit!1',
        url: 'https://gitlab.example.com/acme/sandpit/-/merge_requests/1',
        outcome: 'merged'
      }
    },
    {
      name: 'draft',
      summary: 'A draft cannot be merged',
      input: { project: 'acme/sandpit', merge_request_iid: 2, confirm: true },
      error: { reason: 'not_mergeable' }
    }
  ],
  message: ({ merge_request_iid, project, auto_merge }) =>
    `Merge !${merge_request_iid} of ${project ?? 'the default project'}${auto_merge ? ' when its pipeline has succeeded' : ''}`,
  handler: (input, call) => mergeMergeRequest(call.client, input, call)
})
