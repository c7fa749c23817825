import type { JsonSchema } from '../../src/catalog/json-schema.ts'

/** Direction of a value: what callers send, or what they receive. */
export type Direction = 'input' | 'output'

/**
 * Returns why a value of the first schema might not match the second; an empty list if every value does. For an input the first is the released schema;
 * for an output it is the new one, whose additional properties are harmless.
 */
export function misfits(actual: JsonSchema, expected: JsonSchema, direction: Direction, path = ''): string[] {
  if (actual.anyOf) return actual.anyOf.flatMap(branch => misfits(branch, expected, direction, path))
  if (expected.anyOf) return closest(expected.anyOf.map(branch => misfits(actual, branch, direction, path)))
  const own = [typeMisfit, enumMisfit, boundsMisfit, patternMisfit].flatMap(rule => rule(actual, expected) ?? [])
  return [
    ...own.map(reason => `${path || 'the whole'}: ${reason}`),
    ...propertyMisfits(actual, expected, direction, path),
    ...(actual.items && expected.items ? misfits(actual.items, expected.items, direction, `${path}[]`) : [])
  ]
}

/** One branch must match. If none does, returns the reasons of the nearest one. */
const closest = (branches: string[][]): string[] => branches.reduce((best, branch) => (branch.length < best.length ? branch : best))

function typeMisfit({ type: actual }: JsonSchema, { type: expected }: JsonSchema): string | undefined {
  if (!expected || actual === expected || (actual === 'integer' && expected === 'number')) return undefined
  return `${actual ?? 'any value'} is not ${expected}`
}

function enumMisfit(actual: JsonSchema, expected: JsonSchema): string | undefined {
  const known = enumOf(expected)
  if (!known) return undefined
  const more = enumOf(actual)?.filter(value => !known.includes(value))
  if (!more) return `any ${actual.type ?? 'value'} is not one of ${known.join(', ')}`
  return more.length > 0 ? `${more.join(', ')} is not among ${known.join(', ')}` : undefined
}

function enumOf(schema: JsonSchema): unknown[] | undefined {
  if ('const' in schema) return [schema['const']]
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined
}

const MINIMA: readonly string[] = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems']
const MAXIMA: readonly string[] = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems']

function boundsMisfit(actual: JsonSchema, expected: JsonSchema): string[] {
  const bound = (schema: JsonSchema, keyword: string, none: number): number => Number(schema[keyword] ?? none)
  return [
    ...MINIMA.filter(keyword => bound(actual, keyword, -Infinity) < bound(expected, keyword, -Infinity)),
    ...MAXIMA.filter(keyword => bound(actual, keyword, Infinity) > bound(expected, keyword, Infinity))
  ].map(keyword => `${keyword} ${actual[keyword] ?? 'none'} exceeds ${expected[keyword]}`)
}

function patternMisfit(actual: JsonSchema, expected: JsonSchema): string[] {
  return ['pattern', 'format', 'uniqueItems']
    .filter(keyword => expected[keyword] !== undefined && expected[keyword] !== actual[keyword])
    .map(keyword => `${keyword} ${actual[keyword] ?? 'none'} is not ${expected[keyword]}`)
}

function propertyMisfits(actual: JsonSchema, expected: JsonSchema, direction: Direction, path: string): string[] {
  if (actual.type !== 'object' || expected.type !== 'object') return []
  const { properties: known = {}, required = [] } = expected
  const { properties = {} } = actual
  const at = (name: string): string => (path ? `${path}.${name}` : name)
  const always = new Set(actual.required)
  const refused =
    direction === 'input' ? Object.keys(properties).filter(name => !known[name] && expected['additionalProperties'] === false) : []
  const dropped = direction === 'output' ? Object.keys(known).filter(name => !properties[name]) : []
  return [
    ...refused.map(name => `${at(name)}: no longer accepted`),
    ...dropped.map(name => `${at(name)}: no longer returned`),
    ...required.filter(name => !always.has(name) && !dropped.includes(name)).map(name => `${at(name)}: ${MISSING[direction]}`),
    ...Object.entries(known).flatMap(([name, node]) => {
      const own = properties[name]
      return own ? misfits(own, node, direction, at(name)) : []
    })
  ]
}

const MISSING: Record<Direction, string> = { input: 'required now', output: 'no longer always returned' }
