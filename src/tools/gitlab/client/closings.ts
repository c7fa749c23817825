import { OperationError } from '../../../contract/errors.ts'
import { integerOrNull, isRow } from '../../../lib/row.ts'
import { denied } from './allowance.ts'
import type { GitLab } from './connection.ts'
import type { Request, Turn } from './request.ts'
import { projectIn } from './shapes/issues.ts'

/** GitLab's own pattern, but for case and line ends, about which its versions differ: a word, then issues, in whatever way they are written. */
const WORD = String.raw`\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?)`
const ISSUE = String.raw`https?:\/\/[^\s>]{1,300}(?<![?!.,:])|\[(?:issue|work_item):[^\]\s]{1,300}\]|GL-\d+|[\w./-]*#\d+`
const CLOSING = new RegExp(String.raw`${WORD}:?\s+(?:(?:issues?\s+)?(?:${ISSUE})[\s,]*(?:and[\s,]*)?)+`, 'gi')

/** The forms in which an issue tells its project; without one it is of the project itself. */
const PROJECT_OF = [/^https?:\/\/[^/]+\/(.+?)\/(?:-\/)?(?:issues|work_items)\//i, /^\[\w+:(.+)\/\d+\]$/, /^([\w./-]+)#\d+$/]

/** Each is a question to GitLab. */
const MOST_PROJECTS = 20

/** Projects, as they are named, whose issues GitLab would close by such a text once it is on the default branch. */
export function closedIn(text: string): string[] {
  const issues = [...text.matchAll(CLOSING)].flatMap(([statement]) => [...statement.matchAll(new RegExp(ISSUE, 'gi'))])
  const named = issues.map(([issue]) => PROJECT_OF.map(form => form.exec(issue)?.[1]).find(path => path !== undefined))
  return [...new Set(named.filter(path => path !== undefined))]
}

/** Refuses a text by which GitLab would close an issue of a project that the caller may not use: it would do so with the rights of the token. */
export async function withoutClosings(gitlab: GitLab, texts: Readonly<Record<string, string | undefined>>, turn: Turn): Promise<void> {
  if (gitlab.allowance.of(turn.caller).length === 0) return
  const root = new URL(`${gitlab.site.base}/`).pathname.slice(1)
  for (const [property, text = ''] of Object.entries(texts)) {
    const projects = closedIn(text)
    if (projects.length > MOST_PROJECTS) throw wouldClose(property, `${projects.length} projects, more than are looked at`)
    for (const named of projects) {
      const project = named.startsWith(root) ? named.slice(root.length) : named
      if (!(await mayClose(gitlab, project, turn))) throw wouldClose(property, outside(project))
    }
  }
}

/** A name alone is that of a project nearby, or of a group; what GitLab does not find, it does not close either. */
async function mayClose({ allowance }: GitLab, project: string, turn: Turn): Promise<boolean> {
  if (!project.includes('/') || project.startsWith('groups/')) return false
  try {
    return await allowance.mayUse(project, turn)
  } catch (error) {
    if (error instanceof OperationError && error.code === 'NOT_FOUND_ERROR') return true
    throw error
  }
}

const wouldClose = (property: string, whose: string): OperationError =>
  denied(
    `By ${property} GitLab would close an issue of ${whose}.`,
    'Name the issue by the whole path of its project; one of another project without such a word before it, as "see group/name#1".'
  )

const outside = (project: string): string => `${project}, which is not among the projects that may be used here`

const PER_PAGE = 100

/** Refuses a merge with which GitLab would close such an issue, whoever wrote that: what it would close, it tells itself. */
export async function mergesWithoutClosings(gitlab: GitLab, { path, about }: Pick<Request, 'path' | 'about'>, turn: Turn): Promise<void> {
  if (gitlab.allowance.of(turn.caller).length === 0) return
  for (let page = 1; ; page++) {
    const { body } = await gitlab.send({ path: `${path}/closes_issues`, query: { per_page: PER_PAGE, page }, about }, turn)
    const issues = Array.isArray(body) ? body.filter(isRow) : []
    // Without a project they are of another tracker.
    const projects = issues.filter(row => integerOrNull(row, 'project_id') !== null).map(projectIn)
    const other = projects.find(project => !gitlab.allowance.allows(turn.caller, project))
    if (other) throw wouldClose('its title, its description or its commits', outside(other.path || String(other.id)))
    if (issues.length < PER_PAGE) return
  }
}
