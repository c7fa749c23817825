import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Catalog } from '../../catalog/catalog.ts'
import { ERROR_CODES, explainError, toDetail, toSummary } from '../../catalog/describe.ts'
import { MAX_IN_PACK, type Pack } from '../../catalog/packs.ts'
import { operationsOfSystem, systemNotFound } from '../../catalog/resolve.ts'
import { searchOperations } from '../../catalog/search/search.ts'
import type { Visible } from '../../catalog/visible.ts'
import type { Caller } from '../../contract/call.ts'
import { asOperationError, OperationError } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { isUserId, principalOf } from '../../contract/principal.ts'
import type { AnyTool } from '../../contract/tool.ts'
import { plainMarkdown } from '../../lib/markdown.ts'
import { near } from '../../lib/spelling.ts'
import { refusalOfInstance } from '../../pipeline/authorize.ts'
import { readFlat } from '../../pipeline/input/read-input.ts'
import type { Connections, InstanceState, Ports } from '../../pipeline/ports.ts'
import { GATEWAY_ROUTES, type GatewayRoute } from '../shared/gateway-routes.ts'
import type { ToolEntry } from '../shared/gateway-shapes.ts'
import { gatewayOptions } from '../shared/route-schema.ts'
import { toolMarkdown, toolsMarkdown } from '../shared/tool-markdown.ts'
import { callRoute, checkBeforeInput, checkCall, maxBodyOf, namedOrFail, resolveRequest, visibleOrFail } from './by-name.ts'
import type { ContextOf } from './context.ts'
import { inBody, inQuery } from './input.ts'
import { manyRoute } from './many.ts'
import { formWithoutEventsOf } from './negotiate.ts'
import { flatPath, flatQuery } from './query.ts'
import { sendJson, sendMarkdown } from './reply.ts'
import type { UploadQuota } from './upload-quota.ts'

export interface GatewayParts {
  catalog: Catalog
  connections: Connections
  ports: Ports
  visible: Visible
  contextOf: ContextOf
  quota: UploadQuota
  packs: () => readonly Pack[]
  /** Secrets that sign the webhooks of a key. */
  webhookSecrets: (keyId: string) => readonly string[]
  /** Scopes that a caller can give to keys. */
  grantableScopes: (caller: Caller) => readonly object[]
  dialects: readonly { name: string; summary: string; mediaType: string }[]
}

/** Response data with its own Markdown. */
class Rendered {
  readonly data: object
  readonly markdown: string
  constructor(data: object, markdown: string) {
    this.data = data
    this.markdown = markdown
  }
}

type Handler = (input: Record<string, unknown>, caller: Caller, request: FastifyRequest) => unknown

/** Registers the routes of the gateway itself that have the envelope: catalog, systems, instances, calls by name, check. */
export function gatewayRoutes(app: FastifyInstance, parts: GatewayParts): void {
  const { connections, visible } = parts
  const visibleTo = (caller: Caller): readonly Operation[] => visible.operations(caller)
  const routes: [GatewayRoute, Handler][] = [
    [GATEWAY_ROUTES.catalog, (input, caller) => listOperations(visibleTo(caller), input)],
    [GATEWAY_ROUTES.operation, (input, caller) => toDetail(visibleOrFail(parts, String(input['id']), caller))],
    [
      GATEWAY_ROUTES.tools,
      async (_input, caller) => {
        const tools = await Promise.all(toolsOf(visibleTo(caller)).map(tool => describeTool(tool, caller, parts)))
        return new Rendered(page(tools), toolsMarkdown(tools))
      }
    ],
    [
      GATEWAY_ROUTES.tool,
      async (input, caller) => {
        const tool = await describeTool(toolOrFail(visibleTo(caller), String(input['system'])), caller, parts)
        return new Rendered(tool, toolMarkdown(tool))
      }
    ],
    [
      GATEWAY_ROUTES.instances,
      async (_input, caller) => page((await Promise.all(toolsOf(visibleTo(caller)).map(tool => statesFor(tool, caller, parts)))).flat())
    ],
    [
      GATEWAY_ROUTES.test,
      recorded(parts, GATEWAY_ROUTES.test, async (input, caller) => {
        const tool = toolOrFail(visibleTo(caller), String(input['system']))
        const name = String(input['name'])
        const refusal = refusalOfInstance(operationsOf(tool, visibleTo(caller)), name, { caller, ports: parts.ports })
        if (refusal) throw refusal
        return await connections.test(tool, name)
      })
    ],
    [
      GATEWAY_ROUTES.access,
      (_input, caller) => ({ principal: principalOf(caller), scopes: caller.scopes, grantable: parts.grantableScopes(caller) })
    ],
    [GATEWAY_ROUTES.dialects, (_input, caller) => listDialects(parts, caller)],
    [GATEWAY_ROUTES.webhookSecret, recorded(parts, GATEWAY_ROUTES.webhookSecret, (_input, { id }) => ({ secrets: secretsFor(id, parts) }))],
    [GATEWAY_ROUTES.error, input => errorOrFail(String(input['code']))]
  ]
  for (const [route, handle] of routes) serve(app, route, handle)
  manyRoute(app, parts)
  callRoute(app, parts)
  serve(
    app,
    GATEWAY_ROUTES.check,
    (_input, caller, request) => {
      const { operation, input } = resolveRequest(parts, request)
      return checkCall(operation, input, caller, parts)
    },
    {
      maxBody: maxBodyOf(parts),
      beforeBody: (_input, caller, request) => checkBeforeInput(namedOrFail(parts, request), caller, parts)
    }
  )
}

/** Returns the secrets of a caller. Webhooks of users are signed with the secret of their key, which only its backend gets. */
function secretsFor(callerId: string, { webhookSecrets }: GatewayParts): readonly string[] {
  if (!isUserId(callerId)) return webhookSecrets(callerId)
  throw new OperationError(
    'insufficient_permissions',
    'The webhooks of a user are signed with the secret of the key that names the user.',
    {
      source: 'gateway',
      outcome: 'not_executed',
      suggestions: ['Send the request without Toolgate-User.']
    }
  )
}

/** Has the record show each call of the route. Its input appears only if the route knew it. */
const recorded =
  ({ ports: { record } }: GatewayParts, { id: operation }: { id: `toolgate_${string}` }, handle: Handler): Handler =>
  async (input, caller, request) => {
    const started = performance.now()
    const end = (more: { reason?: string; instance?: string; summary: Record<string, unknown> }): void =>
      record.action({ operation, caller, requestId: request.id, duration_ms: Math.round((performance.now() - started) * 10) / 10, ...more })
    try {
      const output = await handle(input, caller, request)
      end({ summary: input, ...(typeof input['name'] === 'string' && { instance: input['name'] }) })
      return output
    } catch (error) {
      end({ summary: {}, reason: asOperationError(error).reason })
      throw error
    }
  }

interface Bodies {
  maxBody?: (request: FastifyRequest) => number
  /** Provides the response before the body is read, unless it returns undefined. */
  beforeBody?: Handler
}

function serve(app: FastifyInstance, route: GatewayRoute, handle: Handler, { maxBody, beforeBody }: Bodies = {}): void {
  const read = readerOf(route)
  app.route({
    method: route.method,
    url: route.path,
    ...gatewayOptions(route, { ...(maxBody && { maxBody }) }),
    async onRequest(request, reply) {
      const early = await beforeBody?.({}, request.caller, request)
      if (early !== undefined) return send(request, reply, route, early)
    },
    async handler(request, reply) {
      const started = performance.now()
      formWithoutEventsOf(request.headers.accept) // fails before the work starts
      const input = read(request)
      return send(request, reply, route, await handle(input, request.caller, request), started)
    }
  })
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { id }: GatewayRoute,
  output: unknown,
  started = performance.now()
): FastifyReply {
  const form = formWithoutEventsOf(request.headers.accept)
  const data = output instanceof Rendered ? output.data : output
  reply.header('cache-control', 'no-store').header('vary', 'Accept')
  if (form === 'markdown') return sendMarkdown(reply, `${output instanceof Rendered ? output.markdown : plainMarkdown(data)}\n`)
  const execution_time_ms = Math.round(performance.now() - started)
  return sendJson(reply, data, { operation: id, instance: null, request_id: request.id, execution_time_ms })
}

/** Reads the input of a route. Refuses a query string on a route with a body, and a body on a route without one. */
function readerOf({ id, input, body: takesBody }: GatewayRoute): (request: FastifyRequest) => Record<string, unknown> {
  const read = takesBody ? flatPath(input) : flatQuery(input)
  return request => readFlat(id, input, read(request), takesBody ? inQuery(request.query) : inBody(request))
}

function listOperations(operations: readonly Operation[], { system, query, cursor, limit }: Record<string, unknown>): object {
  const own = operationsOfSystem(operations, system)
  const matches = query === undefined ? own : searchOperations(own, String(query))
  const start = cursor === undefined ? 0 : matches.findIndex(({ id }) => id === cursor) + 1
  if (cursor !== undefined && start === 0) throw unknownCursor()
  const rows = matches.slice(start, start + Number(limit))
  const more = start + rows.length < matches.length
  return { items: rows.map(toSummary), next_cursor: more ? rows.at(-1)?.id : null, total: { value: matches.length, relation: 'eq' } }
}

const unknownCursor = (): OperationError =>
  new OperationError('invalid_field_value', 'The cursor belongs to another list, or to an operation that no longer exists.', {
    issues: [{ path: 'cursor', message: 'is not a cursor of this list', expected: 'next_cursor of the previous page, with the same query' }]
  })

function listDialects({ dialects, packs, visible }: GatewayParts, caller: Caller): object {
  const shown = new Set(visible.operations(caller))
  const seen = (operation: Operation): boolean => shown.has(operation)
  const rows = packs()
    .filter(({ members }) => members.some(seen))
    .map(({ name, operations }) => {
      const count = operations.filter(seen).length
      return { name, operations: count, gpt: count <= MAX_IN_PACK ? `/openapi/gpt/${name}` : null }
    })
  const formats = dialects.map(({ name, summary, mediaType }) => ({ name, summary, media_type: mediaType, path: `/v1/dialects/${name}` }))
  return { ...page(formats), packs: rows }
}

function errorOrFail(name: string): object {
  const page = explainError(name)
  if (page) return page
  throw new OperationError('route_not_found', `No error has the code ${name}.`, {
    suggestions: near(name, ERROR_CODES).map(code => `Did you mean /errors/${code}?`)
  })
}

const toolsOf = (operations: readonly Operation[]): AnyTool[] => [...new Set(operations.map(({ tool }) => tool))]

function toolOrFail(operations: readonly Operation[], name: string): AnyTool {
  const tools = toolsOf(operations)
  const tool = tools.find(candidate => candidate.name === name)
  if (tool) return tool
  throw systemNotFound(
    name,
    tools.map(candidate => candidate.name)
  )
}

const operationsOf = (tool: AnyTool, operations: readonly Operation[]): Operation[] =>
  operations.filter(operation => operation.tool === tool)

/** Returns the instances of a system that the caller may use. */
async function statesFor(tool: AnyTool, caller: Caller, { connections, visible, ports }: GatewayParts): Promise<InstanceState[]> {
  const operations = operationsOf(tool, visible.operations(caller))
  const states = await connections.states(tool)
  return states.filter(({ name }) => refusalOfInstance(operations, name, { caller, ports }) === undefined)
}

async function describeTool(tool: AnyTool, caller: Caller, parts: GatewayParts): Promise<ToolEntry> {
  const instances = await statesFor(tool, caller, parts)
  const usable = instances.some(instance => instance.available)
  const { name, title, description, prompt, concurrent } = tool
  const ids = operationsOf(tool, parts.visible.operations(caller)).map(({ id }) => id)
  return {
    name,
    title,
    description,
    prompt,
    concurrent,
    available: usable,
    reason: usable ? null : unavailableReason(tool, instances),
    instances,
    operations: ids
  }
}

const unavailableReason = ({ title }: AnyTool, instances: InstanceState[]): string =>
  (instances.find(instance => instance.is_default) ?? instances[0])?.reason ?? `${title} is not configured on this gateway.`

const page = (items: unknown[]): object => ({ items, next_cursor: null, total: { value: items.length, relation: 'eq' } })
