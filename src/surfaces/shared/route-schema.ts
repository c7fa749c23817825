import type { FastifyContextConfig, FastifySchema } from 'fastify'
import { sendsBody, splitRoute } from '../../catalog/catalog.ts'
import type { Operation } from '../../contract/operation.ts'
import type { GatewayRoute } from './gateway-routes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation that the route runs: the OpenAPI document describes the route from it. */
    operation?: Operation
    /** The same for a route of the gateway itself. */
    gatewayRoute?: GatewayRoute
  }
}

type Properties = Record<string, object>

export const GATEWAY_TAG: string = 'Gateway'

/** The OpenAPI tag of an operation: its system, or its group within the system. */
export const tagOf = ({ tool, group }: Operation): string => (group === undefined ? tool.title : `${tool.title}: ${group}`)

/** The names in `/pages/:page_id`. */
export const pathNames = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** The Fastify schema of an operation's route. It is the TypeBox of the definition: what the pipeline and HTTP add is only added to the OpenAPI document. */
export function operationSchema(operation: Operation): FastifySchema {
  const { id, summary, description, input, output } = operation
  const [method, path] = splitRoute(operation)
  const inPath = pathNames(path)
  const rest = pick(input, name => !inPath.includes(name))
  return {
    operationId: id,
    summary,
    description,
    tags: [tagOf(operation)],
    ...(inPath.length > 0 && { params: pick(input, name => inPath.includes(name)) }),
    ...(sendsBody(method) ? { body: rest } : { querystring: rest }),
    response: { '2xx': output } // a key such as 200 is an array index: V8 would allocate 200 slots for each route, twice
  }
}

/** Fastify options of a route of the gateway itself: its schema, and its configuration. */
export const gatewayOptions = (
  route: GatewayRoute,
  config: FastifyContextConfig = {}
): { config: FastifyContextConfig; schema: FastifySchema } => ({
  config: { ...config, public: route.public === true, gatewayRoute: route },
  schema: gatewaySchema(route)
})

function gatewaySchema({ id, path, summary, description, tag, input, body, output, plain }: GatewayRoute): FastifySchema {
  const inPath = pathNames(path)
  const statuses = Object.keys(plain ?? { 200: 'OK' })
  return {
    operationId: id,
    summary,
    description,
    tags: [tag ?? GATEWAY_TAG],
    ...(inPath.length > 0 && { params: pick(input, name => inPath.includes(name)) }),
    querystring: pick(input, name => !inPath.includes(name)),
    ...(body && { body }),
    response: Object.fromEntries(statuses.map(status => [status, output]))
  }
}

/** The Fastify schema of a route that is not part of the REST API, such as /mcp or the files of /docs: it is not in the OpenAPI document. */
export const hiddenSchema = (summary: string, description: string): FastifySchema => ({
  hide: true,
  summary,
  description,
  tags: [GATEWAY_TAG],
  response: { 200: { description } }
})

function pick({ properties, required }: { properties: Properties; required?: string[] }, isPicked: (name: string) => boolean): object {
  const entries = Object.entries(properties).filter(([name]) => isPicked(name))
  return { type: 'object', properties: Object.fromEntries(entries), required: (required ?? []).filter(isPicked) }
}
