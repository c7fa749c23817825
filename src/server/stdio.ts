import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { LOCAL_CALLER } from '../access/keys.ts'
import { packSource } from '../catalog/packs.ts'
import { createVisible, type Selection } from '../catalog/visible.ts'
import { MAX_MESSAGE } from '../contract/operation.ts'
import type { McpParts } from '../surfaces/mcp/context.ts'
import { detailOf } from '../surfaces/shared/list-query.ts'
import type { AppOptions, McpOptions } from './app.ts'

type StdioParts = Pick<AppOptions, 'catalog' | 'connections' | 'jobs' | 'ports' | 'log' | 'publicUrl' | 'packs' | 'onConfigured'> & {
  version: string
  mcp: Required<Pick<McpOptions, 'discovery' | 'secret'>>
  openapi: McpParts['openapi']
}

/**
 * Serves MCP for the program that started this process, on behalf of its user, until the program closes its end. Throws if the pack does
 * not exist.
 */
export async function speakStdio(parts: StdioParts, choice: Selection): Promise<void> {
  const { catalog, connections, jobs, ports, log, version, publicUrl, mcp, openapi, onConfigured } = parts
  const { serveStdio } = await import('../surfaces/mcp/stdio.ts')
  const visible = createVisible({ catalog, ports, connections, packs: packSource(catalog, parts.packs) })
  visible.operations(LOCAL_CALLER, choice)
  const detail = detailOf({}, visible)
  const ended = once(process.stdin, 'end')
  const server = serveStdio({ ...mcp, onConfigured, catalog, visible, version, openapi }, () => {
    const requestId = randomUUID()
    const callOptions = { connections, jobs, ports, log: log.child({ request_id: requestId }), publicUrl: publicUrl ?? '' }
    return { ...callOptions, requestId, caller: LOCAL_CALLER, choice, detail, inputBytes: MAX_MESSAGE }
  })
  await ended
  await server.close()
}
