import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AppOptions, McpOptions } from './app.ts'
import { LOCAL_CALLER } from './keys.ts'
import { openapiWriter } from './surfaces/openapi/route.ts'

type StdioParts = Pick<AppOptions, 'catalog' | 'connections' | 'jobs' | 'ports' | 'log' | 'publicUrl'> & {
  version: string
  mcp: Required<Pick<McpOptions, 'discovery' | 'secret'>>
}

/** Speaks MCP with the program that started this process, for whoever runs it, until that program closes its end. */
export async function speakStdio({ catalog, connections, jobs, ports, log, version, publicUrl, mcp }: StdioParts): Promise<void> {
  const { serveStdio } = await import('./surfaces/mcp/stdio.ts')
  const openapiFor = openapiWriter({ catalog, ports, version })
  const ended = once(process.stdin, 'end')
  const server = serveStdio({ ...mcp, catalog, ports, version, openapi: (caller, url) => openapiFor(caller, url).text }, () => {
    const requestId = randomUUID()
    const lent = { connections, jobs, ports, log: log.child({ request_id: requestId }), publicUrl: publicUrl ?? '' }
    return { ...lent, requestId, caller: LOCAL_CALLER }
  })
  await ended
  await server.close()
}
