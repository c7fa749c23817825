import type { FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import { type JsonSchema, toJsonSchema } from '../../catalog/json-schema.ts'
import { inputOf } from '../../catalog/reserved-inputs.ts'
import { OperationError } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'

type Values = Record<string, unknown>

/** Converts path and query strings to the types of the schema. A string that cannot be converted stays, and the pipeline refuses it. */
export const queryReader = (operation: Operation): ((raw: Values) => Values) => converterOf(() => inputOf(operation))

/** Reads the path of a request. */
export function flatPath(schema: TObject): (request: FastifyRequest) => Values {
  const convert = converterOf(() => schema)
  return ({ params }) => convert(asValues(params))
}

/** Reads path and query of a request as one flat input. */
export function flatQuery(schema: TObject): (request: FastifyRequest) => Values {
  const convert = converterOf(() => schema)
  return ({ params, query }) => {
    const [named, fromQuery] = [asValues(params), asValues(query)]
    const twice = Object.keys(fromQuery).filter(name => Object.hasOwn(named, name))
    if (twice.length > 0) throw inPathAlready(twice)
    return convert({ ...fromQuery, ...named })
  }
}

const inPathAlready = (names: string[]): OperationError =>
  new OperationError('invalid_field_value', `${names.join(', ')} belongs in the path, not in the query string.`, {
    issues: names.map(path => ({ path, message: 'is in the query string', expected: 'a value in the path only' }))
  })

/** Created on the first request: for 300 routes it would add 0.1 s to the start. */
function converterOf(schemaOf: () => TObject): (raw: Values) => Values {
  let converters: ReturnType<typeof convertersOf> | undefined
  return raw => {
    converters ??= convertersOf(schemaOf())
    const values: Values = Object.create(null) // without a prototype, `__proto__` is an ordinary name
    for (const name of Object.keys(raw)) {
      const convert = converters.get(name)
      values[name] = convert ? convert(raw[name]) : raw[name]
    }
    return values
  }
}

const convertersOf = (schema: TObject): Map<string, (value: unknown) => unknown> =>
  new Map(Object.entries(toJsonSchema(schema).properties ?? {}).map(([name, node]) => [name, converterFor(node)]))

function converterFor(node: JsonSchema): (value: unknown) => unknown {
  if (node.type !== 'array') {
    const convert = scalar(node)
    return value => (typeof value === 'string' ? convert(value) : value)
  }
  const convert = scalar(node.items ?? {})
  return value => listOf(value).map(item => (typeof item === 'string' ? convert(item) : item))
}

/** `?fields=a&fields=b` and `?fields=a,b` are the same list. */
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value])

function scalar(node: JsonSchema): (text: string) => unknown {
  const types = [node.type, ...(node.anyOf ?? []).map(branch => branch.type)]
  if (types.includes('integer') || types.includes('number')) return text => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text)
  if (types.includes('boolean')) return text => BOOLEANS.get(text.toLowerCase()) ?? text
  return text => text
}

/** Ignoring case: Python and Excel write True and TRUE. */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false]
])

const asValues = (value: unknown): Values => (typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {})
