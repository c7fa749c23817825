import { refuse } from '../refusal.ts'
import { now } from '../served.ts'
import type { Issue, Project, State } from '../state/model.ts'

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
