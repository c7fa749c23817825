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

const DEEPEST_CAUSE = 5

/**
 * An error as a log may hold it: what happened, where, and why. What else an error carries is not for the log: that of a request holds all that
 * was sent, with the credential.
 */
export function errorShown(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error) || depth === DEEPEST_CAUSE) return String(error)
  const { name, message, stack, cause } = error
  const known = new Map(Object.entries(error))
  const told = ['code', 'reason', 'syscall', 'details'].flatMap(field => (known.has(field) ? [[field, known.get(field)]] : []))
  const causes = error instanceof AggregateError ? error.errors.map(one => errorShown(one, depth + 1)) : undefined
  return {
    type: error.constructor.name || name,
    message,
    stack,
    ...Object.fromEntries(told),
    ...(causes && { errors: causes }),
    ...(cause !== undefined && { cause: errorShown(cause, depth + 1) })
  }
}

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
