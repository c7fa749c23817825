import { type JsonSchema, toJsonSchema } from '../../src/catalog/json-schema.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { goodExamples } from './catalog-rules.ts'

/** Names that every object inherits. A lookup by one of them finds a function or a prototype. */
export const INHERITED = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'] as const

type Input = Record<string, unknown>

/** Inputs of an operation with the name as the value of each string of its schema, and an example's other values. */
export function* inputsWith(operation: Operation, word: string): Generator<Input> {
  const example: Input = goodExamples(operation)[0]?.input ?? {}
  for (const [name, node] of Object.entries(toJsonSchema(operation.input).properties ?? {}))
    for (const value of valuesWith(node, word, example[name])) yield own(example, name, value)
}

/** Adds a property with any name to the input. */
export const own = (input: Input, name: string, value: unknown): Input => Object.fromEntries([...Object.entries(input), [name, value]])

function* valuesWith(node: JsonSchema, word: string, example: unknown): Generator<unknown> {
  for (const branch of node.anyOf ?? []) yield* valuesWith(branch, word, example)
  if (node.type === 'string') yield word
  const first: unknown = Array.isArray(example) ? example[0] : undefined
  if (node.items) for (const item of valuesWith(node.items, word, first)) yield [item]
  const filled: Input = { ...leastOf(node), ...Object(example) }
  for (const [name, property] of Object.entries(node.properties ?? {}))
    for (const value of valuesWith(property, word, filled[name])) yield { ...filled, [name]: value }
}

/** The required properties of an object, each with a simple value of its type. */
const leastOf = ({ properties = {}, required = [] }: JsonSchema): Input =>
  Object.fromEntries(required.map(name => [name, simplest(properties[name] ?? {})]))

function simplest(node: JsonSchema): unknown {
  if (Array.isArray(node['enum'])) return node['enum'][0]
  if (node.type === 'object') return leastOf(node)
  if (node.type === 'array') return []
  return node.type === 'boolean' ? false : node.type === 'integer' || node.type === 'number' ? (node['minimum'] ?? 1) : 'x'
}
