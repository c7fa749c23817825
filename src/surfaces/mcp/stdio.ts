import { serveStdio as serve } from '@modelcontextprotocol/server/stdio'
import type { McpParts, Session } from './parts.ts'
import { serverMaker } from './server.ts'

/** Speaks with the program that started this one, by standard input and output, until that closes them. */
export function serveStdio(parts: McpParts, sessionOf: () => Session): { close: () => Promise<void> } {
  const serverFor = serverMaker(parts)
  return serve(({ era }) => serverFor(sessionOf, era))
}
