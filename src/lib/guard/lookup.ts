import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import type { UrlRules } from '../../contract/guard.ts'
import { whyPrivate } from './address.ts'
import { addressRefused, type Target } from './target.ts'

/** Every address of a name, as the system resolves it. */
export type Resolve = (host: string) => Promise<readonly { address: string; family: number }[]>

export const systemResolve: Resolve = host => lookup(host, { all: true })

/**
 * The addresses of a target. Throws where one of them may not be called: which of several is taken, nobody can know. A name that is not there
 * is refused in the same words: what names resolve to inside is nobody's business outside.
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

const MISSPELT = ['Look whether the host is misspelt: a name that is not there is refused in the same words.']

/** For a socket: it connects to the very addresses that were judged, so that a second answer of the name cannot differ from the first. */
export function judgedLookup(target: Target, rules: UrlRules, resolve: Resolve): LookupFunction {
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
