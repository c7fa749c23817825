import type { KeyEntry } from '../access/keys.ts'
import type { Limits } from '../contract/limits.ts'
import { near } from '../lib/spelling.ts'
import { nearestOf, type Problem } from './problems.ts'

/** The names that scopes may contain. Undefined means unknown: any name is accepted. */
export interface ScopeNames {
  systems?: readonly string[]
  /** All scopes. */
  scopes?: readonly string[]
}

/** Returns a problem for every scope that allows nothing, because its system, group or operation does not exist. */
export function checkScopes({ id, scopes }: Pick<KeyEntry, 'id' | 'scopes'>, known: ScopeNames): Problem[] {
  const unknown = scopes.filter(scope => known.scopes?.includes(scope) !== true)
  return unknown.flatMap(scope => systemProblem(scope, id, known) ?? scopeProblem(scope, id, known) ?? [])
}

/** Returns a problem for every limit of a system that does not exist. */
export function checkLimits({ id, limits }: { id: string; limits?: Limits | undefined }, { systems: known }: ScopeNames): Problem[] {
  const unknown = (limits?.systems ?? []).filter(({ system }) => known?.includes(system) === false)
  return unknown.map(({ system }) => ({
    where: `key ${id}`,
    message: `has limits for the system ${system}, which does not exist`,
    allowed: nearestOf(system, known ?? [])
  }))
}

/** What a scope may be about, besides a system. */
const SUBJECTS = ['*', 'jobs', 'metrics', 'users']

function systemProblem(scope: string, id: string, { systems }: ScopeNames): Problem | undefined {
  const [system = '', right] = scope.split(':')
  if (right === undefined || systems === undefined) return undefined
  const subjects = [...SUBJECTS, ...systems]
  if (subjects.includes(system)) return undefined
  const allowed = nearestOf(system, subjects)
  return { where: `key ${id}`, message: `has a scope for the system ${system}, which does not exist`, allowed }
}

function scopeProblem(scope: string, id: string, { scopes }: ScopeNames): Problem | undefined {
  if (scopes === undefined) return undefined
  const nearest = near(scope, scopes)
  const allowed = nearest.length > 0 ? `did you mean ${nearest.join(' or ')}?` : 'a scope of docs/access.md, or the ID of an operation'
  return { where: `key ${id}`, message: `the scope ${scope} does not exist`, allowed }
}
