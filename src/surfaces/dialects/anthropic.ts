import type { Operation } from '../../contract/operation.ts'
import { listedTool } from '../shared/listed-tool.ts'
import { deferral, instructionsOf, jsonDialect, type Listing, warningsOf } from './dialect.ts'

const MAX_EXAMPLES = 2

/** Searches the deferred tools, so that a model need not read them all at once. */
const SEARCH = { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' } as const

const WHY_LOOSE =
  'Anthropic compiles all strict tools of a request into one grammar, and refuses the request if that is too large (about 20 tools, or 24 optional properties). Tools that are not strict support the whole schema, including limits.'

/** `tools` of a request to Messages. */
export const anthropic = jsonDialect('anthropic', 'Tools for Anthropic’s Messages: pass tools in the request', listing => {
  const isDeferred = deferral(listing)
  const tools = listing.operations.map(operation => toolOf(listing, operation, isDeferred(operation)))
  const atOnce = tools.filter(tool => !tool.defer_loading)
  const search = atOnce.length < tools.length ? [SEARCH] : []
  return { tools: [...search, ...tools], ...instructionsOf(listing), loose: [{ name: '*', reason: WHY_LOOSE }], ...warningsOf(atOnce) }
})

function toolOf(listing: Listing, operation: Operation, deferred: boolean) {
  const { name, description, input } = listedTool(operation, listing.detail)
  const examples = listing.detail.reserved === 'all' ? examplesOf(operation) : []
  return {
    name,
    description,
    input_schema: input,
    ...(examples.length > 0 && { input_examples: examples }),
    ...(deferred && { defer_loading: true })
  }
}

/** Omits examples that need the response of another call: they lack a required property, and would be refused. */
const examplesOf = ({ examples }: Operation): object[] =>
  examples
    .filter(example => 'output' in example && example.given === undefined)
    .map(({ input }) => input)
    .slice(0, MAX_EXAMPLES)
