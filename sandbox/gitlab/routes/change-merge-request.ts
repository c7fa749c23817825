import { flagIn, listIn, numberIn, type Params, requiredIn, textIn } from '../params.ts'
import { refuse } from '../refusal.ts'
import { now } from '../served.ts'
import { ME } from '../state/me.ts'
import type { MergeRequest, Project, State } from '../state/model.ts'
import { changePlan, peopleIn, requireOneOf } from './change-plan.ts'
import { runQuickActions } from './quick-actions.ts'

export function createMergeRequest(state: State, project: Project, params: Params): MergeRequest {
  const [source_branch, target_branch, title] = [
    requiredIn(params, 'source_branch'),
    requiredIn(params, 'target_branch'),
    requiredIn(params, 'title')
  ]
  if (source_branch === target_branch) throw refuse(400, ["You can't use same project/branch for source and target"])
  if (!project.repository.branches.has(source_branch)) throw refuse(400, { source_branch: ['does not exist'] })
  const open = project.merge_requests.find(
    one =>
      one.state === 'opened' &&
      one.source_project_id === undefined &&
      one.source_branch === source_branch &&
      one.target_branch === target_branch
  )
  if (open) throw refuse(409, [`Another open merge request already exists for this source branch: !${open.iid}`])
  const created: MergeRequest = {
    id: state.nextId(),
    iid: Math.max(0, ...project.merge_requests.map(({ iid }) => iid)) + 1,
    title,
    description: textIn(params, 'description') ?? '',
    state: 'opened',
    source_branch,
    target_branch,
    labels: listIn(params, 'labels') ?? [],
    milestone_id: numberIn(params, 'milestone_id') ?? null,
    author_id: ME,
    assignee_ids: peopleIn(params, 'assignee_ids') ?? [],
    reviewer_ids: peopleIn(params, 'reviewer_ids') ?? [],
    squash: flagIn(params, 'squash') ?? false,
    remove_source_branch: flagIn(params, 'remove_source_branch') ?? false,
    auto_merge: false,
    approved_by: [],
    discussions: [],
    unsettled: 1,
    rebasing: false,
    merge_error: null,
    merge_commit_sha: null,
    last_sha: null,
    created_at: now(),
    updated_at: now(),
    merged_at: null,
    closed_at: null
  }
  project.merge_requests.push(created)
  created.description = runQuickActions({ state, project, request: created }, created.description)
  return created
}

const CHANGEABLE = [
  'title',
  'description',
  'labels',
  'add_labels',
  'remove_labels',
  'assignee_ids',
  'reviewer_ids',
  'milestone_id',
  'target_branch',
  'remove_source_branch',
  'squash',
  'state_event',
  'discussion_locked'
]

export function changeMergeRequest(state: State, project: Project, one: MergeRequest, params: Params): void {
  requireOneOf(CHANGEABLE, params)
  changePlan(project, one, params)
  one.target_branch = textIn(params, 'target_branch') ?? one.target_branch
  one.reviewer_ids = peopleIn(params, 'reviewer_ids') ?? one.reviewer_ids
  one.squash = flagIn(params, 'squash') ?? one.squash
  one.remove_source_branch = flagIn(params, 'remove_source_branch') ?? one.remove_source_branch
  if (params['description'] !== undefined) one.description = runQuickActions({ state, project, request: one }, one.description)
}
