import { flagIn, listIn, numberIn, numbersIn, type Params, requiredIn, textIn, wordIn } from '../params.ts'
import { misgiven, refuse } from '../refusal.ts'
import { now } from '../served.ts'
import { ME } from '../state/me.ts'
import type { Issue, Project, State } from '../state/model.ts'

export function makeIssue(state: State, project: Project, params: Params): Issue {
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
    assignee_ids: (numbersIn(params, 'assignee_ids') ?? []).filter(id => id > 0),
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

/** `labels` replaces the whole set; `add_labels` and `remove_labels` leave the rest. */
export function changeIssue(project: Project, issue: Issue, params: Params): void {
  if (!CHANGEABLE.some(name => params[name] !== undefined))
    throw misgiven(`${CHANGEABLE.join(', ')} are missing, at least one parameter must be provided`)
  const event = wordIn(params, 'state_event', ['close', 'reopen'])
  const [title, labels] = [textIn(params, 'title'), listIn(params, 'labels')]
  if (title === '') throw refuse(400, { title: ["can't be blank"] })
  issue.title = title ?? issue.title
  issue.description = textIn(params, 'description') ?? issue.description
  const [added, removed] = [listIn(params, 'add_labels') ?? [], listIn(params, 'remove_labels') ?? []]
  issue.labels = [...new Set([...(labels ?? issue.labels), ...added])].filter(label => !removed.includes(label)).sort()
  changePlan(project, issue, params)
  if (event === 'close' && issue.state === 'opened') [issue.state, issue.closed_at] = ['closed', now()]
  if (event === 'reopen') [issue.state, issue.closed_at] = ['opened', null]
  issue.updated_at = now()
}

function changePlan(project: Project, issue: Issue, params: Params): void {
  const assignees = numbersIn(params, 'assignee_ids')
  // An empty list is passed over; 0 stands for nobody.
  if (assignees && assignees.length > 0) issue.assignee_ids = assignees.filter(id => id > 0)
  const milestone = numberIn(params, 'milestone_id')
  if (milestone !== undefined) issue.milestone_id = project.milestones.some(({ id }) => id === milestone) ? milestone : null
  const due = textIn(params, 'due_date')
  if (due !== undefined) issue.due_date = due || null
  if (params['weight'] !== undefined) issue.weight = numberIn(params, 'weight') ?? null
  issue.confidential = flagIn(params, 'confidential') ?? issue.confidential
  issue.discussion_locked = flagIn(params, 'discussion_locked') ?? issue.discussion_locked
}

export function moveIssue(state: State, from: Project, issue: Issue, to: Project): Issue {
  if (from === to) throw refuse(400, 'Cannot move issue to project it originates from!')
  const { id: _, iid: __, ...content } = issue
  const moved = {
    ...structuredClone(content),
    id: state.nextId(),
    iid: Math.max(0, ...to.issues.map(({ iid }) => iid)) + 1,
    updated_at: now()
  }
  to.issues.push(moved)
  Object.assign(issue, { state: 'closed', closed_at: now(), moved_to_id: moved.id, updated_at: now() })
  return moved
}
