import { createRequire } from 'node:module'
import type { ChatCompletionFunctionTool } from 'openai/resources/chat/completions'
import type { NamespaceTool, Tool } from 'openai/resources/responses/responses'
import type { JsonSchema } from '../../catalog/json-schema.ts'
import { shorten } from '../../lib/shorten.ts'
import { type ListedTool, listedTool } from '../shared/listed-tool.ts'
import { deferral, envelopeOf, instructionsOf, jsonDialect, type Loose } from './dialect.ts'
import { demoted, nullableForAbsent } from './schema.ts'

/** Maximum number of functions in a request. */
const MAX_FUNCTIONS = 128

/** `tools` of a request to Chat Completions. */
export const openaiChat = jsonDialect('openai-chat', 'Functions for OpenAI’s Chat Completions: pass tools in the request', listing => {
  const loose: Loose[] = []
  const tools = listing.operations.map(
    (operation): ChatCompletionFunctionTool => ({
      type: 'function',
      function: { ...openaiFunction(listedTool(operation, listing.detail), loose) }
    })
  )
  return { tools, ...instructionsOf(listing), loose, ...(tools.length > MAX_FUNCTIONS && { warnings: [tooMany(tools.length)] }) }
})

const tooMany = (count: number): string =>
  `A request accepts at most ${MAX_FUNCTIONS} functions (got ${count}): select some with ?pack= or ?tag=, or use openai-responses, which searches them.`

/** `tools` of a request to Responses: one namespace per system. OpenAI's tool search finds those that are deferred. */
export const openaiResponses = jsonDialect(
  'openai-responses',
  'Tools for OpenAI’s Responses, by namespace: pass tools in the request',
  listing => {
    const loose: Loose[] = []
    const isDeferred = deferral(listing)
    const systems = Map.groupBy(listing.operations, ({ tool }) => tool)
    const namespaces = [...systems].map(
      ([{ name, prompt }, operations]): NamespaceTool => ({
        type: 'namespace',
        name,
        description: prompt,
        tools: operations.map(operation => functionOf(listedTool(operation, listing.detail), isDeferred(operation), loose))
      })
    )
    const search: Tool[] = listing.operations.some(isDeferred) ? [{ type: 'tool_search' }] : []
    return { tools: [...search, ...namespaces], ...instructionsOf(listing), loose }
  }
)

function functionOf(tool: ListedTool, deferred: boolean, loose: Loose[]): NamespaceTool.Function {
  return {
    type: 'function',
    ...openaiFunction(tool, loose),
    ...(tool.output && { output_schema: envelopeOf(tool.output) }),
    ...(deferred && { defer_loading: true })
  }
}

const require = createRequire(import.meta.url)

const MAX_DESCRIPTION = 1024

/** A function in both of OpenAI's protocols. */
export interface OpenaiFunction {
  name: string
  description: string
  parameters: JsonSchema
  strict: boolean
}

/** Returns a function. It is strict if OpenAI's library can convert the input to a strict schema; otherwise adds the reason to `loose`. */
function openaiFunction({ name, description, input }: ListedTool, loose: Loose[]): OpenaiFunction {
  const { parameters, reason } = strictly(input)
  if (reason !== undefined) loose.push({ name, reason })
  return {
    name,
    description: shorten(description, MAX_DESCRIPTION),
    parameters: parameters ?? input,
    strict: parameters !== undefined
  }
}

function strictly(schema: JsonSchema): { parameters?: JsonSchema; reason?: string } {
  try {
    return { parameters: copied(strictLibrary().toStrictJsonSchema(copied(nullableForAbsent(demoted(schema, isRead))))) }
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) }
  }
}

/** Loaded with the first list, since it takes a while to load. */
const strictLibrary = (): typeof import('openai/lib/transform') => require('openai/lib/transform')

/** Converts between the library's type and ours for the same JSON. */
const copied = (schema: object) => JSON.parse(JSON.stringify(schema))

const FORMATS: readonly unknown[] = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']

/** Keywords that OpenAI ignores or refuses. The library checks all others. */
const UNREAD: readonly string[] = ['default', 'minLength', 'maxLength', 'uniqueItems']

const isRead = (keyword: string, { format }: JsonSchema): boolean =>
  keyword === 'format' ? FORMATS.includes(format) : !UNREAD.includes(keyword)
