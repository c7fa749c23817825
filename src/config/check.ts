import type { TSchema } from 'typebox'
import { Errors } from 'typebox/schema'
import { Settings } from 'typebox/system'
import { nearestOf, type Problem } from './problems.ts'

type ValidationError = ReturnType<typeof Errors>[1][number]

/** Returns every violation of the schema. `locate` names the position of a JSON pointer. Values are never shown, because many are secret. */
export function check(schema: TSchema, value: unknown, locate: (pointer: string) => string): Problem[] {
  return everyError(schema, value).flatMap(error => {
    const node = descend(schema, error.schemaPath)
    if (error.keyword === 'boolean') return [] // additionalProperties reports the same, with the names
    if (error.keyword === 'additionalProperties') return unknownKeys(error, node, locate)
    if (error.keyword === 'required') return missingKeys(error, node, locate)
    return [misfit(error, node, locate)]
  })
}

/** Raises typebox's limit of eight errors, to report all. */
function everyError(schema: TSchema, value: unknown): ValidationError[] {
  const { maxErrors } = Settings.Get()
  Settings.Set({ maxErrors: 1_000 })
  try {
    return Errors(schema, value)[1]
  } finally {
    Settings.Set({ maxErrors })
  }
}

function unknownKeys(error: ValidationError, node: unknown, locate: (pointer: string) => string): Problem[] {
  const names = 'additionalProperties' in error.params ? error.params.additionalProperties : []
  const known = Object.keys(propertiesOf(node))
  return names.map(name => {
    const where = locate(`${error.instancePath}/${escaped(name)}`)
    if (known.length > 0) return { where, message: 'is not a known key', allowed: nearestOf(name, known) }
    return { where, message: 'is not an allowed name', ...allowedBy(node) }
  })
}

function missingKeys(error: ValidationError, node: unknown, locate: (pointer: string) => string): Problem[] {
  const names = 'requiredProperties' in error.params ? error.params.requiredProperties : []
  return names.map(name => ({
    where: locate(`${error.instancePath}/${name}`),
    message: 'is missing',
    ...allowedBy(member(propertiesOf(node), name))
  }))
}

function misfit(error: ValidationError, node: unknown, locate: (pointer: string) => string): Problem {
  const where = locate(error.instancePath)
  if ('allowedValues' in error.params) return { where, message: 'is not an allowed value', allowed: error.params.allowedValues.join(', ') }
  return { where, message: error.keyword === 'pattern' ? 'has the wrong format' : error.message, ...allowedBy(node) }
}

function allowedBy(node: unknown): { allowed?: string } {
  const isDescribed = typeof node === 'object' && node !== null && 'description' in node && typeof node.description === 'string'
  return isDescribed ? { allowed: String(node.description) } : {}
}

function propertiesOf(node: unknown): Record<string, unknown> {
  const properties = typeof node === 'object' && node !== null && 'properties' in node ? node.properties : undefined
  return typeof properties === 'object' ? { ...properties } : {}
}

/** Returns an own property, never an inherited one. */
const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

/** Returns the part of a schema at a path such as `#/properties/keys/items`. */
function descend(schema: unknown, pointer: string): unknown {
  let node = schema
  for (const step of pointer.split('/').slice(1).map(unescaped)) {
    node = member(node, step)
  }
  return node
}

export function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
