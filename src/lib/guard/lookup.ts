import { lookup, Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { UrlRules } from '../../contract/runtime.ts'
import { whyPrivate } from './address.ts'
import { addressRefused, type Target } from './target.ts'

/** Returns every address of a name. `isListed`: whether the operator lists the host in TOOLGATE_ALLOW_PRIVATE. */
export type Resolve = (host: string, isListed: boolean) => Promise<readonly { address: string; family: number }[]>

/**
 * Resolves a listed host as the operating system does, including its hosts file. The name of any other host is a query to the DNS servers: the
 * operating system resolves names in threads, and the process has few, so slow servers of one name would delay the names of all systems.
 */
export const resolveName: Resolve = async (host, isListed) => (isListed ? await lookup(host, { all: true }) : await queryDns(host))

const QUERY = { timeout: 2_000, tries: 2 }

/** Codes of a name without addresses. */
const NO_ADDRESS = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/** `servers`: addresses of DNS servers. Default: those of the operating system, which may have changed since the last query. */
export async function queryDns(host: string, servers?: readonly string[]): Promise<{ address: string; family: number }[]> {
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  const resolver = new Resolver(QUERY)
  if (servers) resolver.setServers(servers)
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = [...addressesOf(ipv4, 4), ...addressesOf(ipv6, 6)]
  const failed = [ipv4, ipv6].some(query => query.status === 'rejected' && !NO_ADDRESS.has(query.reason.code))
  // The codes of the operating system for the same two cases.
  if (found.length === 0) throw Object.assign(new Error(`${host} has no address`), { code: failed ? 'EAI_AGAIN' : 'ENOTFOUND' })
  return found
}

const addressesOf = (query: PromiseSettledResult<string[]>, family: number): { address: string; family: number }[] =>
  query.status === 'fulfilled' ? query.value.map(address => ({ address, family })) : []

/**
 * Returns the addresses of a target. Throws if one of them is not allowed, because any of them may be used. An unknown name gets the
 * same message, so that callers cannot learn which internal names exist.
 */
export async function resolveTarget({ host, allowed }: Target, rules: UrlRules, resolve: Resolve) {
  if (allowed) return await resolve(host, true)
  const found = await resolve(host, false).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTFOUND') throw error
    return []
  })
  if (found.length === 0 || found.some(({ address }) => whyPrivate(address) !== undefined))
    throw addressRefused(rules, 'no public address', MISSPELT)
  return found
}

const MISSPELT = ['Check the spelling of the host: an unknown name is refused with the same message.']

/**
 * A lookup function for a socket: it connects to exactly the checked addresses, so that a second DNS response cannot differ from the
 * first.
 */
export function checkedLookup(target: Target, rules: UrlRules, resolve: Resolve): LookupFunction {
  return (_host, { all }, done) => {
    resolveTarget(target, rules, resolve).then(
      found => {
        const [first] = found
        if (first === undefined) done(Object.assign(new Error('The name has no address'), { code: 'ENOTFOUND' }), '')
        else if (all) done(null, [...found])
        else done(null, first.address, first.family)
      },
      (error: Error) => done(error, '')
    )
  }
}
