import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne, atMostOne, notCleared } from '../../../../contract/requires.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { updateMergeRequest } from '../../client/merge-requests/merge-requests.ts'
import { withUserIds } from '../../client/projects/users.ts'
import { resourceErrors } from '../../errors.ts'
import { idOf, LONG_TEXT_BODY, labelNames, mergeRequestIid, project, richText, title, userIds, userNames } from '../../inputs/common.ts'
import { refName } from '../../inputs/files.ts'
import { MergeRequest } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'update_merge_request',
  group: 'merge_requests',
  summary: 'Update a merge request: title, description, labels, assignees, reviewers or target branch',
  description:
    'Updates the given properties of a merge request, keeps the others, and returns the merge request. Use it to correct or organize a merge request, or to remove "Draft:" from its title. add_labels and remove_labels keep the other labels; replace_labels replaces all labels. To clear a property, list it in clear. To close or reopen a merge request, use close_merge_request or reopen_merge_request instead.',
  permission: 'write',
  http: 'PATCH /merge-requests/:merge_request_iid',
  max_body: LONG_TEXT_BODY,
  idempotent: true,
  requires: [
    atLeastOne(
      'title',
      'description',
      'target_branch',
      'add_labels',
      'remove_labels',
      'replace_labels',
      'assignee_ids',
      'assignees',
      'reviewer_ids',
      'reviewers',
      'milestone_id',
      'remove_source_branch',
      'squash',
      'discussion_locked',
      'clear'
    ),
    atMostOne('assignee_ids', 'assignees'),
    atMostOne('reviewer_ids', 'reviewers'),
    atMostOne('replace_labels', 'add_labels'),
    atMostOne('replace_labels', 'remove_labels'),
    notCleared()
  ],
  name_hints: {
    labels: 'replace_labels, which removes all other labels; or add_labels and remove_labels, which keep them',
    state_event: 'the operations gitlab_close_merge_request and gitlab_reopen_merge_request'
  },
  aliases: ['update_merge_request'],
  see_also: ['gitlab_get_merge_request', 'gitlab_close_merge_request'],
  asked_as: {
    en: [
      'assign a reviewer to the PR',
      'change the title of a pull request',
      'mark the MR as draft',
      'retarget the merge request to another branch',
      'request a review from someone',
      'let Bea review my PR',
      'rewrite the description of the MR',
      'label a pull request',
      "it's ready for review, no draft any more",
      'take draft off the title',
      'ask her to review the MR',
      'the MR should go to another branch',
      'mark the pull request as ready',
      'set me as reviewer',
      'it should go to the release branch instead of main',
      'change who reviews the MR',
      'the MR needs a better title',
      'make it a draft again'
    ],
    de: ['dem Merge Request einen Reviewer zuweisen'],
    es: ['asigna un revisor al merge request'],
    fr: ['ajouter un relecteur à la merge request'],
    ja: ['マージリクエストにレビュアーを設定'],
    pl: ['przypisz recenzenta do merge requesta']
  },
  input: Type.Object({
    project,
    merge_request_iid: mergeRequestIid,
    title: Type.Optional(title('New title')),
    description: Type.Optional(richText('New description. It replaces the whole text')),
    target_branch: Type.Optional(refName('New target branch')),
    add_labels: Type.Optional(labelNames('Labels to add; existing labels stay')),
    remove_labels: Type.Optional(labelNames('Labels to remove; other labels stay')),
    replace_labels: Type.Optional(labelNames('New labels, which replace all existing ones')),
    assignee_ids: Type.Optional(userIds('New assignees. They replace all existing ones')),
    assignees: Type.Optional(userNames('New assignees. They replace all existing ones')),
    reviewer_ids: Type.Optional(userIds('New reviewers. They replace all existing ones')),
    reviewers: Type.Optional(userNames('New reviewers. They replace all existing ones')),
    milestone_id: Type.Optional(idOf('milestone, not its number')),
    remove_source_branch: Type.Optional(Type.Boolean({ description: 'true: delete the source branch when the merge request is merged' })),
    squash: Type.Optional(Type.Boolean({ description: 'true: squash all commits when the merge request is merged' })),
    discussion_locked: Type.Optional(Type.Boolean({ description: 'true: only members may comment' })),
    clear: Type.Optional(
      Type.Array(stringEnum(['description', 'labels', 'assignees', 'reviewers', 'milestone'], { description: 'A property' }), {
        minItems: 1,
        maxItems: 5,
        description: 'Properties to clear: description, labels, assignees, reviewers, milestone'
      })
    )
  }),
  output: MergeRequest,
  errors: { ...resourceErrors('merge request'), version_conflict: 'Another user changed the merge request at the same time' },
  examples: [
    {
      name: 'label',
      summary: 'Add a label',
      input: { project: 'acme/platform/tools', merge_request_iid: 1, add_labels: ['bug'], remove_labels: ['question'] },
      output: {
        id: 1092,
        iid: 1,
        project_id: 2,
        title: 'Add a dark mode',
        description: 'Closes #1',
        state: 'opened',
        draft: false,
        source_branch: 'feature/dark-mode',
        target_branch: 'main',
        labels: ['bug', 'feature'],
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
        sha: 'e5f02f3fce14197beba95fba7080b712f38a256b',
        merge_commit_sha: null,
        pipeline_status: 'failed',
        created_at: '2026-01-26T08:00:00.000Z',
        updated_at: '2026-11-22T08:30:53.085Z',
        merged_at: null,
        closed_at: null,
        reference: 'acme/platform/tools!1',
        url: 'https://gitlab.example.com/acme/platform/tools/-/merge_requests/1'
      }
    },
    {
      name: 'nothing',
      summary: 'No change given',
      input: { project: 'acme/playground', merge_request_iid: 1 },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ merge_request_iid, project, ...changes }) =>
    `Update ${Object.keys(changes).join(', ')} of the merge request !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: async (input, call) => updateMergeRequest(call.client, await withUserIds(call.client, input, call), call)
})
