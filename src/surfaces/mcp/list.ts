import { type ListToolsResult, ProtocolError, ProtocolErrorCode, type Tool } from '@modelcontextprotocol/server'
import { LRUCache } from 'lru-cache'
import { type JsonSchema, mapSchema, toJsonSchema } from '../../catalog/json-schema.ts'
import type { Operation } from '../../contract/operation.ts'
import { detailKey } from '../shared/list-query.ts'
import type { ListDetail } from '../shared/listed-tool.ts'
import { type McpTool, mcpTool } from '../shared/mcp-tool.ts'
import { type McpParts, type Session, shownTo } from './context.ts'
import { OWN_TOOLS } from './own-tools.ts'

/** Tools per page. Clients that never request a second page need discovery `search`. */
const PAGE_SIZE = 100
/** With discovery `auto`, more tools than this are not listed but searched. */
const MAX_LISTED = 60
const MAX_LISTS = 8 // each may be a megabyte

type ListTools = (session: Pick<Session, 'caller' | 'choice' | 'detail'>, cursor: string | undefined) => ListToolsResult

/** tools/list, created once for all sessions that see the same tools. Sorted by name; a cursor is the last name of the previous page. */
export function toolLister({ visible, discovery }: Pick<McpParts, 'visible' | 'discovery'>): ListTools {
  const own = OWN_TOOLS.map(asJson)
  const lists = new LRUCache<string, Tool[]>({ max: MAX_LISTS })
  return (session, cursor) => {
    const { detail } = session
    const shown = shownTo({ visible }, session)
    if (discovery === 'search' || (discovery === 'auto' && shown.length > MAX_LISTED)) return { tools: own }
    const key = [detailKey(detail, shown), ...shown.map(({ id }) => id)].join()
    const tools = lists.get(key) ?? shown.map(operation => asJson(shortened(operation, detail)))
    lists.set(key, tools)
    return pageOf(tools, cursor)
  }
}

function pageOf(tools: Tool[], cursor: string | undefined): ListToolsResult {
  if (cursor !== undefined && !/^[a-z][a-z0-9_]*$/.test(cursor))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor was not returned by tools/list.')
  const first = cursor === undefined ? 0 : tools.findIndex(({ name }) => name > cursor)
  const page = first < 0 ? [] : tools.slice(first, first + PAGE_SIZE)
  const last = page.at(-1)
  return { tools: page, ...(last !== undefined && last !== tools.at(-1) && { nextCursor: last.name }) }
}

/**
 * Removes descriptions within the properties of an output, which would double the size of the list. The properties of jobs, which every fifth tool
 * returns, are described only once. The reference has all descriptions.
 */
function shortened(operation: Operation, detail: ListDetail): McpTool {
  const tool = mcpTool(operation, detail)
  if (!tool.outputSchema) return tool
  const { properties = {}, ...rest } = tool.outputSchema
  const isKnown = toJsonSchema(operation.output)['$id'] === 'Job' && operation.id !== DESCRIBES_JOBS
  const brief = Object.entries(properties).map(([name, { description, ...node }]) => [
    name,
    { ...(!isKnown && description !== undefined && { description }), ...mapSchema(node, undescribed) }
  ])
  return { ...tool, outputSchema: { ...rest, properties: Object.fromEntries(brief) } }
}

const DESCRIBES_JOBS = 'jobs_get'

const undescribed = ({ description: _, ...node }: JsonSchema): JsonSchema => node

const asJson = (tool: McpTool): Tool => JSON.parse(JSON.stringify(tool))

/** Placeholder for the tools in a response that was created without them. */
const PLACEHOLDER = '"tools":[]'
const COMMA = Buffer.from(',')

const serialized = new WeakMap<Tool, Buffer>()

function bytesOf(tool: Tool): Buffer {
  const known = serialized.get(tool)
  if (known) return known
  const bytes = Buffer.from(JSON.stringify(tool))
  serialized.set(tool, bytes)
  return bytes
}

/** Inserts tools into a response as bytes. Each is serialized only once, since that takes longer for a list of a megabyte than the rest of the request. */
export async function withTools(response: Response, tools: ListToolsResult['tools']): Promise<Response> {
  const text = await response.text()
  const { status, headers } = response
  const at = text.indexOf(PLACEHOLDER)
  if (at < 0) return new Response(text, { status, headers })
  const items = tools.flatMap((tool, place) => (place === 0 ? [bytesOf(tool)] : [COMMA, bytesOf(tool)]))
  const [head, tail] = [text.slice(0, at), text.slice(at + PLACEHOLDER.length)]
  return new Response(Buffer.concat([Buffer.from(`${head}"tools":[`), ...items, Buffer.from(`]${tail}`)]), { status, headers })
}
