import { type ListToolsResult, ProtocolError, ProtocolErrorCode, type Tool } from '@modelcontextprotocol/server'
import type { Caller } from '../../contract/caller.ts'
import { type McpTool, mcpTool } from '../../contract/mcp-tool.ts'
import type { Operation } from '../../contract/operation.ts'
import { remember } from '../../contract/remember.ts'
import { type JsonSchema, mapSchema, plain } from '../../contract/schema.ts'
import { OWN_TOOLS } from './own-tools.ts'
import type { McpParts } from './parts.ts'

/** Tools on a page. Some clients never ask for a second one: those are better served by discovery `search`. */
const PAGE = 100
const MOST_KEPT = 8 // each may be a megabyte

type ListTools = (caller: Caller, cursor: string | undefined) => ListToolsResult

/** tools/list, made once for all keys that see the same. The order is that of the names, and a cursor is the last name of the page before. */
export function toolLister({ catalog, ports, discovery }: Pick<McpParts, 'catalog' | 'ports' | 'discovery'>): ListTools {
  if (discovery === 'search') {
    const tools = OWN_TOOLS.map(asJson)
    return () => ({ tools })
  }
  const listed = remember<Tool[]>(MOST_KEPT)
  return (caller, cursor) => {
    const visible = catalog.operations.filter(operation => ports.visible(operation, caller))
    const tools = listed(visible.map(({ id }) => id).join(), () => visible.map(operation => asJson(shortened(operation))))
    return pageOf(tools, cursor)
  }
}

function pageOf(tools: Tool[], cursor: string | undefined): ListToolsResult {
  if (cursor !== undefined && !/^[a-z][a-z0-9_]*$/.test(cursor))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is not one that tools/list has answered.')
  const first = cursor === undefined ? 0 : tools.findIndex(({ name }) => name > cursor)
  const page = first < 0 ? [] : tools.slice(first, first + PAGE)
  const last = page.at(-1)
  return { tools: page, ...(last !== undefined && last !== tools.at(-1) && { nextCursor: last.name }) }
}

/**
 * What is inside the properties of an answer is named, and not described, since that would make the list twice as long; of jobs, which every
 * fifth tool answers, the properties are described once. The reference tells all.
 */
function shortened(operation: Operation): McpTool {
  const tool = mcpTool(operation)
  const { properties = {}, ...rest } = tool.outputSchema
  const isKnown = plain(operation.output)['$id'] === 'Job' && operation.id !== DESCRIBES_JOBS
  const brief = Object.entries(properties).map(([name, { description, ...node }]) => [
    name,
    { ...(!isKnown && description !== undefined && { description }), ...mapSchema(node, undescribed) }
  ])
  return { ...tool, outputSchema: { ...rest, properties: Object.fromEntries(brief) } }
}

const DESCRIBES_JOBS = 'jobs_get'

const undescribed = ({ description: _, ...node }: JsonSchema): JsonSchema => node

const asJson = (tool: McpTool): Tool => JSON.parse(JSON.stringify(tool))
