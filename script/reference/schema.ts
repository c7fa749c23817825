import type { JsonSchema } from '../../src/catalog/json-schema.ts'
import { cell, table } from './table.ts'

/** The properties of an input, one row each. */
export function inputTable(schema: JsonSchema): string {
  const required = schema.required ?? []
  return table(
    ['property', 'type', 'default', 'meaning'],
    Object.entries(schema.properties ?? {}).flatMap(([name, node]) => [
      [`\`${name}\``, typeOf(node), defaultOf(node, required.includes(name)), cell(node.description ?? '')],
      ...innerRows(name, node).map(([path, type, meaning]) => [`\`${path}\``, type, '', meaning])
    ])
  )
}

/** The properties of an output, one row each; nested properties follow their object. */
export function outputTable(schema: JsonSchema): string {
  return table(
    ['property', 'type', 'meaning'],
    rows('', schema).map(([path, type, meaning]) => [`\`${path}\``, type, meaning])
  )
}

type Row = [path: string, type: string, meaning: string]

const rows = (prefix: string, schema: JsonSchema): Row[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, node]) => [
    [prefix + name, typeOf(node), cell(node.description ?? '')] as Row,
    ...innerRows(prefix + name, node)
  ])

/** A named shape has its own table. */
function innerRows(path: string, node: JsonSchema): Row[] {
  if (typeof node['$id'] === 'string') return []
  if (node.properties) return rows(`${path}.`, node)
  if (node.items) return innerRows(`${path}[]`, node.items)
  return (node.anyOf ?? []).flatMap(branch => innerRows(path, branch))
}

function defaultOf(node: JsonSchema, isRequired: boolean): string {
  if (node.default !== undefined) return `\`${JSON.stringify(node.default)}\``
  return isRequired ? '**required**' : ''
}

function typeOf(node: JsonSchema): string {
  const { $id, enum: values, const: constant, type, items, anyOf } = node
  if (typeof $id === 'string') return `[${$id}](#${$id.toLowerCase()})`
  if (Array.isArray(values)) return values.map(value => `\`${value}\``).join(', ')
  if (constant !== undefined) return `\`${JSON.stringify(constant)}\``
  if (anyOf) return anyOf.map(typeOf).join(' or ')
  if (type === 'array') return `list of ${items ? typeOf(items) : 'anything'}`
  return cell([type ?? 'any', boundsOf(node)].filter(Boolean).join(' '))
}

function boundsOf({ minimum, maximum, minLength, maxLength, format, pattern }: JsonSchema): string {
  const min = minimum ?? (typeof minLength === 'number' && minLength > 0 ? minLength : undefined)
  const max = maximum ?? maxLength
  const range =
    min !== undefined && max !== undefined ? `${min}–${max}` : max !== undefined ? `≤ ${max}` : min !== undefined ? `≥ ${min}` : ''
  const unit = range !== '' && (minLength !== undefined || maxLength !== undefined) ? ' characters' : ''
  return [format, range + unit, typeof pattern === 'string' ? `\`${pattern}\`` : ''].filter(Boolean).join(', ')
}
