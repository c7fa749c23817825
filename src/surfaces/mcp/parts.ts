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
import type { Caller } from '../../contract/caller.ts'
import type { Catalog } from '../../contract/catalog.ts'
import type { InvokeContext } from '../../contract/context.ts'
import type { Discovery } from '../../contract/mcp-tool.ts'
import type { Ports } from '../../contract/ports.ts'
import { type Presence, presenceBy } from '../../contract/presence.ts'

export interface McpParts {
  catalog: Catalog
  ports: Pick<Ports, 'visible'>
  version: string
  discovery: Discovery
  /** The OpenAPI document that this caller may see, as JSON. */
  openapi: (caller: Caller, serverUrl: string) => string
  /** What a client keeps for us is signed with it: the same in every process that answers. */
  secret: () => Promise<Uint8Array>
  /** Puts something round what is answered: what else a test has a server answer. */
  around?: (answers: Answers, server: Server) => Answers
}

/** Who asks, and what the gateway lends the call. Without a presence the protocol tells when a call is given up. */
export type Session = Omit<InvokeContext, 'presence' | 'listener'> & { presence?: Presence; publicUrl: string }

export const presenceIn = (session: Session, { mcpReq }: ServerContext): Presence => session.presence ?? presenceBy(mcpReq.signal)

type Async<T> = T | Promise<T>

/** What a server answers to one client. */
export interface Answers {
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
