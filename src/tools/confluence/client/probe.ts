import { OperationError } from '../../../contract/errors.ts'
import type { Availability } from '../../../contract/tool.ts'
import { textOrNull } from '../../../lib/row.ts'
import type { User } from '../schemas.ts'
import type { Confluence } from './connection.ts'
import { unreadable } from './failures.ts'
import { type Turn, v1, v2 } from './request.ts'
import { rowsOf, userOf } from './shapes-v1.ts'

const ME = { kind: 'user', name: 'current' } as const

/** Who the credential belongs to. */
export async function currentUser(confluence: Confluence, turn: Turn): Promise<User> {
  const user = userOf(await confluence.row({ path: v1('user/current'), about: ME }, turn))
  if (user) return user
  throw unreadable(ME, true)
}

interface Check {
  name: string
  works: boolean
  message: string | null
}

/** What of the instance works with this credential. */
export async function testConnection(confluence: Confluence, turn: Turn) {
  const { site, allowance } = confluence
  const checks: Check[] = []
  const attempt = async <T>(name: string, ask: () => Promise<T>): Promise<T | null> => {
    try {
      const value = await ask()
      checks.push({ name, works: true, message: null })
      return value
    } catch (error) {
      if (!(error instanceof OperationError)) throw error
      checks.push({ name, works: false, message: error.message })
      return null
    }
  }
  const about = { kind: 'site', name: site.base } as const
  const user = await attempt('user', () => currentUser(confluence, turn))
  const spaces = site.deployment === 'cloud' ? v2('spaces') : v1('space')
  await attempt('spaces', () => confluence.send({ path: spaces, query: { limit: 1 }, about }, turn))
  await attempt('search', async () =>
    rowsOf(await confluence.send({ path: v1('search'), query: { cql: 'type = page', limit: 1 }, about }, turn))
  )
  const version =
    site.deployment === 'cloud'
      ? null
      : await attempt('version', async () => textOrNull(await confluence.row({ path: v1('server-information'), about }, turn), 'version'))
  return {
    deployment: site.deployment,
    auth: site.auth,
    base_url: site.base,
    version,
    user,
    reachable: checks.some(({ works }) => works),
    checks,
    spaces: allowance.of(turn.caller)?.slice() ?? null
  }
}

/** A credential that is refused is known by asking whose it is. */
export async function availabilityOf(confluence: Confluence): Promise<Availability> {
  const nothing = (): void => undefined
  try {
    await currentUser(confluence, {
      signal: AbortSignal.timeout(10_000),
      observe: nothing,
      warn: nothing,
      truncate: nothing,
      respond: nothing,
      caller: { id: 'gateway', scopes: [] },
      client: confluence
    })
    return { available: true }
  } catch (error) {
    return { available: false, reason: error instanceof Error ? error.message : String(error) }
  }
}
