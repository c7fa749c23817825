import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import type { UrlRules } from '../../contract/runtime.ts'
import { whyPrivate } from './address.ts'
import { addressRefused, type Target } from './target.ts'

/** Returns every address of a name. */
export type Resolve = (host: string) => Promise<readonly { address: string; family: number }[]>

export const systemResolve: Resolve = host => lookup(host, { all: true })

/**
 * Returns the addresses of a target. Throws if one of them is not allowed, because any of them may be used. An unknown name gets the
 * same message, so that callers cannot learn which internal names exist.
 */
export async function resolveTarget({ host, allowed }: Target, rules: UrlRules, resolve: Resolve) {
  if (allowed) return await resolve(host)
  const found = await resolve(host).catch((error: NodeJS.ErrnoException) => {
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
