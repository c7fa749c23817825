import type {
  CallToolRequest,
  CallToolResult,
  CompleteRequest,
  CompleteResult,
  GetPromptRequest,
  GetPromptResult,
  InputRequiredResult,
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ListToolsResult,
  ReadResourceRequest,
  ReadResourceResult,
  Result,
  Server,
  ServerContext
} from '@modelcontextprotocol/server'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Discovery, Selection, Visible } from '../../catalog/visible.ts'
import type { Operation } from '../../contract/operation.ts'
import { type ClientConnection, connectionFromSignal, type InvokeContext } from '../../pipeline/context.ts'
import type { ListDetail } from '../shared/listed-tool.ts'

import type { StateCodec } from './confirm.ts'

export interface McpParts {
  catalog: Catalog
  visible: Visible
  version: string
  discovery: Discovery
  /** These operations as an OpenAPI document, as JSON. */
  openapi: (operations: readonly Operation[], serverUrl: string) => string
  /** Calls the listener whenever the configuration has changed; returns how to stop that. */
  onConfigured?: ((listener: () => void) => () => void) | undefined
  /** Signs state that clients store. The same in every process. */
  secret: () => Promise<Uint8Array>
  /** Milliseconds without progress after which a call sends a notification. Default 15,000. */
  heartbeat_ms?: number
  /** Wraps the handlers, for tests. */
  around?: (handlers: McpHandlers, server: Server) => McpHandlers
}

/** Caller and services of a request. Without a client connection, the signal of the protocol reports that the client cancelled. */
export type Session = Omit<InvokeContext, 'clientConnection' | 'onEvent'> & {
  clientConnection?: ClientConnection
  publicUrl: string
  choice: Selection
  /** Level of detail of the tool list. */
  detail: ListDetail
}

/** Returns the operations that a session lists. Omits systems that are not configured; a call by name returns what to configure. */
export const shownTo = (
  { visible }: Pick<McpParts, 'visible'>,
  { caller, choice }: Pick<Session, 'caller' | 'choice'>
): readonly Operation[] => visible.operations(caller, { ...choice, configured: true })

export const clientConnectionOf = (session: Session, { mcpReq }: ServerContext): ClientConnection =>
  session.clientConnection ?? connectionFromSignal(mcpReq.signal)

type Async<T> = T | Promise<T>

/** The request handlers of a server. */
export interface McpHandlers {
  listTools: (cursor: string | undefined) => Async<ListToolsResult>
  callTool: (params: CallToolRequest['params'], ctx: ServerContext) => Promise<CallToolResult | InputRequiredResult>
  listResources: () => Async<ListResourcesResult>
  listResourceTemplates: () => Async<ListResourceTemplatesResult>
  readResource: (params: ReadResourceRequest['params'], ctx: ServerContext) => Async<ReadResourceResult>
  listPrompts: () => Async<ListPromptsResult>
  getPrompt: (params: GetPromptRequest['params'], ctx: ServerContext) => Async<GetPromptResult | InputRequiredResult>
  complete: (params: CompleteRequest['params']) => Async<CompleteResult>
  getTask: (id: string, ctx: ServerContext) => Async<Result>
  updateTask: (id: string, responses: Record<string, unknown>, ctx: ServerContext) => Async<Result>
  cancelTask: (id: string, ctx: ServerContext) => Async<Result>
}

/** Dependencies of a call besides its input. */
export interface McpContext {
  parts: McpParts
  session: Session
  seal: StateCodec
  server: Server
  ctx: ServerContext
}

/** The result of a call, or a request for input from the client. */
export type Outcome = CallToolResult | InputRequiredResult
