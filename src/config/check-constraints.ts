import { matchesPattern } from '../access/policy.ts'
import type { Constraints } from '../contract/constraints.ts'
import { near } from '../lib/spelling.ts'
import { nearestOf, type Problem } from './problems.ts'

/** The names that constraints may contain. Undefined means unknown: any name is accepted. */
export interface ConstraintNames {
  systems?: readonly string[]
  operations?: readonly string[]
  /** Systems whose operations no constraint refuses. */
  undecided?: readonly string[]
}

/** Returns a problem for every name in the constraints of a key that does not exist: it would allow or exclude nothing. */
export function checkConstraints(
  { id, constraints = {} }: { id: string; constraints?: Constraints | undefined },
  { systems, operations, undecided = [] }: ConstraintNames
): Problem[] {
  const { instances = [], operations: patterns = [] } = constraints
  const where = `key ${id}`
  const decided = operations?.filter(name => !undecided.some(system => name.startsWith(`${system}_`)))
  const unknownInstances = instances.filter(instance => systems?.includes(systemOf(instance)) === false)
  const unmatched = patterns.filter(pattern => decided?.some(name => matchesPattern(pattern.replace(/^!/, ''), name)) === false)
  return [
    ...unknownInstances.map(instance => ({
      where,
      message: `is constrained to the instance ${instance}, whose system does not exist`,
      allowed: nearestOf(systemOf(instance), systems ?? [])
    })),
    ...unmatched.map(pattern => ({
      where,
      message: `is constrained by the pattern ${pattern}, which matches no operation that constraints apply to`,
      allowed: suggestion(pattern.replace(/^!/, ''), decided ?? [])
    }))
  ]
}

function suggestion(pattern: string, operations: readonly string[]): string {
  const nearest = near(pattern, operations)
  return nearest.length > 0 ? `did you mean ${nearest.join(' or ')}?` : 'the ID of an operation, or a pattern such as gitlab_*'
}

const systemOf = (instance: string): string => instance.slice(0, instance.indexOf(':'))
