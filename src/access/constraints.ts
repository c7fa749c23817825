import { isDeepStrictEqual } from 'node:util'
import { hasInstances } from '../catalog/reserved-inputs.ts'
import type { Caller } from '../contract/call.ts'
import { type Constraints, constraintsOf } from '../contract/constraints.ts'
import type { Operation } from '../contract/operation.ts'
import { matchesPattern } from './policy.ts'

/**
 * Returns the constraint that refuses an operation to a caller, as a sentence continues after "may only"; undefined if none does. `instance`: null for a
 * system without instances; undefined while the input is not read yet, so any instance of the system counts.
 */
export function constraintAgainst(caller: Caller, operation: Operation, instance: string | null | undefined): string | undefined {
  const { operations, instances } = constraintsOf(caller)
  if (operations && !includesOperation(operations, operation.id)) return `call the operations ${operations.join(', ')}`
  if (instances && !includesInstance(instances, operation, instance)) return `use the instances ${instances.join(', ')}`
  return undefined
}

/** Whether patterns include an operation. Those with `!` exclude it, whatever the others allow. */
export function includesOperation(patterns: readonly string[], id: string): boolean {
  const { included, excluded } = split(patterns)
  return !excluded.some(pattern => matchesPattern(pattern, id)) && (included.length === 0 || included.some(one => matchesPattern(one, id)))
}

function includesInstance(instances: readonly string[], operation: Operation, instance: string | null | undefined): boolean {
  if (instance === null || !hasInstances(operation)) return true
  const { name } = operation.tool
  return instance === undefined ? instances.some(one => one.startsWith(`${name}:`)) : instances.includes(`${name}:${instance}`)
}

const split = (patterns: readonly string[]): { included: string[]; excluded: string[] } => ({
  included: patterns.filter(pattern => !pattern.startsWith('!')),
  excluded: patterns.filter(pattern => pattern.startsWith('!')).map(pattern => pattern.slice(1))
})

/** Whether a key with the one constraints can do nothing that a key with the others cannot. May be false although it can do nothing more. */
export function isWithin({ instances, operations }: Constraints, outer: Constraints): boolean {
  if (outer.instances && !instances?.every(instance => outer.instances?.includes(instance))) return false
  return outer.operations === undefined || (operations !== undefined && areNarrower(operations, outer.operations))
}

/** Whether patterns of operations include only what the others include. `*` of a pattern matches only `*` of another. */
function areNarrower(patterns: readonly string[], others: readonly string[]): boolean {
  const [own, outer] = [split(patterns), split(others)]
  const isIncluded = (pattern: string): boolean => outer.included.some(one => matchesPattern(one, pattern))
  return (
    outer.excluded.every(pattern => own.excluded.some(one => matchesPattern(one, pattern))) &&
    (outer.included.length === 0 || (own.included.length > 0 && own.included.every(isIncluded)))
  )
}

/** Whether two constraints are the same, however they are written. */
export const areSame = (one: Constraints = {}, other: Constraints = {}): boolean => isDeepStrictEqual(one, other)

/** Returns the constraints that are narrower than both; undefined if neither is within the other. */
export function narrower(one: Constraints, other: Constraints): Constraints | undefined {
  if (isWithin(one, other)) return one
  return isWithin(other, one) ? other : undefined
}
