import { notFound, refuse } from './refusal.ts'
import type { Group, Issue, Project, State, User } from './state/model.ts'

/** Finds a project by ID, or by path regardless of case. */
export function findProject({ projects }: State, ref: string): Project {
  const found = projects.find(({ id, path }) => String(id) === ref || path.toLowerCase() === ref.toLowerCase())
  if (!found) throw notFound('Project')
  return found
}

/** Finds the project that had this path before it was moved. */
export const movedProject = ({ projects }: State, ref: string): Project | undefined =>
  projects.find(({ previous_paths }) => previous_paths.includes(ref.toLowerCase()))

export function findGroup({ groups }: State, ref: string): Group {
  const found = groups.find(({ id, full_path }) => String(id) === ref || full_path.toLowerCase() === ref.toLowerCase())
  if (!found) throw notFound('Group')
  return found
}

export function findUser({ users }: State, ref: string): User {
  const found = users.find(({ id, username }) => String(id) === ref || username === ref)
  if (!found) throw notFound('User')
  return found
}

/** Finds an issue by IID; global IDs are not accepted here. */
export function findIssue({ issues }: Project, iid: string): Issue {
  const found = issues.find(issue => String(issue.iid) === iid)
  if (!found) throw refuse(404, '404 Not found')
  return found
}
