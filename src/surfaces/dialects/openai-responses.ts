import type { NamespaceTool, Tool } from 'openai/resources/responses/responses'
import type { Operation } from '../../contract/operation.ts'
import { plain, published, unnamed } from '../../contract/schema.ts'
import { envelopeOf, isDeferred, jsonDialect, type Listing, type Loose } from './dialect.ts'
import { openaiFunction } from './openai.ts'

/** `tools` of a request to Responses: a namespace a system. What is seldom needed is found by OpenAI's own search of tools. */
export const openaiResponses = jsonDialect(
  'openai-responses',
  'Tools of OpenAI’s Responses, by namespace: tools is for the request',
  listing => {
    const loose: Loose[] = []
    const systems = Map.groupBy(listing.operations, ({ tool }) => tool)
    const namespaces = [...systems].map(
      ([{ name, prompt }, operations]): NamespaceTool => ({
        type: 'namespace',
        name,
        description: prompt,
        tools: operations.map(operation => functionOf(listing, operation, loose))
      })
    )
    const search: Tool[] = listing.operations.some(operation => isDeferred(listing, operation)) ? [{ type: 'tool_search' }] : []
    return { tools: [...search, ...namespaces], loose }
  }
)

function functionOf(listing: Listing, operation: Operation, loose: Loose[]): NamespaceTool.Function {
  return {
    type: 'function',
    ...openaiFunction(operation, loose),
    output_schema: envelopeOf(unnamed(published(plain(operation.output)))),
    ...(isDeferred(listing, operation) && { defer_loading: true })
  }
}
