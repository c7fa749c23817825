import { OperationError } from '../../../contract/errors.ts'
import type { Availability } from '../../../contract/tool.ts'
import { type Row, texts } from '../../../lib/row.ts'
import type { User } from '../schemas/people.ts'
import type { GitLab } from './connection.ts'
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

/** What of the instance works with this credential, and why the rest does not. */
export async function testConnection(gitlab: GitLab, turn: Turn) {
  const checks: Check[] = []
  const attempt = async <T>(name: string, ask: () => Promise<T>, problem: (value: T) => string | undefined = () => undefined) => {
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
  const version = await attempt(
    'version',
    () => getVersion(gitlab, turn),
    told => tooOld(told.version)
  )
  const user = await attempt('user', () => currentUser(gitlab, turn))
  const scopes = gitlab.site.auth === 'token' ? await attempt('scopes', () => scopesOf(gitlab, turn), lackOf) : null
  await attempt('projects', () =>
    gitlab.send(
      { path: 'projects', query: { per_page: 1, simple: true, membership: true }, about: { kind: 'server', name: 'projects' } },
      turn
    )
  )
  return {
    base_url: gitlab.site.base,
    auth: gitlab.site.auth,
    version: version?.version ?? null,
    enterprise: version?.enterprise ?? null,
    user,
    scopes,
    reachable: checks.some(({ works }) => works),
    checks,
    default_project: gitlab.site.defaultProject ?? null,
    projects: [...new Set(gitlab.allowance.of(turn.caller).flat())]
  }
}

const scopesOf = async (gitlab: GitLab, turn: Turn): Promise<string[]> =>
  texts(await gitlab.row({ path: 'personal_access_tokens/self', about: { kind: 'token', name: 'in use' } }, turn), 'scopes')

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
    await (gitlab.site.auth === 'job'
      ? gitlab.row({ path: 'job', about: { kind: 'job', name: 'of the token' } }, turn)
      : currentUser(gitlab, turn))
    return { available: true }
  } catch (error) {
    return { available: false, reason: error instanceof Error ? error.message : String(error) }
  }
}
