import type { Change } from './change.ts'

/** A change, as a caller says it. */
interface Wanted {
  add_labels?: string[]
  remove_labels?: string[]
  set_state?: 'opened' | 'closed'
  assignee_ids?: number[]
  reviewer_ids?: number[]
  milestone_id?: number
  clear?: string[]
}

export const changeOf = ({
  add_labels,
  remove_labels,
  set_state,
  assignee_ids,
  reviewer_ids,
  milestone_id,
  clear = []
}: Wanted): Change => ({
  ...(add_labels && { add_labels }),
  ...(remove_labels && { remove_labels }),
  ...(set_state && { state: set_state }),
  ...(assignee_ids && { assignee_ids }),
  ...(reviewer_ids && { reviewer_ids }),
  ...(milestone_id !== undefined && { milestone_id }),
  ...(clear.includes('milestone') && { milestone_id: null })
})

/** The same, as a question to a person says it. */
export function toldOf({ add_labels, remove_labels, set_state, assignee_ids, reviewer_ids, milestone_id, clear = [] }: Wanted): string {
  const people = (what: string, ids: number[] | undefined) => ids && `${what} ${ids.join(', ') || 'nobody'}`
  const words = [
    set_state,
    add_labels && `with ${add_labels.join(', ')}`,
    remove_labels && `without ${remove_labels.join(', ')}`,
    people('assignees', assignee_ids),
    people('reviewers', reviewer_ids),
    milestone_id !== undefined && `milestone ${milestone_id}`,
    clear.includes('milestone') && 'without milestone'
  ]
  return words.filter(Boolean).join(', ')
}
