import { OperationError } from '../../../contract/errors.ts'
import type { Availability } from '../../../contract/tool.ts'
import { type Row, texts } from '../../../lib/row.ts'
import type { User } from '../schemas/people.ts'
import type { GitLab } from './connection.ts'
import { placeOf } from './place.ts'
import type { Turn } from './request.ts'
import { userOf } from './shapes/people.ts'
import { tooOld, versionOf } from './version.ts'

const SERVER = { kind: 'server', name: 'version' }

export const currentUser = async (gitlab: GitLab, turn: Turn): Promise<User> =>
  userOf(await gitlab.row({ path: 'user', about: { kind: 'user', name: 'of the token' } }, turn))

/** `metadata` is there since 15.2; before that only `version` is. */
async function versionRow(gitlab: GitLab, turn: Turn): Promise<Row> {
  try {
    return await gitlab.row({ path: 'metadata', about: SERVER }, turn)
  } catch (error) {
    if (!(error instanceof OperationError) || error.reason !== 'upstream_not_found') throw error
    return await gitlab.row({ path: 'version', about: SERVER }, turn)
  }
}

export const getVersion = async (gitlab: GitLab, turn: Turn) => versionOf(await versionRow(gitlab, turn))

interface Check {
  name: string
  works: boolean
  message: string | null
}

/** Notes of each part whether it answers, and what of its answer is not as it should be. */
function createChecks() {
  const checks: Check[] = []
  async function attempt<T>(name: string, ask: () => Promise<T>, problem: (value: T) => string | undefined = () => undefined) {
    try {
      const value = await ask()
      const message = problem(value) ?? null
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

/** What of the instance works with this credential, and why the rest does not. */
export async function testConnection(gitlab: GitLab, turn: Turn) {
  const { checks, attempt } = createChecks()
  const { base, auth, defaultProject } = gitlab.site
  const version = await attempt(
    'version',
    () => getVersion(gitlab, turn),
    told => tooOld(told.version)
  )
  const user = auth === 'job' ? null : await attempt('user', () => currentUser(gitlab, turn))
  if (auth === 'job')
    await attempt(
      'user',
      () => jobOfToken(gitlab, turn),
      () => OF_A_JOB
    )
  const scopes = auth === 'job' ? null : await attempt('scopes', () => scopesOf(gitlab, turn), lackOf)
  const projects = { path: 'projects', query: { per_page: 1, simple: true, membership: true }, about: { kind: 'server', name: 'projects' } }
  await attempt('projects', () => gitlab.send(projects, turn))
  if (defaultProject !== undefined) await attempt('default_project', () => lookAt(gitlab, defaultProject, turn))
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
    projects: [...new Set(gitlab.allowance.of(turn.caller).flat())]
  }
}

async function lookAt(gitlab: GitLab, project: string, turn: Turn): Promise<void> {
  const { path, about } = await placeOf(gitlab, project, turn)
  await gitlab.row({ path, about: about('project', '') }, turn)
}

const jobOfToken = (gitlab: GitLab, turn: Turn): Promise<Row> =>
  gitlab.row({ path: 'job', about: { kind: 'job', name: 'of the token' } }, turn)

const OF_A_JOB =
  'A CI job token belongs to no user, ends with its job, and is taken by few parts of GitLab (packages, artifacts, releases and the like): most operations will be refused. Use an access token for them.'

/** The scopes of an OAuth token are told beside the interface, those of an access token by it, since 15.5. */
async function scopesOf(gitlab: GitLab, turn: Turn): Promise<string[]> {
  const about = { kind: 'token', name: 'in use' }
  if (gitlab.site.auth === 'oauth') return texts(await gitlab.row({ path: '../../oauth/token/info', about }, turn), 'scope')
  try {
    return texts(await gitlab.row({ path: 'personal_access_tokens/self', about }, turn), 'scopes')
  } catch (error) {
    if (!(error instanceof OperationError) || error.reason !== 'upstream_not_found') throw error
    throw new OperationError(error.reason, UNTOLD, error.details, { cause: error })
  }
}

const UNTOLD =
  'This GitLab does not tell what its tokens may do (it does since 15.5): whether the token has the scope api, which changes need, shows only when one is made.'

/** What the scopes of a token do not let through. */
function lackOf(scopes: readonly string[]): string | undefined {
  if (scopes.includes('api')) return undefined
  if (scopes.includes('read_api')) return 'The token has no scope api: whatever changes something will be refused.'
  return `The token has the scopes ${scopes.join(', ') || 'none'}, and neither api nor read_api: most operations will be refused.`
}

/** A token that is refused is known by asking whose it is; a job token belongs to nobody. */
export async function availabilityOf(gitlab: GitLab): Promise<Availability> {
  const nothing = (): void => undefined
  const caller = { id: 'gateway', scopes: [] }
  const turn = { signal: AbortSignal.timeout(10_000), observe: nothing, warn: nothing, truncate: nothing, respond: nothing, caller }
  try {
    await (gitlab.site.auth === 'job' ? jobOfToken(gitlab, turn) : currentUser(gitlab, turn))
    return { available: true }
  } catch (error) {
    return { available: false, reason: error instanceof Error ? error.message : String(error) }
  }
}
