import { type Sides, sidesOf } from './merging.ts'
import type { Issue, MergeRequest, Project, State } from './model.ts'
import { history } from './repository.ts'

const CLOSING = /\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?):? +([\w./-]*)#(\d+)/gi

/** Returns the issues that a merge would close, by its texts and its commit messages. GitLab supports more notations. */
export function closedBy(state: State, project: Project, one: MergeRequest): { id: number; of: Project; issue: Issue }[] {
  if (one.target_branch !== project.default_branch) return []
  const words = [one.title, one.description, ...commitsOf(project, sidesOf(project, one))].join('\n')
  return [...words.matchAll(CLOSING)].flatMap(([, path, iid]) => {
    const of = path ? state.projects.find(other => other.path === path) : project
    const issue = of?.issues.find(other => String(other.iid) === iid && other.state === 'opened')
    return of && issue ? [{ id: issue.id, of, issue }] : []
  })
}

function commitsOf({ repository }: Project, sides: Sides | undefined): string[] {
  if (!sides) return []
  const before = new Set(history(repository, sides.base).map(({ id }) => id))
  return history(repository, sides.source)
    .filter(({ id }) => !before.has(id))
    .map(({ message }) => message)
}
