import type { TSchema } from 'typebox'
import { Errors } from 'typebox/schema'
import { Settings } from 'typebox/system'
import { nearestOf, type Problem } from './problems.ts'

type ValidationError = ReturnType<typeof Errors>[1][number]

/** Every way in which a value does not fit its schema. `locate` says where a JSON pointer is. No value is ever shown: many are secret. */
export function check(schema: TSchema, value: unknown, locate: (pointer: string) => string): Problem[] {
  return everyError(schema, value).flatMap(error => {
    const node = descend(schema, error.schemaPath)
    if (error.keyword === 'boolean') return [] // additionalProperties tells the same, with the names
    if (error.keyword === 'additionalProperties') return unknownKeys(error, node, locate)
    if (error.keyword === 'required') return missingKeys(error, node, locate)
    return [misfit(error, node, locate)]
  })
}

/** typebox stops at its eighth error; here all are wanted. */
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
    return { where, message: 'is not a name that can be used here', ...allowedBy(node) }
  })
}

function missingKeys(error: ValidationError, node: unknown, locate: (pointer: string) => string): Problem[] {
  const names = 'requiredProperties' in error.params ? error.params.requiredProperties : []
  return names.map(name => ({
    where: locate(`${error.instancePath}/${name}`),
    message: 'is missing',
    ...allowedBy(propertiesOf(node)[name])
  }))
}

function misfit(error: ValidationError, node: unknown, locate: (pointer: string) => string): Problem {
  const where = locate(error.instancePath)
  if ('allowedValues' in error.params)
    return { where, message: 'is not one of the words it may be', allowed: error.params.allowedValues.join(', ') }
  return { where, message: error.keyword === 'pattern' ? 'is not of the right form' : error.message, ...allowedBy(node) }
}

function allowedBy(node: unknown): { allowed?: string } {
  const isDescribed = typeof node === 'object' && node !== null && 'description' in node && typeof node.description === 'string'
  return isDescribed ? { allowed: String(node.description) } : {}
}

function propertiesOf(node: unknown): Record<string, unknown> {
  const properties = typeof node === 'object' && node !== null && 'properties' in node ? node.properties : undefined
  return typeof properties === 'object' ? { ...properties } : {}
}

/** The part of a schema that `#/properties/keys/items` names. */
function descend(schema: unknown, pointer: string): unknown {
  let node = schema
  for (const step of pointer.split('/').slice(1).map(unescaped)) {
    node = typeof node === 'object' && node !== null ? Reflect.get(node, step) : undefined
  }
  return node
}

export function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
