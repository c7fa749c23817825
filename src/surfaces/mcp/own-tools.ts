import type { CallToolResult } from '@modelcontextprotocol/server'
import { Type } from 'typebox'
import { callerSchema } from '../../catalog/json-schema.ts'
import { operationsOfSystem, suggestOperations } from '../../catalog/resolve.ts'
import { searchOperations } from '../../catalog/search/search.ts'
import { type Issue, OperationError } from '../../contract/errors.ts'
import { highestPermission, type Operation } from '../../contract/operation.ts'
import { newNodeBudget, parseArguments } from '../../lib/json.ts'
import { plainMarkdown } from '../../lib/markdown.ts'
import { readFlat } from '../../pipeline/input/read-input.ts'
import { COMPLETE, type ListDetail } from '../shared/listed-tool.ts'
import { type McpTool, mcpTool } from '../shared/mcp-tool.ts'
import { errorResult, withText } from './content.ts'
import { type McpContext, type Outcome, shownTo } from './context.ts'

type Input = Record<string, unknown>

const Search = Type.Object({
  query: Type.String({
    maxLength: 200,
    description: 'Words that describe the task, such as "send an email" or "gitlab merge request comment"'
  }),
  system: Type.Optional(Type.String({ maxLength: 64, description: 'Only tools of this system, such as gitlab. Default: all systems' })),
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'Maximum number of tools to return' })
})
const name = Type.String({ maxLength: 128, description: 'Name of a tool, from search_tools' })
const Describe = Type.Object({ name })
const Call = Type.Object({
  name,
  arguments: Type.Object(
    {},
    {
      additionalProperties: true,
      description: 'Input of the tool, as the inputSchema of the tool defines it: an object (JSON text of an object is accepted)'
    }
  )
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
  outputSchema: { type: 'object', description: reads ? 'Results' : 'Result of the tool' }
})

/** Tools that find, describe and call the others, for clients that cannot list them all. */
export const OWN_TOOLS: McpTool[] = [
  own(
    'search_tools',
    'Search tools',
    'Searches all tools by words and returns their names and summaries, and the inputSchema of the first three. Start here: only these three tools are listed.',
    Search,
    true
  ),
  own(
    'describe_tool',
    'Describe a tool',
    'Returns the description, inputSchema and outputSchema of a tool. Use it before you call a tool whose inputSchema search_tools did not return.',
    Describe,
    true
  ),
  own(
    'call_tool',
    'Call a tool',
    'Calls a tool that search_tools found, with an input that matches its inputSchema from search_tools or describe_tool.',
    Call,
    false
  )
]

/** Calls any tool by its name. */
type CallTool = (name: string, input: Input, context: McpContext) => Promise<Outcome>

/** Calls one of these tools; returns undefined for any other. `call_tool` behaves like a call of the tool itself. */
export function callOwn(tool: string, input: Input, context: McpContext, call: CallTool): Promise<Outcome> | undefined {
  const { parts, session } = context
  const reading = (read: () => object): Promise<CallToolResult> => respond(read, session.requestId)
  switch (tool) {
    case 'search_tools':
      return reading(() => found(shownTo(parts, session), readFlat(tool, Search, input), session.detail))
    case 'describe_tool':
      return reading(() => ({
        ...mcpTool(namedOrFail(parts.visible.operations(session.caller, session.choice), readFlat(tool, Describe, input)), COMPLETE)
      }))
    case 'call_tool': {
      const { name, arguments: inner } = input
      if (name === tool) return reading(refuseItself)
      // The tool itself reads the arguments.
      const issues: Issue[] = []
      const given = typeof inner === 'string' ? parseArguments(inner, issues, newNodeBudget()) : inner
      if (typeof name === 'string' && isInput(given) && issues.length === 0) return call(name, given, context)
      return reading(() => readFlat(tool, Call, { ...input, arguments: given }, issues))
    }
  }
  return undefined
}

const isInput = (value: unknown): value is Input => typeof value === 'object' && value !== null && !Array.isArray(value)

function refuseItself(): never {
  throw new OperationError('invalid_field_value', 'call_tool cannot call itself.', {
    issues: [{ path: 'name', message: 'must not be call_tool', expected: 'a name from search_tools' }]
  })
}

async function respond(read: () => object, requestId: string): Promise<CallToolResult> {
  try {
    const data = read()
    return withText(plainMarkdown(data), { structuredContent: { ...data } })
  } catch (error) {
    if (error instanceof OperationError) return errorResult(error, requestId)
    throw error
  }
}

/** As many of the first results include their input schema, which saves a call of describe_tool. */
const WITH_SCHEMA = 3

/** Returns the tools that match the query, the best first. If none matches, returns the systems, whose names are words to search for. */
function found(operations: readonly Operation[], { query, system, limit }: Input, detail: ListDetail): object {
  const matches = searchOperations(operationsOfSystem(operations, system), String(query))
  const rows = matches.slice(0, Number(limit))
  const systems = new Map(operations.map(({ tool }) => [tool.name, { system: tool.name, title: tool.title, use: tool.prompt }]))
  return {
    items: rows.map((operation, at) => ({
      name: operation.id,
      summary: operation.summary,
      permission: highestPermission(operation.permission),
      ...(at < WITH_SCHEMA && { inputSchema: mcpTool(operation, detail).inputSchema })
    })),
    total: { value: matches.length, relation: 'eq' },
    ...(rows.length === 0 && { systems: [...systems.values()] })
  }
}

function namedOrFail(operations: readonly Operation[], { name: wanted }: Input): Operation {
  const named = operations.find(({ id, aliases }) => id === wanted || aliases.some(({ name }) => name === wanted))
  if (named) return named
  throw unknownTool(String(wanted), operations)
}

/** Returns the error for an unknown tool. `shown`: the tools of the connection; similar ones are suggested. */
export const unknownTool = (name: string, shown: readonly Operation[]): OperationError =>
  new OperationError('operation_not_found', `Unknown tool: ${name.slice(0, 128)}. Nothing was called.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: [...suggestOperations(name, shown), 'Search with search_tools, or list the tools with tools/list.']
  })
