import { OperationError } from '../../../contract/errors.ts'
import type { Availability } from '../../../contract/tool.ts'
import { type Row, texts } from '../../../lib/row.ts'
import type { User } from '../schemas/people.ts'
import type { GitLab } from './connection.ts'
import { versionOf, versionWarning } from './http/version-check.ts'
import { userOf } from './mappers/people.ts'
import type { GitLabCall } from './request.ts'

const VERSION = { kind: 'server', name: 'version' }

export const currentUser = async (gitlab: GitLab, call: GitLabCall): Promise<User> =>
  userOf(await gitlab.row({ path: 'user', subject: { kind: 'user', name: 'of the token' } }, call))

/** `metadata` exists since 15.2; before that, only `version` does. */
async function versionRow(gitlab: GitLab, call: GitLabCall): Promise<Row> {
  try {
    return await gitlab.row({ path: 'metadata', subject: VERSION }, call)
  } catch (error) {
    if (!(error instanceof OperationError) || error.reason !== 'upstream_not_found') throw error
    return await gitlab.row({ path: 'version', subject: VERSION }, call)
  }
}

export const getVersion = async (gitlab: GitLab, call: GitLabCall) => versionOf(await versionRow(gitlab, call))

interface Check {
  name: string
  works: boolean
  message: string | null
}

/** Collects the result of each check. `attempt` returns null if the request fails; `problemOf` finds problems in a response. */
function createChecks() {
  const checks: Check[] = []
  async function attempt<T>(name: string, request: () => Promise<T>, problemOf: (value: T) => string | undefined = () => undefined) {
    try {
      const value = await request()
      const message = problemOf(value) ?? null
      checks.push({ name, works: message === null, message })
      return value
    } catch (error) {
      if (!(error instanceof OperationError)) throw error
      checks.push({ name, works: false, message: error.message })
      return null
    }
  }
  return { checks, attempt }
}

/** Checks what works on the instance with this credential, and reports why the rest does not. */
export async function testConnection(gitlab: GitLab, call: GitLabCall) {
  const { checks, attempt } = createChecks()
  const { base, auth, defaultProject } = gitlab.site
  const version = await attempt(
    'version',
    () => getVersion(gitlab, call),
    ({ version }) => versionWarning(version)
  )
  const user = auth === 'job' ? null : await attempt('user', () => currentUser(gitlab, call))
  if (auth === 'job')
    await attempt(
      'user',
      () => jobOfToken(gitlab, call),
      () => JOB_TOKEN
    )
  const scopes = auth === 'job' ? null : await attempt('scopes', () => scopesOf(gitlab, call), missingScopes)
  const subject = { kind: 'server', name: 'projects' }
  const projects = { path: 'projects', query: { per_page: 1, simple: true, membership: true }, subject, filtered: true }
  await attempt('projects', () => gitlab.send(projects, call))
  if (defaultProject !== undefined) await attempt('default_project', () => readProject(gitlab, defaultProject, call))
  return {
    base_url: base,
    auth,
    version: version?.version ?? null,
    enterprise: version?.enterprise ?? null,
    user,
    scopes,
    reachable: checks.some(({ works }) => works),
    checks,
    default_project: defaultProject ?? null,
    projects: [...new Set(gitlab.access.allowlists(call.caller).flat())]
  }
}

async function readProject(gitlab: GitLab, reference: string, call: GitLabCall): Promise<void> {
  const project = await gitlab.project(reference, call)
  await gitlab.row({ path: project.path, subject: project.subject() }, call)
}

const jobOfToken = (gitlab: GitLab, call: GitLabCall): Promise<Row> =>
  gitlab.row({ path: 'job', subject: { kind: 'job', name: 'of the token' } }, call)

const JOB_TOKEN =
  'A CI job token belongs to no user, expires with its job, and is accepted only by some parts of GitLab, such as packages, artifacts and releases: most operations will be refused. Use an access token for them.'

/** The scopes of an OAuth token are served outside the API; those of an access token by the API, since 15.5. */
async function scopesOf(gitlab: GitLab, call: GitLabCall): Promise<string[]> {
  const subject = { kind: 'token', name: 'in use' }
  if (gitlab.site.auth === 'oauth') return texts(await gitlab.row({ path: 'oauth/token/info', levels_up: 2, subject }, call), 'scope')
  try {
    return texts(await gitlab.row({ path: 'personal_access_tokens/self', subject }, call), 'scopes')
  } catch (error) {
    if (!(error instanceof OperationError) || error.reason !== 'upstream_not_found') throw error
    throw new OperationError(error.reason, UNKNOWN_SCOPES, error.details, { cause: error })
  }
}

const UNKNOWN_SCOPES =
  'This GitLab does not report the scopes of tokens (available since 15.5). Writes need the scope api; only a write shows whether the token has it.'

/** Returns a message about what the scopes do not allow; undefined if they allow everything. */
function missingScopes(scopes: readonly string[]): string | undefined {
  if (scopes.includes('api')) return undefined
  if (scopes.includes('read_api')) return 'The token has no scope api: every write will be refused.'
  return `The token has the scopes ${scopes.join(', ') || 'none'}, and neither api nor read_api: most operations will be refused.`
}

/** Reads the token's user, to find out whether the token is accepted. A job token has no user: its job is read instead. */
export async function availabilityOf(gitlab: GitLab): Promise<Availability> {
  const noop = (): void => undefined
  const caller = { id: 'gateway', scopes: [] }
  const call = { signal: AbortSignal.timeout(10_000), observe: noop, warn: noop, truncate: noop, respond: noop, caller }
  try {
    await (gitlab.site.auth === 'job' ? jobOfToken(gitlab, call) : currentUser(gitlab, call))
    return { available: true }
  } catch (error) {
    return { available: false, reason: error instanceof Error ? error.message : String(error) }
  }
}
