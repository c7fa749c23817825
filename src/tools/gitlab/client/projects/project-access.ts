import { LRUCache } from 'lru-cache'
import type { Caller } from '../../../../contract/call.ts'
import { outsideConstraints, useOnly } from '../../../../contract/constraints.ts'
import { OperationError } from '../../../../contract/errors.ts'
import { credentialOf } from '../../../../contract/principal.ts'
import { pathSegment } from '../../../../lib/http/segment.ts'
import { integerOrNull, type Row, text } from '../../../../lib/row.ts'
import type { GitLabCall, GitLabRequest } from '../request.ts'
import type { Settings } from '../site.ts'

/** The allowed projects: those that the instance allows, and those that the caller's key may use, by the settings of the instance and by its constraints. */
export interface ProjectAccess {
  /** The allowlists that apply to a caller; a project must be on all of them. Empty: every project is allowed. */
  allowlists: (caller: Caller) => readonly (readonly string[])[]
  /** Whether any allowlist applies to the caller. */
  isLimited: (caller: Caller) => boolean
  /** Whether the caller may use a project; `project` is its path or ID. */
  mayUse: (project: string, call: GitLabCall) => Promise<boolean>
  /** Throws denied_by_policy if the caller may not use the project, and outside_constraints if the constraints of its key do not include it. */
  check: (project: string, call: GitLabCall) => Promise<void>
  /** Throws one of them if an allowlist applies to the caller. For calls that concern more than one project. `why`: the text of denied_by_policy. */
  checkUnlimited: (call: GitLabCall, why?: string) => void
  /** What GitLab calls a project now; `project` is its path or ID. */
  identify: (project: string, call: GitLabCall) => Promise<ProjectIdentity>
  /** Whether the caller may see a resource of this project. */
  allows: (caller: Caller, project: ProjectIdentity) => boolean
}

/** ID and path of a project, as GitLab reports them; the path is empty if it is unknown. */
export interface ProjectIdentity {
  id: number | null
  path: string
}

const MAX_CACHED = 1000
/** Time for which the path of a project is cached. It may be moved out of the group that a limited key may use; the old path and the ID still lead to it. */
const CACHED_MS = 5_000

export function createProjectAccess(
  { projects, projects_by_key = [] }: Pick<Settings, 'projects' | 'projects_by_key'>,
  row: (request: GitLabRequest, call: GitLabCall) => Promise<Row>
): ProjectAccess {
  const byKey = Map.groupBy(projects_by_key, ({ key }) => key)
  return accessBy(
    ({ id }) => [projects, ...(byKey.get(credentialOf(id)) ?? []).map(({ projects }) => projects)].filter(list => list !== undefined),
    createIdentityCache(row)
  )
}

/** Returns the access of a key that is limited to projects. */
export function limitedAccess(access: ProjectAccess, only: readonly string[]): ProjectAccess {
  const outside = (): OperationError => outsideConstraints(useOnly('project', only, 'GitLab'))
  const own = accessBy(() => [only], access.identify)
  const mayUse: ProjectAccess['mayUse'] = async (project, call) =>
    (await own.mayUse(project, call).catch(error => {
      if (isNotFound(error) && !own.allows(call.caller, { id: null, path: project })) return false
      throw error
    })) && (await access.mayUse(project, call))
  return {
    ...accessBy(caller => [...access.allowlists(caller), only], access.identify),
    mayUse,
    async check(project, call) {
      // Whether it exists is not revealed, unless its path is one of those that the key may use.
      if (!(await mayUse(project, call))) throw outside()
    },
    checkUnlimited() {
      throw outside()
    }
  }
}

const isNotFound = (error: unknown): boolean => error instanceof OperationError && error.code === 'NOT_FOUND_ERROR'

function accessBy(allowlists: ProjectAccess['allowlists'], identify: ProjectAccess['identify']): ProjectAccess {
  const isLimited: ProjectAccess['isLimited'] = caller => allowlists(caller).length > 0
  const allows: ProjectAccess['allows'] = (caller, project) => allowlists(caller).every(list => list.some(entry => matches(entry, project)))
  const mayUse: ProjectAccess['mayUse'] = async (project, call) =>
    !isLimited(call.caller) || allows(call.caller, await identify(project, call))
  return {
    allowlists,
    isLimited,
    identify,
    allows,
    mayUse,
    async check(project, call) {
      if (!(await mayUse(project, call))) throw denied(`The project ${project} is not among those that may be used here.`)
    },
    checkUnlimited({ caller }, why = 'Only certain projects may be used here, and this call is not limited to one of them.') {
      if (isLimited(caller)) throw denied(why)
    }
  }
}

/** Returns problems of `projects_by_key` that no schema detects: two lists for one key, and lists for unknown keys. */
export function settingsProblems(
  { projects_by_key = [] }: Pick<Settings, 'projects_by_key'>,
  callers: readonly string[] | undefined
): string[] {
  const keys = projects_by_key.map(({ key }) => key)
  return keys.flatMap((key, index) => [
    ...(keys.indexOf(key) < index ? [`projects_by_key[${index}].key repeats ${key} (one list for each key)`] : []),
    ...(callers?.includes(key) === false
      ? [`projects_by_key[${index}].key is ${key}, but the gateway has no such key (use the ID of a key)`]
      : [])
  ])
}

/** Paths are compared without regard to case. */
function matches(entry: string, { id, path }: ProjectIdentity): boolean {
  const [wanted, given] = [entry.toLowerCase(), path.toLowerCase()]
  return wanted === given || (id !== null && wanted === String(id)) || (wanted.endsWith('/*') && given.startsWith(wanted.slice(0, -1)))
}

/** A project may be named by ID or by an old path, so allowlists are compared with what GitLab calls it now. */
function createIdentityCache(row: (request: GitLabRequest, call: GitLabCall) => Promise<Row>) {
  const known = new LRUCache<string, ProjectIdentity>({ max: MAX_CACHED, ttl: CACHED_MS })
  return async (project: string, call: GitLabCall): Promise<ProjectIdentity> => {
    const cached = known.get(project)
    if (cached) return cached
    const subject = { kind: 'project', name: project }
    const found = await row({ path: `projects/${pathSegment(project, 'project')}`, subject }, call)
    const identity = { id: integerOrNull(found, 'id'), path: text(found, 'path_with_namespace') }
    known.set(project, identity)
    if (identity.id !== null) known.set(String(identity.id), identity)
    return identity
  }
}

export const denied = (message: string, ...suggestions: string[]): OperationError =>
  new OperationError('denied_by_policy', message, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: [...suggestions, 'gitlab_test_connection returns the projects that may be used.']
  })
