import type { CallToolResult } from '@modelcontextprotocol/server'
import { Type } from 'typebox'
import { OperationError } from '../../contract/errors.ts'
import { type McpTool, mcpTool } from '../../contract/mcp-tool.ts'
import { ceilingOf, type Operation } from '../../contract/operation.ts'
import { readFlat } from '../../contract/read.ts'
import { plainMarkdown } from '../../contract/render.ts'
import { callerSchema } from '../../contract/schema.ts'
import { searchOperations } from '../../contract/search.ts'
import { near } from '../../contract/spelling.ts'
import { refused } from './content.ts'
import type { Exchange, Outcome } from './exchange.ts'

type Input = Record<string, unknown>

const Search = Type.Object({
  query: Type.String({
    maxLength: 200,
    description: 'Words that say what is wanted, such as "send an email" or "gitlab merge request comment"'
  }),
  system: Type.Optional(Type.String({ maxLength: 64, description: 'Only tools of this system, such as gitlab. Absent: of all' })),
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'Most tools to answer' })
})
const name = Type.String({ maxLength: 128, description: 'Name of a tool, as search_tools answers it' })
const Describe = Type.Object({ name })
const Call = Type.Object({
  name,
  arguments: Type.Object({}, { additionalProperties: true, description: 'Its input, as the inputSchema of describe_tool says' })
})

const own = (
  id: string,
  title: string,
  description: string,
  input: typeof Search | typeof Describe | typeof Call,
  reads: boolean
): McpTool => ({
  name: id,
  title,
  description,
  annotations: { readOnlyHint: reads, destructiveHint: !reads, idempotentHint: reads, openWorldHint: !reads },
  inputSchema: { ...callerSchema(input), type: 'object' },
  outputSchema: { type: 'object', description: reads ? 'What was found' : 'What the tool answers' }
})

/** Tools that find, describe and call the others, for a client that cannot hold them all. */
export const OWN_TOOLS: McpTool[] = [
  own(
    'search_tools',
    'Find tools',
    'Finds tools by words and answers their names and what they do. Begin here: only few tools are listed.',
    Search,
    true
  ),
  own(
    'describe_tool',
    'Describe a tool',
    'Answers all about one tool: what it does, its inputSchema and its outputSchema. Look before you call it.',
    Describe,
    true
  ),
  own('call_tool', 'Call a tool', 'Calls a tool that search_tools has found, with the input that describe_tool has told.', Call, false)
]

/** Calls any tool by its name. */
type CallTool = (call: { name: string; arguments: Input }, exchange: Exchange) => Promise<Outcome>

/** Calls one of them; undefined where it is none. `call_tool` calls as if the tool had been called by its own name. */
export function callOwn(tool: string, input: Input, exchange: Exchange, call: CallTool): Promise<Outcome> | undefined {
  const { parts, session } = exchange
  const visible = (): Operation[] => parts.catalog.operations.filter(operation => parts.ports.visible(operation, session.caller))
  const reading = (read: () => object): Promise<CallToolResult> => told(read, session.requestId)
  switch (tool) {
    case 'search_tools':
      return reading(() => found(visible(), readFlat(tool, Search, input)))
    case 'describe_tool':
      return reading(() => ({ ...mcpTool(namedOrFail(visible(), readFlat(tool, Describe, input))) }))
    case 'call_tool': {
      const { name, arguments: inner } = input
      if (name === tool) return reading(refuseItself)
      // Its arguments are read once, by the tool they are for.
      if (typeof name === 'string' && isInput(inner)) return call({ name, arguments: inner }, exchange)
      return reading(() => readFlat(tool, Call, input))
    }
  }
  return undefined
}

const isInput = (value: unknown): value is Input => typeof value === 'object' && value !== null && !Array.isArray(value)

function refuseItself(): never {
  throw new OperationError('invalid_field_value', 'call_tool calls other tools, and not itself.', {
    issues: [{ path: 'name', message: 'is call_tool', expected: 'a name that search_tools answers' }]
  })
}

async function told(read: () => object, requestId: string): Promise<CallToolResult> {
  try {
    const data = read()
    return { content: [{ type: 'text', text: plainMarkdown(data) }], structuredContent: { ...data } }
  } catch (error) {
    if (error instanceof OperationError) return refused(error, requestId)
    throw error
  }
}

/** Tools that the words fit, the nearest first. Where none fits, the systems there are: their names are words to begin with. */
function found(operations: readonly Operation[], { query, system, limit }: Input): object {
  const fitting = searchOperations(
    operations.filter(({ tool }) => system === undefined || tool.name === system),
    String(query)
  )
  const rows = fitting.slice(0, Number(limit))
  const systems = new Map(operations.map(({ tool }) => [tool.name, { system: tool.name, title: tool.title, use: tool.prompt }]))
  return {
    items: rows.map(({ id, summary, permission }) => ({ name: id, summary, permission: ceilingOf(permission) })),
    total: { value: fitting.length, relation: 'eq' },
    ...(rows.length === 0 && { systems: [...systems.values()] })
  }
}

function namedOrFail(operations: readonly Operation[], { name: wanted }: Input): Operation {
  const named = operations.find(({ id }) => id === wanted)
  if (named) return named
  const names = near(
    String(wanted),
    operations.map(({ id }) => id)
  )
  throw new OperationError('operation_not_found', `No tool ${String(wanted).slice(0, 128)} is visible to this key.`, {
    suggestions: [...names.map(candidate => `Did you mean ${candidate}?`), 'search_tools finds those there are.']
  })
}
