import { callerSchema, type JsonSchema, publicSchema, toJsonSchema } from '../../catalog/json-schema.ts'
import { GATEWAY_ROUTES, type GatewayRoute } from '../shared/gateway-routes.ts'
import { GATEWAY_TAG } from '../shared/route-schema.ts'
import type { Components, Node } from './components.ts'
import { gatewayFailures } from './failures.ts'
import { headersOf, KEY_PARAMETER } from './headers.ts'
import { objectOf, parametersOf } from './input.ts'
import { unchanged } from './operation.ts'
import { DROPPED } from './restore.ts'

const JSON_TYPE = 'application/json'

/** The Fastify schema from which @fastify/swagger documents a route of the gateway itself. `statuses`: all that operations return. */
export function documentedRoute(route: GatewayRoute, components: Components, statuses: () => readonly number[]): Node {
  const callStatuses = route === GATEWAY_ROUTES.call ? statuses() : []
  const input = components.inner(callerSchema(route.input))
  const body = route.body && callerSchema(route.body)
  return {
    operationId: route.id,
    summary: route.summary,
    description: route.description,
    tags: [route.tag ?? GATEWAY_TAG],
    ...(route.public && { security: [] }),
    ...parametersOf(input, 'GET', route.path, { example: route.example?.input }),
    ...(callStatuses.length > 0 && { headers: objectOf([components.parameter('IdempotencyKey', KEY_PARAMETER)]) }),
    ...(body && { body: { content: { [JSON_TYPE]: { schema: body } } } }),
    response: {
      ...successes(route, components, callStatuses),
      ...gatewayFailures(route, components),
      ...Object.fromEntries(callStatuses.filter(status => !isSuccess(status)).map(status => [status, components.failure(status)]))
    },
    [DROPPED]: { requestBody: { ...(route.example && { [JSON_TYPE]: { example: route.example.body } }) } }
  }
}

function successes(route: GatewayRoute, components: Components, callStatuses: readonly number[]): Node {
  if (route.document) return documents(route.document, components)
  if (route.plain) return plainResponses(route, route.plain, components)
  const data = components.schema(`${route.id}_output`, publicSchema(toJsonSchema(route.output)))
  const calls = callStatuses.length > 0
  const content = {
    [JSON_TYPE]: { schema: components.envelope(data) },
    'text/markdown': components.markdown(),
    ...(calls && { 'text/event-stream': components.events() })
  }
  const replayed = calls ? (['Idempotent-Replayed'] as const) : []
  const statuses = new Set([200, ...callStatuses.filter(isSuccess)])
  return Object.fromEntries(
    [...statuses].map(status => [status, { description: 'OK', headers: components.headers(...headersOf(status), ...replayed), content }])
  )
}

const documents = (mediaTypes: readonly string[], components: Components): Node => ({
  200: {
    description: 'The document.',
    headers: components.headers('X-Request-Id', 'ETag'),
    content: Object.fromEntries(mediaTypes.map(type => [type, { schema: { type: type === JSON_TYPE ? 'object' : 'string' } }]))
  },
  304: unchanged(components)
})

function plainResponses({ output }: GatewayRoute, descriptions: Readonly<Record<number, string>>, components: Components): Node {
  const schema: JsonSchema = components.inner(publicSchema(toJsonSchema(output)))
  return Object.fromEntries(
    Object.entries(descriptions).map(([status, description]) => [
      status,
      {
        description,
        headers: components.headers('X-Request-Id', ...(status === '503' ? (['Retry-After'] as const) : [])),
        content: { [JSON_TYPE]: { schema } }
      }
    ])
  )
}

const isSuccess = (status: number): boolean => status < 300
