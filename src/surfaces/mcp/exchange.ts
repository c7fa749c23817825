import type { CallToolResult, InputRequiredResult, Server, ServerContext } from '@modelcontextprotocol/server'
import type { McpParts, Session } from './parts.ts'
import type { Seal } from './seal.ts'

/** What a call by a client needs beside its input. */
export interface Exchange {
  parts: McpParts
  session: Session
  seal: Seal
  server: Server
  ctx: ServerContext
}

/** What a call comes to: its answer, or what the client is to be asked first. */
export type Outcome = CallToolResult | InputRequiredResult
