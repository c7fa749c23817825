import { failureShape, Metadata, problemShape } from '../../catalog/envelope-shapes.ts'
import { type JsonSchema, mapSchema, publicSchema, toJsonSchema } from '../../catalog/json-schema.ts'
import { ERRORS, isCommon, REASON_NAMES, REASONS, statusOf } from '../../contract/errors.ts'
import { HEADERS, type HeaderName, headersOf } from './headers.ts'

export type Node = Record<string, unknown>

/** A parameter of OpenAPI that several operations share. */
interface SharedParameter {
  readonly name: string
  readonly in: string
  readonly required: false
  readonly description?: string | undefined
  readonly schema: JsonSchema
}

/** Request ID of the examples. */
export const REQUEST_ID = '3f0c7a52-8f0e-4c11-9d54-6f3f2f0b7a11'

/** Marks a parameter that is in `components`: @fastify/swagger keeps the keyword, and `restoreOperation` replaces the parameter with a reference. */
export const SHARED = 'x-toolgate-component'

/** Collects the parts that several operations share, so that each is in the document once, and returns references to them. */
export interface Components {
  /** Returns the schema with each named schema in it replaced by a reference. */
  inner: (schema: JsonSchema) => JsonSchema
  /** Collects a schema under its own `$id`, or else under this name. */
  schema: (name: string, schema: JsonSchema) => Node
  /** Returns the envelope of a successful response with this data. */
  envelope: (data: Node) => Node
  markdown: () => Node
  events: () => Node
  failure: (status: number, description?: string) => Node
  /** Returns the response headers, as a Fastify schema describes them. */
  headers: (...names: HeaderName[]) => Node
  /** Collects a parameter under this name and returns its property in a Fastify schema. */
  parameter: (component: string, parameter: SharedParameter) => [name: string, property: JsonSchema]
  response: (name: string, response: Node) => Node
  collected: () => Node
}

/** `systems`: those whose names an error code may contain. */
export function createComponents(systems: readonly string[]): Components {
  const schemas = new Map<string, JsonSchema>()
  const responses = new Map<string, Node>()
  const headers = new Map<string, Node>()
  const parameters = new Map<string, Node>()
  const failureSchema = failureShape(systems)
  const problemSchema = problemShape(systems)
  const inner = (schema: JsonSchema): JsonSchema =>
    mapSchema(schema, node => {
      const { $id, ...rest } = node
      return typeof $id === 'string' ? add($id, rest) : node
    })
  const add = (name: string, schema: JsonSchema): { $ref: string } => {
    schemas.set(name, schema)
    return { $ref: `#/components/schemas/${name}` }
  }
  const useHeaders = (names: readonly HeaderName[]): void => {
    for (const name of names) headers.set(name, HEADERS[name])
  }
  const addResponse = (name: string, response: Node): Node => {
    responses.set(name, response)
    return { $ref: `#/components/responses/${name}` }
  }
  return {
    inner,
    schema(name, schema) {
      const whole = inner(schema)
      return '$ref' in whole ? whole : add(name, whole)
    },
    envelope: data => ({
      type: 'object',
      required: ['success', 'data', 'metadata'],
      properties: { success: { type: 'boolean', const: true }, data, metadata: inner(publicSchema(toJsonSchema(Metadata))) }
    }),
    markdown: () => ({ schema: add('Markdown', MARKDOWN) }),
    events: () => ({ schema: add('Events', EVENTS) }),
    failure(status, description) {
      const name = `Error${status}`
      if (!responses.has(name)) {
        const names = headersOf(status)
        useHeaders(names)
        const content = {
          'application/json': { schema: inner(publicSchema(toJsonSchema(failureSchema))), example: exampleOf(status) },
          'application/problem+json': { schema: inner(publicSchema(toJsonSchema(problemSchema))) },
          'text/markdown': { schema: add('Markdown', MARKDOWN) }
        }
        addResponse(name, { description: meaningOf(status), headers: headerReferences(names), content })
      }
      return { $ref: `#/components/responses/${name}`, ...(description !== undefined && { description }) }
    },
    headers(...names) {
      useHeaders(names)
      return Object.fromEntries(names.map(name => [name, { ...HEADERS[name].schema, description: HEADERS[name].description }]))
    },
    parameter(component, parameter) {
      parameters.set(component, { ...parameter })
      const { name, description, schema } = parameter
      return [name, { ...schema, ...(description !== undefined && { description }), [SHARED]: component }]
    },
    response: addResponse,
    collected: () =>
      Object.fromEntries(Object.entries({ schemas, responses, parameters, headers }).map(([kind, parts]) => [kind, sorted(parts)]))
  }
}

export const headerReferences = (names: readonly string[]): Node =>
  Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))

const MARKDOWN: JsonSchema = { type: 'string', description: 'The response as Markdown.' }
const EVENTS: JsonSchema = {
  type: 'string',
  description: 'Server-sent events: those of the call, then one `result` or `error`, whose data is the JSON response.'
}

/** The codes of a status, and the reasons that any operation may return. */
function meaningOf(status: number): string {
  const reasons = REASON_NAMES.filter(reason => statusOf(reason) === status)
  const codes = new Set(reasons.map(reason => REASONS[reason].code))
  const meanings = [...codes].map(code => `${code}: ${ERRORS[code].meaning}.`)
  const common = reasons.filter(isCommon).map(reason => `${reason} (${REASONS[reason].meaning})`)
  return [...meanings, ...(common.length > 0 ? [`Reasons: ${common.join('; ')}.`] : [])].join(' ')
}

function exampleOf(status: number): Node {
  const candidates = REASON_NAMES.filter(reason => statusOf(reason) === status)
  const reason = candidates.find(isCommon) ?? candidates[0] ?? 'unexpected'
  const { code, meaning } = REASONS[reason]
  const facts = { source: 'gateway', outcome: 'not_executed', retryable: ERRORS[code].retryable }
  return { success: false, error: { code, message: `${meaning}.`, details: { reason, request_id: REQUEST_ID, ...facts } } }
}

const sorted = (map: Map<string, unknown>): Node => Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)))
