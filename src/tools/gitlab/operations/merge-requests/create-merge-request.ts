import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { brief } from '../../../../lib/format.ts'
import { createMergeRequest } from '../../client/merge-requests/merge-requests.ts'
import { withUserIds } from '../../client/projects/users.ts'
import { resourceErrors } from '../../errors.ts'
import { idOf, LONG_TEXT_BODY, labelNames, project, projectName, richText, title, userIds, userNames } from '../../inputs/common.ts'
import { refName } from '../../inputs/files.ts'
import { NewMergeRequest } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_merge_request',
  core: true,
  group: 'merge_requests',
  summary: 'Create a merge request',
  description:
    'Creates a merge request and returns it, including its number (IID). Use it when a branch is ready for review; to change an existing one, use update_merge_request instead. A branch that already has an open merge request is refused with 409, so a repeated call creates no second one. A title that begins with "Draft:" creates a draft.',
  permission: 'write',
  http: 'POST /merge-requests',
  max_body: LONG_TEXT_BODY,
  success: [201],
  aliases: ['create_merge_request'],
  see_also: ['gitlab_update_merge_request', 'gitlab_list_merge_requests'],
  asked_as: {
    en: [
      'open a PR',
      'submit my branch for review',
      'put up a pull request',
      'propose my changes',
      'ask for a code review',
      'my branch is ready, request a merge',
      'get my changes into main',
      'send my work for review',
      'propose my branch for review',
      "I've pushed my changes, get them reviewed",
      'my feature is ready, open a review',
      'ask to get my branch into main'
    ],
    de: ['einen Merge Request erstellen'],
    es: ['abre un pull request', 'crea un merge request'],
    fr: ['ouvrir une merge request', 'proposer mes modifications'],
    ja: ['プルリクエストを出して', 'マージリクエストを作成'],
    pl: ['otwórz merge request', 'wystaw pull request']
  },
  input: Type.Object({
    project,
    source_branch: refName('Source branch'),
    target_branch: refName('Target branch'),
    title: title('Title'),
    description: Type.Optional(richText('Description. "Closes #12" in it closes that issue on merge')),
    labels: Type.Optional(labelNames('Labels; a label that the project does not have is created')),
    target_project: Type.Optional(projectName('Target project, if the merge request is from a fork', 'the same project')),
    assignee_ids: Type.Optional(userIds('Assignees')),
    assignees: Type.Optional(userNames('Assignees')),
    reviewer_ids: Type.Optional(userIds('Reviewers')),
    reviewers: Type.Optional(userNames('Reviewers')),
    milestone_id: Type.Optional(idOf('milestone, not its number')),
    remove_source_branch: Type.Optional(Type.Boolean({ description: 'true: delete the source branch when the merge request is merged' })),
    squash: Type.Optional(Type.Boolean({ description: 'true: squash all commits when the merge request is merged' }))
  }),
  output: NewMergeRequest,
  requires: [atMostOne('assignee_ids', 'assignees'), atMostOne('reviewer_ids', 'reviewers')],
  errors: { ...resourceErrors('project or branch'), already_exists: 'The branch already has an open merge request' },
  examples: [
    {
      name: 'branch',
      summary: 'Merge a branch into the default branch',
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
      summary: 'A title is required',
      input: { project: 'acme/playground', source_branch: 'fix/form', target_branch: 'main' },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ source_branch, target_branch, project, title }) =>
    `Create a merge request from ${source_branch} into ${target_branch} of ${project ?? 'the default project'}: ${brief(title)}`,
  handler: async (input, call) => createMergeRequest(call.client, await withUserIds(call.client, input, call), call)
})
