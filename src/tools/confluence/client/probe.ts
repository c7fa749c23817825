import { OperationError } from '../../../contract/errors.ts'
import type { Availability } from '../../../contract/tool.ts'
import { textOrNull } from '../../../lib/row.ts'
import type { User } from '../schemas.ts'
import type { Confluence } from './connection.ts'
import { unreadable } from './failures.ts'
import { type ConfluenceCall, v1, v2 } from './request.ts'
import { rowsOf, userOf } from './shapes-v1.ts'

const ME = { kind: 'user', name: 'current' } as const

/** Returns the account of the credential. */
export async function currentUser(confluence: Confluence, call: ConfluenceCall): Promise<User> {
  const user = userOf(await confluence.row({ path: v1('user/current'), subject: ME }, call))
  if (user) return user
  throw unreadable(ME, true)
}

interface Check {
  name: string
  works: boolean
  message: string | null
}

/** Tests which parts of the instance work with this credential. */
export async function testConnection(confluence: Confluence, call: ConfluenceCall) {
  const { site, spaceAccess } = confluence
  const checks: Check[] = []
  const attempt = async <T>(name: string, fetchPage: () => Promise<T>): Promise<T | null> => {
    try {
      const value = await fetchPage()
      checks.push({ name, works: true, message: null })
      return value
    } catch (error) {
      if (!(error instanceof OperationError)) throw error
      checks.push({ name, works: false, message: error.message })
      return null
    }
  }
  const subject = { kind: 'site', name: site.base } as const
  const user = await attempt('user', () => currentUser(confluence, call))
  const spaces = site.deployment === 'cloud' ? v2('spaces') : v1('space')
  await attempt('spaces', async () => rowsOf(await confluence.send({ path: spaces, query: { limit: 1 }, subject, filtered: true }, call)))
  await attempt('search', async () =>
    rowsOf(await confluence.send({ path: v1('search'), query: { cql: 'type = page', limit: 1 }, subject, filtered: true }, call))
  )
  const version =
    site.deployment === 'cloud'
      ? null
      : await attempt('version', async () => textOrNull(await confluence.row({ path: v1('server-information'), subject }, call), 'version'))
  return {
    deployment: site.deployment,
    auth: site.auth,
    base_url: site.base,
    version,
    user,
    reachable: checks.some(({ works }) => works),
    checks,
    spaces: spaceAccess.of(call.caller)?.slice() ?? null
  }
}

/** Requesting the account shows whether the credential is valid. */
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
