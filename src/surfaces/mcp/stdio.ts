import type { Server } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio'
import { MAX_MESSAGE } from '../../contract/operation.ts'
import type { McpParts, Session } from './context.ts'
import { boundedLines } from './lines.ts'
import { serverMaker } from './server.ts'

/** Serves the parent process over stdin and stdout, until it closes them. */
export function serveStdio(parts: McpParts, sessionOf: () => Session): { close: () => Promise<void> } {
  const serverFor = serverMaker(parts, { announces: () => true })
  const servers = new Set<Server>()
  const stop = parts.onConfigured?.(() => {
    for (const server of servers) announceChange(server)
  })
  const { stdin, stdout } = process
  const transport = new StdioServerTransport(stdin.pipe(boundedLines(stdout)), stdout, { maxBufferSize: 2 * MAX_MESSAGE })
  const connection = serve(
    ({ era }) => {
      const server = serverFor(sessionOf, era)
      servers.add(server)
      return server
    },
    { transport }
  )
  return {
    async close() {
      stop?.()
      await connection.close()
    }
  }
}

/** Ignores errors: a client that is not connected yet reads the lists later. */
function announceChange(server: Server): void {
  for (const sent of [server.sendToolListChanged(), server.sendPromptListChanged(), server.sendResourceListChanged()])
    sent.catch(() => undefined)
}
