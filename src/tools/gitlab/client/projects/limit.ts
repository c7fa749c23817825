import { isRead } from '../../../../lib/http/request.ts'
import { isRow } from '../../../../lib/row.ts'
import { type GitLab, withAccess } from '../connection.ts'
import type { GitLabCall, GitLabRequest } from '../request.ts'
import { limitedAccess, type ProjectAccess } from './project-access.ts'

/**
 * Returns the client for a key that is limited to projects. Each request is checked: every project that it names must be one that the key may use, and one
 * that names none is not sent. Exceptions: people, the server and the token; lists of several projects whose rows are filtered.
 */
export function limitToProjects(gitlab: GitLab, only: ReadonlyMap<string, readonly string[]>): GitLab {
  const projects = only.get('project')
  if (!projects) return gitlab
  const access = limitedAccess(gitlab.access, projects)
  return withAccess({ ...gitlab, ...limitRequests(gitlab, access) }, access)
}

function limitRequests({ row, send, download }: GitLab, access: ProjectAccess): Pick<GitLab, 'row' | 'send' | 'download'> {
  async function check(request: GitLabRequest, call: GitLabCall): Promise<void> {
    const named = projectsIn(request)
    if (named.length === 0 && !isOfNoProject(request) && !isFiltered(request)) access.checkUnlimited(call)
    for (const project of named) await access.check(project, call)
  }
  const checked =
    <Request extends GitLabRequest, Response>(request: (request: Request, call: GitLabCall) => Promise<Response>) =>
    async (sent: Request, call: GitLabCall): Promise<Response> => {
      await check(sent, call)
      return await request(sent, call)
    }
  return { row: checked(row), send: checked(send), download: checked(download) }
}

/** Reads that concern people, the server or the token. */
const OF_NO_PROJECT = /^(?:user|users(?:\/\d+)?|metadata|version|job|personal_access_tokens\/self)$/

const isOfNoProject = (request: GitLabRequest): boolean =>
  isRead(request) && (request.levels_up === undefined ? OF_NO_PROJECT.test(request.path) : request.path === 'oauth/token/info')

const isFiltered = (request: GitLabRequest): boolean => isRead(request) && request.filtered === true

/** Names of properties that contain the path or ID of a project, in the REST API and in the variables of GraphQL. */
const NAMING = /^(?:[a-z]+_)*projects?(?:_ids?|_path)?$/
const NAMING_IN_GRAPHQL = /^path$|(?:^full|^namespace|^project)Path$|(?:^|[a-z])[pP]roject(?:Id)?$/

/** Returns the projects that a request names: in its path, in its query, in its body, and as its handler states. */
function projectsIn({ path, levels_up, namespace, query, json, form }: GitLabRequest): string[] {
  const naming = levels_up === undefined ? NAMING : NAMING_IN_GRAPHQL
  const [, inPath] = levels_up === undefined ? (/^projects\/([^/]+)/.exec(path) ?? []) : []
  return [
    ...(inPath === undefined ? [] : [decodeURIComponent(inPath)]),
    ...(namespace === undefined ? [] : [namespace]),
    ...[query, json, form].flatMap(sent => valuesOf(sent, naming))
  ]
}

/** Returns the values of all properties with such a name, at any depth. */
function valuesOf(given: unknown, naming: RegExp): string[] {
  if (Array.isArray(given)) return given.flatMap(one => valuesOf(one, naming))
  if (!isRow(given)) return []
  return Object.entries(given).flatMap(([name, value]) => {
    if (!naming.test(name)) return valuesOf(value, naming)
    return [value].flat().flatMap(one => (typeof one === 'string' || typeof one === 'number' ? String(one) : valuesOf(one, naming)))
  })
}
