import type { Catalog } from '../src/contract/catalog.ts'
import type { Operation } from '../src/contract/operation.ts'
import { ASYNC_NAMES, inputOf } from '../src/contract/reserved.ts'
import { callerSchema, type JsonSchema, plain, published } from '../src/contract/schema.ts'

const HEAD = `// Made by npm run gen from the definitions of the operations; not to be edited.

/** Every operation by its id: what it takes, and what it answers as \`data\`. */
export interface Operations {`

/** The operations as types of TypeScript. */
export function clientTypes({ operations }: Catalog): string {
  const named = new Map<string, string>()
  const entries = operations.map(operation => entryOf(operation, named))
  const shapes = [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, text]) => `export type ${name} = ${text}\n`)
  return `${[HEAD, ...entries].join('\n')}\n}\n\n${shapes.join('\n')}`
}

function entryOf(operation: Operation, named: Map<string, string>): string {
  const { properties = {}, ...rest } = callerSchema(inputOf(operation))
  const own = Object.fromEntries(Object.entries(properties).filter(([name]) => operation.kind === 'bulk' || !ASYNC_NAMES.includes(name)))
  const input = typeOf({ ...rest, properties: own }, '    ', named)
  const output = typeOf(published(plain(operation.output)), '    ', named)
  return `${comment(operation.summary, '  ')}  ${operation.id}: {\n    input: ${input}\n    output: ${output}\n  }`
}

function typeOf(schema: JsonSchema, indent: string, named: Map<string, string>): string {
  const { $id, ...rest } = schema
  if (typeof $id !== 'string') return shapeOf(rest, indent, named)
  if (!named.has($id)) {
    named.set($id, '') // so that one that holds itself comes to an end
    named.set($id, shapeOf(rest, '', named))
  }
  return $id
}

function shapeOf(
  { type, properties, items, anyOf, required = [], ...rest }: JsonSchema,
  indent: string,
  named: Map<string, string>
): string {
  if (Array.isArray(rest['enum'])) return rest['enum'].map(value => JSON.stringify(value)).join(' | ')
  if (rest['const'] !== undefined) return JSON.stringify(rest['const'])
  if (anyOf) return [...new Set(anyOf.map(branch => typeOf(branch, indent, named)))].join(' | ')
  if (type === 'array') return items ? `Array<${typeOf(items, indent, named)}>` : 'unknown[]'
  if (type === 'object') return objectOf(properties ?? {}, required, indent, named)
  return SCALARS.get(type ?? '') ?? 'unknown'
}

const SCALARS = new Map([
  ['string', 'string'],
  ['integer', 'number'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['null', 'null']
])

function objectOf(properties: Record<string, JsonSchema>, required: string[], indent: string, named: Map<string, string>): string {
  const entries = Object.entries(properties)
  if (entries.length === 0) return 'Record<string, unknown>'
  const lines = entries.map(([name, node]) => {
    const about = typeof node.description === 'string' ? comment(node.description, `${indent}  `) : ''
    return `${about}${indent}  ${name}${required.includes(name) ? '' : '?'}: ${typeOf(node, `${indent}  `, named)}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

const comment = (text: string, indent: string): string => `${indent}/** ${text.replaceAll('*/', '*\\/').replaceAll('\n', ' ')} */\n`
