import type { JsonSchema } from '../../src/contract/schema.ts'

/** Which way a value goes: what callers send, or what they are answered. */
export type Direction = 'input' | 'output'

/**
 * Why a value of the first schema might not do where the second is expected: nothing where every value does.
 * For an input the first is the released one; for an output it is the new one, whose further properties do no harm.
 */
export function misfits(given: JsonSchema, expected: JsonSchema, direction: Direction, place = ''): string[] {
  if (given.anyOf) return given.anyOf.flatMap(branch => misfits(branch, expected, direction, place))
  if (expected.anyOf) return closest(expected.anyOf.map(branch => misfits(given, branch, direction, place)))
  const own = [typeMisfit, wordsMisfit, boundsMisfit, patternMisfit].flatMap(rule => rule(given, expected) ?? [])
  return [
    ...own.map(reason => `${place || 'the whole'}: ${reason}`),
    ...propertyMisfits(given, expected, direction, place),
    ...(given.items && expected.items ? misfits(given.items, expected.items, direction, `${place}[]`) : [])
  ]
}

/** One branch must take it; where none does, the one that comes nearest tells why. */
const closest = (branches: string[][]): string[] => branches.reduce((best, branch) => (branch.length < best.length ? branch : best))

function typeMisfit({ type: given }: JsonSchema, { type: expected }: JsonSchema): string | undefined {
  if (!expected || given === expected || (given === 'integer' && expected === 'number')) return undefined
  return `${given ?? 'any value'} is not ${expected}`
}

function wordsMisfit(given: JsonSchema, expected: JsonSchema): string | undefined {
  const known = wordsOf(expected)
  if (!known) return undefined
  const more = wordsOf(given)?.filter(word => !known.includes(word))
  if (!more) return `any ${given.type ?? 'value'} is not one of ${known.join(', ')}`
  return more.length > 0 ? `${more.join(', ')} is not among ${known.join(', ')}` : undefined
}

function wordsOf(schema: JsonSchema): unknown[] | undefined {
  if ('const' in schema) return [schema['const']]
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined
}

const LEAST: readonly string[] = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems']
const MOST: readonly string[] = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems']

function boundsMisfit(given: JsonSchema, expected: JsonSchema): string[] {
  const bound = (schema: JsonSchema, keyword: string, none: number): number => Number(schema[keyword] ?? none)
  return [
    ...LEAST.filter(keyword => bound(given, keyword, -Infinity) < bound(expected, keyword, -Infinity)),
    ...MOST.filter(keyword => bound(given, keyword, Infinity) > bound(expected, keyword, Infinity))
  ].map(keyword => `${keyword} ${given[keyword] ?? 'none'} goes beyond ${expected[keyword]}`)
}

function patternMisfit(given: JsonSchema, expected: JsonSchema): string[] {
  return ['pattern', 'format', 'uniqueItems']
    .filter(keyword => expected[keyword] !== undefined && expected[keyword] !== given[keyword])
    .map(keyword => `${keyword} ${given[keyword] ?? 'none'} is not ${expected[keyword]}`)
}

function propertyMisfits(given: JsonSchema, expected: JsonSchema, direction: Direction, place: string): string[] {
  if (given.type !== 'object' || expected.type !== 'object') return []
  const { properties: known = {}, required = [] } = expected
  const { properties = {} } = given
  const at = (name: string): string => (place ? `${place}.${name}` : name)
  const always = new Set(given.required)
  const gone =
    direction === 'input' ? Object.keys(properties).filter(name => !known[name] && expected['additionalProperties'] === false) : []
  const dropped = direction === 'output' ? Object.keys(known).filter(name => !properties[name]) : []
  return [
    ...gone.map(name => `${at(name)}: no longer taken`),
    ...dropped.map(name => `${at(name)}: no longer answered`),
    ...required.filter(name => !always.has(name) && !dropped.includes(name)).map(name => `${at(name)}: ${MISSING[direction]}`),
    ...Object.entries(known).flatMap(([name, node]) => {
      const own = properties[name]
      return own ? misfits(own, node, direction, at(name)) : []
    })
  ]
}

const MISSING: Record<Direction, string> = { input: 'required now', output: 'not always answered any more' }
