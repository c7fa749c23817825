import { OperationError } from '../../../../contract/errors.ts'
import { integerOrNull, isRow } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import { projectIn } from '../mappers/issues.ts'
import { denied } from '../projects/project-access.ts'
import type { GitLabCall, GitLabRequest } from '../request.ts'

/**
 * GitLab's auto-close pattern: a keyword, then issues in any notation. Case and line breaks are matched more loosely, because GitLab's versions
 * differ in them.
 */
const KEYWORD = String.raw`\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?)`
const ISSUE = String.raw`https?:\/\/[^\s>]{1,300}(?<![?!.,:])|\[(?:issue|work_item):[^\]\s]{1,300}\]|GL-\d+|[\w./-]*#\d+`
const CLOSING = new RegExp(String.raw`${KEYWORD}:?\s+(?:(?:issues?\s+)?(?:${ISSUE})[\s,]*(?:and[\s,]*)?)+`, 'gi')

/** Notations that name the project of an issue. Any other refers to the project itself. */
const PROJECT_OF = [/^https?:\/\/[^/]+\/(.+?)\/(?:-\/)?(?:issues|work_items)\//i, /^\[\w+:(.+)\/\d+\]$/, /^([\w./-]+)#\d+$/]

/** Each needs a request to GitLab. */
const MAX_PROJECTS = 20

/** Returns the other projects, as the text names them, whose issues GitLab would close once the text is on the default branch. */
export function projectsClosedBy(text: string): string[] {
  const issues = [...text.matchAll(CLOSING)].flatMap(([statement]) => [...statement.matchAll(new RegExp(ISSUE, 'gi'))])
  const named = issues.map(([issue]) => PROJECT_OF.map(form => form.exec(issue)?.[1]).find(path => path !== undefined))
  return [...new Set(named.filter(path => path !== undefined))]
}

/**
 * Throws denied_by_policy if GitLab would close an issue of a project that the caller may not use because of one of the texts: GitLab would do it
 * with the permissions of the token. `texts`: by property name.
 */
export async function rejectAutoClose(
  gitlab: GitLab,
  texts: Readonly<Record<string, string | undefined>>,
  call: GitLabCall
): Promise<void> {
  if (!gitlab.access.isLimited(call.caller)) return
  const root = new URL(`${gitlab.site.base}/`).pathname.slice(1)
  for (const [property, text = ''] of Object.entries(texts)) {
    const projects = projectsClosedBy(text)
    if (projects.length > MAX_PROJECTS) throw wouldClose(property, `${projects.length} projects, more than are checked`)
    for (const named of projects) {
      const project = named.startsWith(root) ? named.slice(root.length) : named
      if (!(await mayClose(gitlab, project, call))) throw wouldClose(property, notAllowed(project))
    }
  }
}

/** A name without a slash is a sibling project or a group. GitLab closes nothing in a project that it does not find. */
async function mayClose({ access }: GitLab, project: string, call: GitLabCall): Promise<boolean> {
  if (!project.includes('/') || project.startsWith('groups/')) return false
  try {
    return await access.mayUse(project, call)
  } catch (error) {
    if (error instanceof OperationError && error.code === 'NOT_FOUND_ERROR') return true
    throw error
  }
}

const wouldClose = (source: string, projects: string): OperationError =>
  denied(
    `Because of ${source}, GitLab would close an issue of ${projects}.`,
    'Name the issue with the full path of its project. To mention an issue of another project, omit the keyword: "see group/name#1".'
  )

const notAllowed = (project: string): string => `${project}, which is not among the projects that may be used here`

const PER_PAGE = 100

/**
 * Throws denied_by_policy if the merge would close an issue of a project that the caller may not use, regardless of who wrote the closing text. GitLab itself
 * lists the issues that the merge closes.
 */
export async function rejectAutoCloseByMerge(
  gitlab: GitLab,
  { path, subject }: Pick<GitLabRequest, 'path' | 'subject'>,
  call: GitLabCall
): Promise<void> {
  if (!gitlab.access.isLimited(call.caller)) return
  for (let page = 1; ; page++) {
    const { body } = await gitlab.send({ path: `${path}/closes_issues`, query: { per_page: PER_PAGE, page }, subject }, call)
    const issues = Array.isArray(body) ? body.filter(isRow) : []
    // Issues without a project belong to an external tracker.
    const projects = issues.filter(row => integerOrNull(row, 'project_id') !== null).map(projectIn)
    const other = projects.find(project => !gitlab.access.allows(call.caller, project))
    if (other) throw wouldClose('its title, its description or its commits', notAllowed(other.path || String(other.id)))
    if (issues.length < PER_PAGE) return
  }
}
