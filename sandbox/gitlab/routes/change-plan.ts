import { listIn, numberIn, numbersIn, type Params, textIn, wordIn } from '../params.ts'
import { misgiven } from '../refusal.ts'
import { now } from '../served.ts'
import type { Issue, MergeRequest, Project } from '../state/model.ts'

type Planned = Issue | MergeRequest

export function requireOneOf(changeable: readonly string[], params: Params): void {
  if (!changeable.some(name => params[name] !== undefined))
    throw misgiven(`${changeable.join(', ')} are missing, at least one parameter must be provided`)
}

/** What issues and merge requests have alike. `labels` replaces the whole set; `add_labels` and `remove_labels` leave the rest. */
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

/** An empty list is passed over; 0 stands for nobody. */
export function peopleIn(params: Params, name: string): number[] | undefined {
  const ids = numbersIn(params, name) ?? []
  return ids.length > 0 ? ids.filter(id => id > 0) : undefined
}

function changeState(one: Planned, event: string | undefined): void {
  if (one.state === 'merged') return
  if (event === 'close' && one.state === 'opened') [one.state, one.closed_at] = ['closed', now()]
  if (event === 'reopen') [one.state, one.closed_at] = ['opened', null]
}
