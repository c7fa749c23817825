import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne, atMostOne, notCleared } from '../../../../contract/requires.ts'
import { words } from '../../../../contract/schema.ts'
import { updateMergeRequest } from '../../client/merge-requests.ts'
import { MISSING } from '../../failures.ts'
import { refName } from '../../file-inputs.ts'
import { idOf, labelNames, mergeRequestIid, project, richText, title, userIds } from '../../inputs.ts'
import { MergeRequest } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'update_merge_request',
  group: 'merge_requests',
  summary: 'Change title, description, labels, people or target of a merge request',
  description:
    'Changes what is given of a merge request and answers it; the rest stays. Use it to correct or sort it, or to take Draft: off its title. add_labels and remove_labels leave the other labels alone; only replace_labels takes all others off. A property is emptied by naming it in clear. To close it use close_merge_request instead.',
  permission: 'write',
  http: 'PATCH /merge-requests/:merge_request_iid',
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
      'reviewer_ids',
      'milestone_id',
      'remove_source_branch',
      'squash',
      'discussion_locked',
      'clear'
    ),
    atMostOne('replace_labels', 'add_labels'),
    atMostOne('replace_labels', 'remove_labels'),
    notCleared()
  ],
  instead: {
    labels: 'replace_labels, which takes all others off; or add_labels and remove_labels, which leave them',
    state_event: 'the operations gitlab_close_merge_request and gitlab_reopen_merge_request'
  },
  aliases: ['update_merge_request'],
  see_also: ['gitlab_get_merge_request', 'gitlab_close_merge_request'],
  input: Type.Object({
    project,
    merge_request_iid: mergeRequestIid,
    title: Type.Optional(title('New title')),
    description: Type.Optional(richText('New description; replaces the whole text')),
    target_branch: Type.Optional(refName('Branch it is to be merged into')),
    add_labels: Type.Optional(labelNames('Labels to add; those that it has stay')),
    remove_labels: Type.Optional(labelNames('Labels to take off; the others stay')),
    replace_labels: Type.Optional(labelNames('Labels it shall have in place of all that it has')),
    assignee_ids: Type.Optional(userIds('Whom it shall be assigned to, in place of those it is')),
    reviewer_ids: Type.Optional(userIds('Who shall look at it, in place of those who shall')),
    milestone_id: Type.Optional(idOf('milestone, not its number')),
    remove_source_branch: Type.Optional(Type.Boolean({ description: 'true: delete the source branch when it is merged' })),
    squash: Type.Optional(Type.Boolean({ description: 'true: put all commits into one when it is merged' })),
    discussion_locked: Type.Optional(Type.Boolean({ description: 'true: only members may comment' })),
    clear: Type.Optional(
      Type.Array(words(['description', 'labels', 'assignees', 'reviewers', 'milestone'], { description: 'A property' }), {
        minItems: 1,
        maxItems: 5,
        description: 'Properties to empty: description, labels, assignees, reviewers, milestone'
      })
    )
  }),
  output: MergeRequest,
  errors: { ...MISSING('merge request'), version_conflict: 'Somebody else changed it at the same moment' },
  examples: [
    {
      name: 'label',
      summary: 'A label more',
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
        pipeline_status: null,
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
      summary: 'Nothing to change',
      input: { project: 'acme/playground', merge_request_iid: 1 },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ merge_request_iid, project, ...changes }) =>
    `Change ${Object.keys(changes).join(', ')} of the merge request !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => updateMergeRequest(call.client, input, call)
})
