import type { GatewayRoute } from '../../contract/gateway-route.ts'
import { callerSchema, type JsonSchema, plain, published } from '../../contract/schema.ts'
import type { Components, Node } from './components.ts'
import { envelope } from './envelope.ts'
import { gatewayFailures } from './failures.ts'
import { headersOf } from './headers.ts'
import { parametersOf } from './input.ts'

export const GATEWAY_TAG = 'Gateway'
export const HEALTH_TAG = 'Health'

const JSON_TYPE = 'application/json'

/** A route of the gateway itself. `calls` are the operations that it may answer for. */
export function gatewayObject(route: GatewayRoute, components: Components, calls: readonly Node[] = []): Node {
  const input = components.inner(callerSchema(route.input))
  const own = parametersOf(input, 'GET', route.path, route.example?.input)
  const parameters = calls.length > 0 ? [...own, components.key()] : own
  return {
    operationId: route.id,
    summary: route.summary,
    description: route.description,
    tags: [GATEWAY_TAG],
    ...(route.public && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: { content: { [JSON_TYPE]: { schema: callerSchema(route.body), ...(route.example && { example: route.example.body }) } } }
    }),
    responses: { ...successes(route, components, calls), ...gatewayFailures(route, components), ...failuresAmong(calls, components) }
  }
}

function successes(route: GatewayRoute, components: Components, calls: readonly Node[]): Node {
  if (route.document) return documents(route.document, components)
  const data = components.schema(`${route.id}_output`, published(plain(route.output)))
  const content = {
    [JSON_TYPE]: { schema: envelope(data, components) },
    'text/markdown': components.markdown(),
    ...(calls.length > 0 && { 'text/event-stream': components.events() })
  }
  const replayed = calls.length > 0 ? (['Idempotent-Replayed'] as const) : []
  const statuses = new Set([200, ...statusesOf(calls).filter(isSuccess)])
  return Object.fromEntries(
    [...statuses].map(status => [
      String(status),
      { description: 'Done', headers: components.headers(...headersOf(status), ...replayed), content }
    ])
  )
}

const documents = (mediaTypes: readonly string[], components: Components): Node => ({
  200: {
    description: 'The document',
    headers: components.headers('X-Request-Id', 'ETag'),
    content: Object.fromEntries(mediaTypes.map(type => [type, { schema: { type: type === JSON_TYPE ? 'object' : 'string' } }]))
  },
  304: { description: 'It is still what If-None-Match names', headers: components.headers('X-Request-Id', 'ETag') }
})

const failuresAmong = (calls: readonly Node[], components: Components): Node =>
  Object.fromEntries(
    statusesOf(calls)
      .filter(status => !isSuccess(status))
      .map(status => [String(status), components.failure(status)])
  )

const statusesOf = (calls: readonly Node[]): number[] => calls.flatMap(({ responses }) => Object.keys(responses ?? {}).map(Number))
const isSuccess = (status: number): boolean => status < 300

/** Answers that no envelope surrounds, for machines that look after the gateway. */
export function plainPaths(components: Components): Record<string, Node> {
  const answer = (description: string, schema: JsonSchema, headers: Node = components.headers('X-Request-Id')): Node => ({
    description,
    headers,
    content: { [JSON_TYPE]: { schema } }
  })
  const open = (operationId: string, summary: string, description: string, tag: string, responses: Node): Node => ({
    get: { operationId, summary, description, tags: [tag], security: [], responses: { ...responses, 401: components.failure(401) } }
  })
  const readiness = components.schema('Readiness', READINESS)
  return {
    '/healthz': open(
      'toolgate_health',
      'Say whether the process answers',
      'For a liveness probe: it asks nothing of Redis or of any system.',
      HEALTH_TAG,
      { 200: answer('It does', HEALTH) }
    ),
    '/readyz': open(
      'toolgate_readiness',
      'Say whether the gateway can do its work',
      'For a readiness probe: Redis, the queue, the configuration.',
      HEALTH_TAG,
      {
        200: answer('It can', readiness),
        503: answer('It cannot; the checks say why', readiness, components.headers('X-Request-Id', 'Retry-After'))
      }
    ),
    '/openapi.json': open(
      'toolgate_openapi',
      'Describe the API',
      'This document, with the operations that the key may call; without a key, where one is needed, with none.',
      GATEWAY_TAG,
      {
        200: answer('The document', { type: 'object' }, components.headers('X-Request-Id', 'ETag')),
        304: { description: 'It is still what If-None-Match names', headers: components.headers('X-Request-Id', 'ETag') },
        403: components.failure(403),
        503: components.failure(503)
      }
    )
  }
}

const HEALTH: JsonSchema = { type: 'object', required: ['status'], properties: { status: { type: 'string', const: 'ok' } } }

const READINESS: JsonSchema = {
  type: 'object',
  description: 'What the gateway needs, and whether it has it',
  required: ['status', 'checks'],
  properties: {
    status: { type: 'string', enum: ['ready', 'not_ready'] },
    checks: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'ok', 'problem'],
        properties: {
          name: { type: 'string', description: 'What was checked' },
          ok: { type: 'boolean', description: 'It is as it should be' },
          problem: { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'What is wrong; null where nothing is' }
        }
      }
    }
  }
}
