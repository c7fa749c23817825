import { ERRORS } from '../../contract/error-codes.ts'
import { isCommon, REASON_NAMES, REASONS, statusOf } from '../../contract/errors.ts'
import { type JsonSchema, mapSchema, plain, published } from '../../contract/schema.ts'
import { failureShape, Metadata, problemShape } from '../../contract/shapes.ts'
import { HEADERS, type HeaderName, headersOf, KEY_PARAMETER } from './headers.ts'

export type Node = Record<string, unknown>

/** For examples. */
export const REQUEST_ID = '3f0c7a52-8f0e-4c11-9d54-6f3f2f0b7a11'

/** What several operations share: kept once, referred to everywhere, and only where it is used. */
export interface Components {
  /** The schema with every named one in it replaced by a reference. */
  inner: (schema: JsonSchema) => JsonSchema
  /** Keeps a schema under its own name, else under this one; answers a reference. */
  schema: (name: string, schema: JsonSchema) => Node
  metadata: () => Node
  markdown: () => Node
  events: () => Node
  failure: (status: number, description?: string) => Node
  headers: (...names: HeaderName[]) => Node
  /** The header Idempotency-Key. */
  key: () => Node
  /** Keep a parameter, or a response, under this name; answer a reference. */
  parameter: (name: string, parameter: Node) => Node
  response: (name: string, response: Node) => Node
  collected: () => Node
}

export function makeComponents(systems: readonly string[]): Components {
  const schemas = new Map<string, JsonSchema>()
  const responses = new Map<string, Node>()
  const headers = new Map<string, Node>()
  const parameters = new Map<string, Node>()
  const inner = (schema: JsonSchema): JsonSchema =>
    mapSchema(schema, node => {
      const { $id, ...rest } = node
      return typeof $id === 'string' ? keep($id, rest) : node
    })
  const keep = (name: string, schema: JsonSchema): { $ref: string } => {
    schemas.set(name, schema)
    return { $ref: `#/components/schemas/${name}` }
  }
  const headerRefs = (...names: HeaderName[]): Node => {
    for (const name of names) headers.set(name, HEADERS[name])
    return Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))
  }
  return {
    inner,
    schema(name, schema) {
      const whole = inner(schema)
      return '$ref' in whole ? whole : keep(name, whole)
    },
    metadata: () => inner(published(plain(Metadata))),
    markdown: () => ({ schema: keep('Markdown', MARKDOWN) }),
    events: () => ({ schema: keep('Events', EVENTS) }),
    failure(status, description) {
      const name = `Error${status}`
      if (!responses.has(name)) {
        const content = {
          'application/json': { schema: inner(published(plain(failureShape(systems)))), example: exampleOf(status) },
          'application/problem+json': { schema: inner(published(plain(problemShape(systems)))) },
          'text/markdown': { schema: keep('Markdown', MARKDOWN) }
        }
        responses.set(name, { description: meaningOf(status), headers: headerRefs(...headersOf(status)), content })
      }
      return { $ref: `#/components/responses/${name}`, ...(description !== undefined && { description }) }
    },
    headers: headerRefs,
    key: () => keeper('parameters', parameters)('IdempotencyKey', KEY_PARAMETER),
    parameter: keeper('parameters', parameters),
    response: keeper('responses', responses),
    collected: () =>
      Object.fromEntries(Object.entries({ schemas, responses, parameters, headers }).map(([name, parts]) => [name, sorted(parts)]))
  }
}

/** Keeps what has a name, and answers a reference to it. */
const keeper =
  (kind: string, kept: Map<string, Node>) =>
  (name: string, node: Node): Node => {
    kept.set(name, node)
    return { $ref: `#/components/${kind}/${name}` }
  }

const MARKDOWN: JsonSchema = { type: 'string', description: 'The answer for a reader' }
const EVENTS: JsonSchema = {
  type: 'string',
  description: 'Server-sent events: those of the call, then one `result` or `error`, whose data is what JSON would answer'
}

/** What a status says, whoever answers it. */
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
