import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { createMergeRequest } from '../../client/merge-requests.ts'
import { MISSING } from '../../failures.ts'
import { refName } from '../../file-inputs.ts'
import { idOf, labelNames, project, projectName, richText, title, userIds } from '../../inputs.ts'
import { NewMergeRequest } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_merge_request',
  core: true,
  group: 'merge_requests',
  summary: 'Make a merge request',
  description:
    'Asks to merge a branch into another, and answers the merge request with its number. Use it when work on a branch is to be looked at. A branch that has an open one already is answered 409, so a second equal call makes none. A title that begins with Draft: makes a draft. To change one that there is use update_merge_request instead.',
  permission: 'write',
  http: 'POST /merge-requests',
  success: [201],
  aliases: ['create_merge_request'],
  see_also: ['gitlab_update_merge_request', 'gitlab_list_merge_requests'],
  input: Type.Object({
    project,
    source_branch: refName('Branch whose changes it brings'),
    target_branch: refName('Branch it is to be merged into'),
    title: title('Its title'),
    description: Type.Optional(richText('What it is about; Closes #12 closes that issue when it is merged')),
    labels: Type.Optional(labelNames('Labels; one that the project does not have is made')),
    target_project: Type.Optional(projectName('Where it is to be merged, as from a fork. Absent: the same project')),
    assignee_ids: Type.Optional(userIds('Whom it is assigned to')),
    reviewer_ids: Type.Optional(userIds('Who shall look at it')),
    milestone_id: Type.Optional(idOf('milestone, not its number')),
    remove_source_branch: Type.Optional(Type.Boolean({ description: 'true: delete the source branch when it is merged' })),
    squash: Type.Optional(Type.Boolean({ description: 'true: put all commits into one when it is merged' }))
  }),
  output: NewMergeRequest,
  errors: { ...MISSING('project or branch'), already_exists: 'The branch has an open merge request already' },
  examples: [
    {
      name: 'branch',
      summary: 'A branch into the default one',
      input: {
        project: 'acme/playground',
        source_branch: 'old/merged',
        target_branch: 'main',
        title: 'Merge what is old',
        reviewer_ids: [3]
      },
      output: {
        id: 1105,
        iid: 4,
        project_id: 3,
        title: 'Merge what is old',
        description: '',
        state: 'opened',
        draft: false,
        source_branch: 'old/merged',
        target_branch: 'main',
        labels: [],
        milestone: null,
        author: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        assignees: [],
        reviewers: [{ id: 3, username: 'bea', name: 'Bea Builder' }],
        merge_status: 'checking',
        has_conflicts: false,
        blocking_discussions_resolved: true,
        merge_when_pipeline_succeeds: false,
        changes_count: '0',
        comment_count: 0,
        sha: '184c15b2180a985756d7985cb322b9eb3f91d7ab',
        merge_commit_sha: null,
        pipeline_status: null,
        created_at: '2026-11-22T08:22:07.863Z',
        updated_at: '2026-11-22T08:22:07.863Z',
        merged_at: null,
        closed_at: null,
        reference: 'acme/playground!4',
        url: 'https://gitlab.example.com/acme/playground/-/merge_requests/4'
      }
    },
    {
      name: 'no_title',
      summary: 'A title is needed',
      input: { project: 'acme/playground', source_branch: 'fix/form', target_branch: 'main' },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ source_branch, target_branch, project, title }) =>
    `Ask to merge ${source_branch} into ${target_branch} of ${project ?? 'the default project'}: ${brief(title)}`,
  handler: (input, call) => createMergeRequest(call.client, input, call)
})
