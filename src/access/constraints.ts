import { isDeepStrictEqual } from 'node:util'
import { hasInstances } from '../catalog/reserved-inputs.ts'
import type { Caller } from '../contract/call.ts'
import { type Constraints, constraintsOf, resourcesIn, useOnly } from '../contract/constraints.ts'
import type { Operation } from '../contract/operation.ts'
import { matchesPattern } from './policy.ts'

/**
 * Returns the constraint that refuses an operation to a caller, worded to follow "may only"; undefined if none does. `instance`: null for a
 * system without instances; undefined while the input is not read yet, so any instance of the system counts.
 */
export function constraintAgainst(caller: Caller, operation: Operation, instance: string | null | undefined): string | undefined {
  const { operations, instances, ...systems } = constraintsOf(caller)
  if (operations && !includesOperation(operations, operation.id)) return `call the operations ${operations.join(', ')}`
  if (instances && !includesInstance(instances, operation, instance)) return `use the instances ${instances.join(', ')}`
  const { name, title } = operation.tool
  const outside = resourcesIn(systems, name).find(([resource]) => !isAvailable(operation, resource))
  return outside && useOnly(...outside, title)
}

/** Whether a key that is limited to a resource may call the operation at all. Its client then checks what the input names. */
function isAvailable({ tool, name, input }: Operation, resource: string): boolean {
  const { inputs = [], operations = [], refused = [] } = tool.resources?.[resource] ?? {}
  return operations.includes(name) || (!refused.includes(name) && inputs.some(property => Object.hasOwn(input.properties, property)))
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

/** Whether a key with the first constraints can do nothing that a key with the second cannot. May be false although it can do nothing more. */
export function isWithin(inner: Constraints, outer: Constraints): boolean {
  const { instances, operations } = inner
  if (outer.instances && !instances?.every(instance => outer.instances?.includes(instance))) return false
  if (outer.operations && !(operations && areNarrower(operations, outer.operations))) return false
  return systemsOf(outer).every(system => isWithinResources(inner, outer, system))
}

const systemsOf = ({ instances: _, operations: __, ...systems }: Constraints): string[] => Object.keys(systems)

/** The same for the resources of one system. */
export function isWithinResources(inner: Constraints, outer: Constraints, system: string): boolean {
  const own = new Map(resourcesIn(inner, system))
  return resourcesIn(outer, system).every(([resource, only]) =>
    own.get(resource)?.every(value => only.some(other => value === other || isBelow(value, other)))
  )
}

/** Whether a value is below another that stands for all that is below a path, such as `acme/*` or `docs/`. */
const isBelow = (value: string, other: string): boolean =>
  /\/\*?$/.test(other) && value.startsWith(other.replace(/\*$/, '')) && !value.split('/').includes('..')

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
