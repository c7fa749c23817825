import { type ListToolsResult, Server, type ServerContext } from '@modelcontextprotocol/server'
import { inSpan, isTracing, traceFrom } from '../../lib/telemetry/telemetry.ts'
import { LIST_HELP, RESERVED_HELP } from '../shared/listed-tool.ts'
import { callTool } from './call.ts'
import { createStateCodec } from './confirm.ts'
import type { McpContext, McpHandlers, McpParts, Session } from './context.ts'
import { withErrorBoundary } from './error-boundary.ts'
import { toolLister } from './list.ts'
import { getPrompt, listPrompts } from './prompts.ts'
import { complete, listResources, listResourceTemplates, readResource } from './resources.ts'
import { cancelTask, getTask, TASKS, TaskParams, updateTask } from './tasks.ts'

const INSTRUCTIONS = `${LIST_HELP} The prompts explain how and when to use each system. ${RESERVED_HELP}`

/** Lists depend on the key and the configuration, which rarely change. They are private to the key. */
const LIST_HINT = { ttlMs: 60_000, cacheScope: 'private' as const }

/** Versions of the protocol. Only the newest ones support tasks, which represent jobs. */
type Era = 'legacy' | 'modern'

/** Creates a server. `method`: the only method that it will serve, if known. */
export type ServerFor = (sessionOf: () => Session, era: Era, method?: string) => Server

/** Gets the tool list of a session before it is sent, and may replace it. */
type Listed = (session: Session, list: ListToolsResult) => ListToolsResult

interface ServerOptions {
  listed?: Listed
  /** Whether a client of this era can be notified that the lists have changed. */
  announces?: (era: Era) => boolean
}

/** Returns a function that creates servers: one per request over HTTP, one per connection over stdio. */
export function serverMaker(
  parts: McpParts,
  { listed = (_session, list) => list, announces = () => false }: ServerOptions = {}
): ServerFor {
  const list = toolLister(parts)
  const seal = createStateCodec(parts.secret)
  return (sessionOf, era, method) => {
    const lists = announces(era) ? { listChanged: true } : {}
    const server = new Server(
      { name: 'toolgate', title: 'Toolgate', version: parts.version },
      {
        capabilities: {
          tools: lists,
          resources: lists,
          prompts: lists,
          completions: {},
          ...(era === 'modern' && { extensions: { [TASKS]: {} } })
        },
        instructions: INSTRUCTIONS,
        cacheHints: { 'tools/list': LIST_HINT, 'prompts/list': LIST_HINT, 'resources/list': LIST_HINT },
        requestState: { verify: seal.verify }
      }
    )
    const handlersIn = (session: Session): McpHandlers => {
      const exchange = (ctx: ServerContext): McpContext => ({ parts, session, seal, server, ctx })
      const own: McpHandlers = {
        listTools: cursor => list(session, cursor),
        callTool: (params, ctx) => inCallSpan(parts, session, params.name, ctx, () => callTool(params, exchange(ctx))),
        getTask: (id, ctx) => getTask(id, exchange(ctx)),
        updateTask: (id, responses, ctx) => updateTask(id, responses, exchange(ctx)),
        cancelTask: (id, ctx) => cancelTask(id, exchange(ctx)),
        listResources: () => listResources(parts, session),
        listResourceTemplates,
        readResource: ({ uri }, ctx) => readResource(uri, parts, session, ctx),
        listPrompts: () => listPrompts(parts, session),
        getPrompt: ({ name }) => getPrompt(name, parts, session),
        complete: params => complete(params, session)
      }
      const whole = parts.around?.(own, server) ?? own
      return { ...whole, listTools: async cursor => listed(session, await whole.listTools(cursor)) }
    }
    const handlers = withErrorBoundary(handlersIn, sessionOf)
    register(server, handlers, REGISTRATIONS, method)
    if (era === 'modern') register(server, handlers, TASK_REGISTRATIONS, method)
    return server
  }
}

/** Runs tools/call in a span that continues the trace of the client: in `_meta`, or else that of the HTTP request. */
function inCallSpan<T>(
  { catalog }: McpParts,
  { trace }: Session,
  name: string,
  { mcpReq }: ServerContext,
  call: () => Promise<T>
): Promise<T> {
  if (!isTracing()) return call()
  const attributes = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': catalog.get(name)?.id }
  return inSpan({ name: 'tools/call', kind: 'server', attributes, parent: traceFrom(mcpReq._meta) ?? trace }, call)
}

type Register = (server: Server, handlers: McpHandlers) => void

const REGISTRATIONS: ReadonlyMap<string, Register> = new Map(
  Object.entries<Register>({
    'tools/list': (server, { listTools }) => server.setRequestHandler('tools/list', ({ params }) => listTools(params?.cursor)),
    'tools/call': (server, { callTool }) => server.setRequestHandler('tools/call', ({ params }, ctx) => callTool(params, ctx)),
    'resources/list': (server, { listResources }) => server.setRequestHandler('resources/list', () => listResources()),
    'resources/templates/list': (server, { listResourceTemplates }) =>
      server.setRequestHandler('resources/templates/list', () => listResourceTemplates()),
    'resources/read': (server, { readResource }) =>
      server.setRequestHandler('resources/read', ({ params }, ctx) => readResource(params, ctx)),
    'prompts/list': (server, { listPrompts }) => server.setRequestHandler('prompts/list', () => listPrompts()),
    'prompts/get': (server, { getPrompt }) => server.setRequestHandler('prompts/get', ({ params }, ctx) => getPrompt(params, ctx)),
    'completion/complete': (server, { complete }) => server.setRequestHandler('completion/complete', ({ params }) => complete(params))
  })
)

const TASK_REGISTRATIONS: ReadonlyMap<string, Register> = new Map(
  Object.entries<Register>({
    'tasks/get': (server, { getTask }) =>
      server.setRequestHandler('tasks/get', { params: TaskParams }, ({ taskId }, ctx) => getTask(taskId, ctx)),
    'tasks/update': (server, { updateTask }) =>
      server.setRequestHandler('tasks/update', { params: TaskParams }, ({ taskId, inputResponses }, ctx) =>
        updateTask(taskId, ctx.mcpReq.inputResponses ?? inputResponses ?? {}, ctx)
      ),
    'tasks/cancel': (server, { cancelTask }) =>
      server.setRequestHandler('tasks/cancel', { params: TaskParams }, ({ taskId }, ctx) => cancelTask(taskId, ctx))
  })
)

/** Registers the handlers; for a server of one request, only that of its method, since each registration takes a tenth of the time of a call. */
function register(server: Server, handlers: McpHandlers, registrations: ReadonlyMap<string, Register>, method: string | undefined): void {
  if (method !== undefined) registrations.get(method)?.(server, handlers)
  else for (const registerHandler of registrations.values()) registerHandler(server, handlers)
}
