import type { Operation } from './operation.ts'
import { inputOf } from './reserved.ts'
import { type JsonSchema, plain } from './schema.ts'

const LONGEST_SHOWN = 200

const secretNames = new WeakMap<Operation, ReadonlySet<string>>()

/** The input as a log may hold it: secrets hidden, long strings as their length, collections as their size. */
export function loggable(operation: Operation, input: Record<string, unknown>): Record<string, unknown> {
  const secrets = secretsOf(operation)
  const shown: Record<string, unknown> = {}
  for (const name in input) shown[name] = secrets.has(name) ? '[redacted]' : summary(input[name])
  return shown
}

function summary(value: unknown): unknown {
  if (typeof value === 'string') return value.length > LONGEST_SHOWN ? `[${value.length} characters]` : value
  if (Array.isArray(value)) return `[${value.length} items]`
  return typeof value === 'object' && value !== null ? `[${Object.keys(value).length} properties]` : value
}

function secretsOf(operation: Operation): ReadonlySet<string> {
  const known = secretNames.get(operation)
  if (known) return known
  const properties: [string, JsonSchema][] = Object.entries(plain(inputOf(operation)).properties ?? {})
  const names = new Set(properties.filter(([, node]) => node['x-secret'] === true).map(([name]) => name))
  secretNames.set(operation, names)
  return names
}
