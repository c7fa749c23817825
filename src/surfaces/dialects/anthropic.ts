import type { Operation } from '../../contract/operation.ts'
import { toldOf } from '../../contract/render.ts'
import { inputOf } from '../../contract/reserved.ts'
import { callerSchema } from '../../contract/schema.ts'
import { isDeferred, jsonDialect, type Listing, warningsOf } from './dialect.ts'

const MOST_EXAMPLES = 2

/** Found by words, so that the rest need not be read at once. */
const SEARCH = { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' } as const

const WHY_LOOSE =
  'Anthropic compiles all strict tools of a request into one grammar and refuses the request where that is too large (some twenty tools, two dozen optional properties). Its loose tools read the whole schema, limits and all.'

/** `tools` of a request to Messages. */
export const anthropic = jsonDialect('anthropic', 'Tools of Anthropic’s Messages: tools is for the request', listing => {
  const tools = listing.operations.map(operation => toolOf(listing, operation))
  const search = listing.operations.some(operation => isDeferred(listing, operation)) ? [SEARCH] : []
  const atOnce = tools.filter(tool => !tool.defer_loading)
  return { tools: [...search, ...tools], loose: [{ name: '*', reason: WHY_LOOSE }], ...warningsOf(atOnce) }
})

function toolOf(listing: Listing, operation: Operation) {
  const examples = examplesOf(operation)
  return {
    name: operation.id,
    description: toldOf(operation),
    input_schema: callerSchema(inputOf(operation)),
    ...(examples.length > 0 && { input_examples: examples }),
    ...(isDeferred(listing, operation) && { defer_loading: true })
  }
}

/** An example that needs another's answer would lack what its schema requires, and be refused. */
const examplesOf = ({ examples }: Operation): object[] =>
  examples
    .filter(example => 'output' in example && example.given === undefined)
    .map(({ input }) => input)
    .slice(0, MOST_EXAMPLES)
