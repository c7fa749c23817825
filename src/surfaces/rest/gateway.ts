import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../contract/caller.ts'
import type { Catalog } from '../../contract/catalog.ts'
import { briefly, ERROR_CODES, explainError, wholly } from '../../contract/describe.ts'
import { OperationError } from '../../contract/errors.ts'
import { GATEWAY_ROUTES } from '../../contract/gateway.ts'
import type { GatewayRoute } from '../../contract/gateway-route.ts'
import type { ToolEntry } from '../../contract/gateway-shapes.ts'
import type { Operation } from '../../contract/operation.ts'
import { MOST_IN_PACK, type Pack } from '../../contract/packs.ts'
import type { Connections, InstanceState, Ports } from '../../contract/ports.ts'
import { readFlat } from '../../contract/read.ts'
import { plainMarkdown, toolMarkdown, toolsMarkdown } from '../../contract/render.ts'
import { searchOperations } from '../../contract/search.ts'
import { near } from '../../contract/spelling.ts'
import type { AnyTool } from '../../contract/tool.ts'
import { check } from './check.ts'
import { misplaced, unwanted } from './input.ts'
import { manyRoute } from './many.ts'
import { eventlessFormOf } from './negotiate.ts'
import { answerCall, type ContextOf } from './operations.ts'
import { flatPath, flatQuery } from './query.ts'
import { MARKDOWN_TYPE, sendJson } from './reply.ts'
import { resolveOrFail, resolveRequest, visibleOrFail } from './resolve.ts'

export interface GatewayParts {
  catalog: Catalog
  connections: Connections
  ports: Ports
  contextOf: ContextOf
  packs: () => readonly Pack[]
  dialects: readonly { name: string; summary: string; mediaType: string }[]
}

/** An answer that has a rendering of its own. */
class Readable {
  readonly data: object
  readonly markdown: string
  constructor(data: object, markdown: string) {
    this.data = data
    this.markdown = markdown
  }
}

type Answer = (input: Record<string, unknown>, caller: Caller, request: FastifyRequest) => unknown

/** The routes that speak of operations and systems: catalog, tools, instances, call by name, check. */
export function gatewayRoutes(app: FastifyInstance, parts: GatewayParts): void {
  const { catalog, connections, ports, contextOf } = parts
  const seen = (caller: Caller): readonly Operation[] => catalog.operations.filter(operation => ports.visible(operation, caller))
  const routes: [GatewayRoute, Answer][] = [
    [GATEWAY_ROUTES.catalog, (input, caller) => listOperations(seen(caller), input)],
    [GATEWAY_ROUTES.operation, (input, caller) => wholly(visibleOrFail(parts, String(input['id']), caller))],
    [GATEWAY_ROUTES.check, (input, caller, { body }) => checkByName(parts, String(input['id']), body ?? {}, caller)],
    [
      GATEWAY_ROUTES.tools,
      async (_input, caller) => {
        const tools = await Promise.all(toolsOf(seen(caller)).map(tool => describeTool(tool, seen(caller), connections)))
        return new Readable(page(tools), toolsMarkdown(tools))
      }
    ],
    [
      GATEWAY_ROUTES.tool,
      async (input, caller) => {
        const tool = await describeTool(toolOrFail(seen(caller), String(input['system'])), seen(caller), connections)
        return new Readable(tool, toolMarkdown(tool))
      }
    ],
    [
      GATEWAY_ROUTES.instances,
      async (_input, caller) => page((await Promise.all(toolsOf(seen(caller)).map(tool => connections.states(tool)))).flat())
    ],
    [GATEWAY_ROUTES.test, (input, caller) => connections.test(toolOrFail(seen(caller), String(input['system'])), String(input['name']))],
    [GATEWAY_ROUTES.dialects, (_input, caller) => listDialects(parts, caller)],
    [GATEWAY_ROUTES.error, input => errorOrFail(String(input['code']))]
  ]
  for (const [route, answer] of routes) serve(app, route, answer)
  manyRoute(app, parts)
  app.post(GATEWAY_ROUTES.call.path, { config: {} }, (request, reply) => callByName(parts, request, reply, contextOf))
}

function serve(app: FastifyInstance, route: GatewayRoute, answer: Answer): void {
  const read = readerOf(route)
  app.route({
    method: route.method,
    url: route.path,
    config: { public: route.public === true },
    async handler(request, reply) {
      const started = performance.now()
      const form = eventlessFormOf(request.headers.accept)
      const input = read(request)
      const answered = await answer(input, request.caller, request)
      const data = answered instanceof Readable ? answered.data : answered
      reply.header('cache-control', 'no-store').header('vary', 'Accept')
      if (form === 'markdown')
        return reply.type(MARKDOWN_TYPE).send(`${answered instanceof Readable ? answered.markdown : plainMarkdown(data)}\n`)
      return sendJson(reply, data, {
        operation: route.id,
        instance: null,
        request_id: request.id,
        execution_time_ms: Math.round(performance.now() - started)
      })
    }
  })
}

/** What belongs elsewhere is refused, never dropped: the query string where there is a body, the body where there is none. */
function readerOf({ id, input, body: takesBody }: GatewayRoute): (request: FastifyRequest) => Record<string, unknown> {
  const read = takesBody ? flatPath(input) : flatQuery(input)
  return request => readFlat(id, input, read(request), takesBody ? misplaced(request.query) : unwanted(request))
}

async function callByName(parts: GatewayParts, request: FastifyRequest, reply: FastifyReply, contextOf: ContextOf): Promise<FastifyReply> {
  const { operation, input } = resolveRequest(parts, request)
  request.system = operation.tool.name
  return await answerCall(request, reply, operation, () => ({ raw: input, issues: misplaced(request.query) }), contextOf, true)
}

function checkByName(parts: GatewayParts, name: string, body: unknown, caller: Caller): Promise<object> {
  const { operation, input } = resolveOrFail(parts, name, body, caller)
  return check(operation, input, caller, parts)
}

function listOperations(operations: readonly Operation[], { system, query, cursor, limit }: Record<string, unknown>): object {
  const own = operations.filter(({ tool }) => system === undefined || tool.name === system)
  const matches = query === undefined ? own : searchOperations(own, String(query))
  const start = cursor === undefined ? 0 : matches.findIndex(({ id }) => id === cursor) + 1
  if (cursor !== undefined && start === 0) throw strangeCursor()
  const rows = matches.slice(start, start + Number(limit))
  const more = start + rows.length < matches.length
  return { items: rows.map(briefly), next_cursor: more ? rows.at(-1)?.id : null, total: { value: matches.length, relation: 'eq' } }
}

const strangeCursor = (): OperationError =>
  new OperationError('invalid_field_value', 'The cursor is of another list, or of an operation that is gone.', {
    issues: [{ path: 'cursor', message: 'is no place in this list', expected: 'next_cursor of the page before, with the same query' }]
  })

function listDialects({ dialects, packs, ports }: GatewayParts, caller: Caller): object {
  const seen = (operation: Operation): boolean => ports.visible(operation, caller)
  const rows = packs()
    .filter(({ members }) => members.some(seen))
    .map(({ name, operations }) => {
      const count = operations.filter(seen).length
      return { name, operations: count, gpt: count <= MOST_IN_PACK ? `/openapi/gpt/${name}` : null }
    })
  const told = dialects.map(({ name, summary, mediaType }) => ({ name, summary, media_type: mediaType, path: `/v1/dialects/${name}` }))
  return { ...page(told), packs: rows }
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
  throw new OperationError('system_not_found', `No system ${name.slice(0, 64)} is visible to this key.`, {
    suggestions: tools.map(candidate => candidate.name)
  })
}

async function describeTool(tool: AnyTool, operations: readonly Operation[], connections: Connections): Promise<ToolEntry> {
  const instances: InstanceState[] = await connections.states(tool)
  const usable = instances.some(instance => instance.available)
  const { name, title, description, prompt, concurrent } = tool
  const ids = operations.filter(operation => operation.tool === tool).map(({ id }) => id)
  return {
    name,
    title,
    description,
    prompt,
    concurrent,
    available: usable,
    reason: usable ? null : whyNot(tool, instances),
    instances,
    operations: ids
  }
}

const whyNot = ({ title }: AnyTool, instances: InstanceState[]): string =>
  (instances.find(instance => instance.is_default) ?? instances[0])?.reason ?? `${title} is not configured on this gateway.`

const page = (items: unknown[]): object => ({ items, next_cursor: null, total: { value: items.length, relation: 'eq' } })
