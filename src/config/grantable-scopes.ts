import { missingScopes, SCOPE_KINDS } from '../access/scopes.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Caller } from '../contract/call.ts'
import { PERMISSIONS } from '../contract/operation.ts'
import { knownNames } from './known.ts'

/** A scope that exists. */
interface GrantableScope {
  scope: string
  kind: 'general' | 'permission' | 'part' | 'operation'
  allows: string
}

/** Returns a function that lists the scopes which a caller can give to keys. */
export function grantableScopes(catalog: Catalog): (caller: Caller) => GrantableScope[] {
  const summaries = new Map(catalog.operations.map(({ id, summary }) => [id, summary]))
  const { scopes: known = [], undecided = [] } = knownNames(catalog)
  const all = [...new Set(known)].filter(scope => isDecided(scope, undecided)).map(scope => describe(scope, summaries))
  return ({ scopes }) => all.filter(({ scope }) => missingScopes([scope], scopes).length === 0)
}

/** Kinds of scopes whose last word is a right, such as `<system>:read`, by that word. */
const RIGHTS: ReadonlyMap<string, string> = new Map(
  SCOPE_KINDS.flatMap(({ scope, allows }) => {
    const [system, right] = scope.split(':')
    return system === '<system>' && right !== undefined && right !== '<group>' ? [[right, allows] as const] : []
  })
)

/** Whether a scope decides anything: systems such as jobs serve every key. */
function isDecided(scope: string, undecided: readonly string[]): boolean {
  const [system = '', right = ''] = scope.split(':')
  return !undecided.includes(system) || !RIGHTS.has(right)
}

const PERMITTED: readonly string[] = ['*', ...PERMISSIONS]

const textOf = (wanted: string): string | undefined => SCOPE_KINDS.find(({ scope }) => scope === wanted)?.allows

function describe(scope: string, summaries: ReadonlyMap<string, string>): GrantableScope {
  const own = textOf(scope)
  if (own !== undefined) return { scope, kind: 'general', allows: own }
  const summary = summaries.get(scope)
  if (summary !== undefined) return { scope, kind: 'operation', allows: `${summary}.` }
  const [, right = ''] = scope.split(':')
  return { scope, kind: PERMITTED.includes(right) ? 'permission' : 'part', allows: RIGHTS.get(right) ?? textOf('<system>:<group>') ?? '' }
}
