import { flagIn, listIn, numberIn, type Params, requiredIn, textIn, wordIn } from '../params.ts'
import { refuse } from '../refusal.ts'
import { now } from '../served.ts'
import { ME } from '../state/me.ts'
import type { Issue, Project, State } from '../state/model.ts'
import { changePlan, peopleIn, requireOneOf } from './change-plan.ts'
import { runQuickActions } from './quick-actions.ts'

export function createIssue(state: State, project: Project, params: Params): Issue {
  const title = requiredIn(params, 'title')
  if (title.length > 255) throw refuse(400, { title: ['is too long (maximum is 255 characters)'] })
  const issue: Issue = {
    id: state.nextId(),
    iid: Math.max(0, ...project.issues.map(({ iid }) => iid)) + 1,
    title,
    description: textIn(params, 'description') ?? '',
    state: 'opened',
    labels: listIn(params, 'labels') ?? [],
    milestone_id: numberIn(params, 'milestone_id') ?? null,
    author_id: ME,
    assignee_ids: peopleIn(params, 'assignee_ids') ?? [],
    due_date: textIn(params, 'due_date') ?? null,
    confidential: flagIn(params, 'confidential') ?? false,
    issue_type: wordIn(params, 'issue_type', ['issue', 'incident', 'test_case', 'task']) ?? 'issue',
    weight: numberIn(params, 'weight') ?? null,
    discussion_locked: false,
    moved_to_id: null,
    created_at: now(),
    updated_at: now(),
    closed_at: null,
    notes: []
  }
  project.issues.push(issue)
  issue.description = runQuickActions({ state, project, issue }, issue.description)
  return issue
}

const CHANGEABLE = [
  'title',
  'description',
  'labels',
  'add_labels',
  'remove_labels',
  'assignee_ids',
  'milestone_id',
  'due_date',
  'confidential',
  'issue_type',
  'weight',
  'state_event',
  'discussion_locked'
]

export function changeIssue(state: State, project: Project, issue: Issue, params: Params): void {
  requireOneOf(CHANGEABLE, params)
  if (textIn(params, 'title') === '') throw refuse(400, { title: ["can't be blank"] })
  changePlan(project, issue, params)
  const due = textIn(params, 'due_date')
  if (due !== undefined) issue.due_date = due || null
  if (params['weight'] !== undefined) issue.weight = numberIn(params, 'weight') ?? null
  issue.confidential = flagIn(params, 'confidential') ?? issue.confidential
  issue.discussion_locked = flagIn(params, 'discussion_locked') ?? issue.discussion_locked
  if (params['description'] !== undefined) issue.description = runQuickActions({ state, project, issue }, issue.description)
}
