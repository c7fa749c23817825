import { listIn, numberIn, numbersIn, type Params, textIn, wordIn } from '../params.ts'
import { invalidParameter } from '../refusal.ts'
import { now } from '../served.ts'
import type { Issue, MergeRequest, Project } from '../state/model.ts'

type Planned = Issue | MergeRequest

export function requireOneOf(changeable: readonly string[], params: Params): void {
  if (!changeable.some(name => params[name] !== undefined))
    throw invalidParameter(`${changeable.join(', ')} are missing, at least one parameter must be provided`)
}

/** Updates the properties that issues and merge requests share. `labels` replaces all labels; `add_labels` and `remove_labels` keep the others. */
export function changePlan(project: Project, one: Planned, params: Params): void {
  const event = wordIn(params, 'state_event', ['close', 'reopen'])
  one.title = textIn(params, 'title') ?? one.title
  one.description = textIn(params, 'description') ?? one.description
  const [added, removed] = [listIn(params, 'add_labels') ?? [], listIn(params, 'remove_labels') ?? []]
  one.labels = [...new Set([...(listIn(params, 'labels') ?? one.labels), ...added])].filter(label => !removed.includes(label)).sort()
  one.assignee_ids = peopleIn(params, 'assignee_ids') ?? one.assignee_ids
  const milestone = numberIn(params, 'milestone_id')
  if (milestone !== undefined) one.milestone_id = project.milestones.some(({ id }) => id === milestone) ? milestone : null
  changeState(one, event)
  one.updated_at = now()
}

/** GitLab ignores an empty list, and reads 0 as no user. */
export function peopleIn(params: Params, name: string): number[] | undefined {
  const ids = numbersIn(params, name) ?? []
  return ids.length > 0 ? ids.filter(id => id > 0) : undefined
}

function changeState(one: Planned, event: string | undefined): void {
  if (one.state === 'merged') return
  if (event === 'close' && one.state === 'opened') [one.state, one.closed_at] = ['closed', now()]
  if (event === 'reopen') [one.state, one.closed_at] = ['opened', null]
}
