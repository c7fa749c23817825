import type { Operation } from './operation.ts'
import { inputOf } from './reserved.ts'
import { type JsonSchema, plain } from './schema.ts'

const LONGEST_SHOWN = 200
const HIDDEN = '[redacted]'

const properties = new WeakMap<Operation, ReadonlyMap<string, { secret: boolean }>>()

/** The input as a log may hold it: known properties only, secrets hidden, long strings as their length, collections as their size. */
export function loggable(operation: Operation, input: Record<string, unknown>): Record<string, unknown> {
  const known = propertiesOf(operation)
  const shown: Record<string, unknown> = {}
  for (const name in input) {
    const property = known.get(name)
    if (property) shown[name] = property.secret ? HIDDEN : summary(input[name])
  }
  return shown
}

export const isSecret = (operation: Operation, name: string): boolean => propertiesOf(operation).get(name)?.secret === true

/** The input as its caller may see it again. */
export const redacted = (operation: Operation, input: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, isSecret(operation, name) ? HIDDEN : value]))

function summary(value: unknown): unknown {
  if (typeof value === 'string') return value.length > LONGEST_SHOWN ? `[${value.length} characters]` : value
  if (Array.isArray(value)) return `[${value.length} items]`
  return typeof value === 'object' && value !== null ? `[${Object.keys(value).length} properties]` : value
}

function propertiesOf(operation: Operation): ReadonlyMap<string, { secret: boolean }> {
  const known = properties.get(operation)
  if (known) return known
  const nodes: [string, JsonSchema][] = Object.entries(plain(inputOf(operation)).properties ?? {})
  const named = new Map(nodes.map(([name, node]) => [name, { secret: node['x-secret'] === true }]))
  properties.set(operation, named)
  return named
}
