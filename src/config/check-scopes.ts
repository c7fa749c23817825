import { near } from '../contract/spelling.ts'
import type { KeyEntry } from '../keys.ts'
import { nearestOf, type Problem } from './problems.ts'

/** What scopes may name; what is undefined is not known, and taken as it is. */
export interface ScopeNames {
  systems?: readonly string[]
  /** Every scope there is. */
  scopes?: readonly string[]
}

/** Scopes that would never allow anything, since nothing is called so. */
export function checkScopes({ id, scopes }: KeyEntry, known: ScopeNames): Problem[] {
  return scopes.flatMap(scope => systemProblem(scope, id, known) ?? scopeProblem(scope, id, known) ?? [])
}

function systemProblem(scope: string, id: string, { systems }: ScopeNames): Problem | undefined {
  const [system = '', right] = scope.split(':')
  if (right === undefined || systems === undefined || ['*', 'jobs', ...systems].includes(system)) return undefined
  const allowed = nearestOf(system, ['*', 'jobs', ...systems])
  return { where: `key ${id}`, message: `a scope is for the system ${system}, and there is none`, allowed }
}

function scopeProblem(scope: string, id: string, { scopes }: ScopeNames): Problem | undefined {
  if (scopes === undefined || scopes.includes(scope)) return undefined
  const nearest = near(scope, scopes)
  const allowed = nearest.length > 0 ? `${nearest.join(' or ')}, perhaps` : 'a scope of the README, or the id of an operation'
  return { where: `key ${id}`, message: `the scope ${scope} allows nothing, since nothing is called so`, allowed }
}
