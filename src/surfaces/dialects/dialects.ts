import { mcpTool } from '../shared/mcp-tool.ts'
import { anthropic } from './anthropic.ts'
import { type Dialect, jsonDialect } from './dialect.ts'
import { gemini } from './gemini.ts'
import { llms } from './llms.ts'
import { openaiChat, openaiResponses } from './openai.ts'
import { downConverted } from './openapi-3-0.ts'

import { postman, postmanEnvironment } from './postman/collection.ts'

const mcp = jsonDialect('mcp', 'Response of tools/list of the Model Context Protocol', ({ operations, detail }) => ({
  tools: operations.map(operation => mcpTool(operation, detail))
}))

export const openapi31 = jsonDialect('openapi-3.1', 'OpenAPI 3.1, as /openapi.json', ({ openapi }) => openapi())
const openapi30 = jsonDialect('openapi-3.0', 'OpenAPI 3.0.3, for importers without support for 3.1', ({ openapi }) =>
  downConverted(openapi())
)

/** All formats of the catalog. */
export const DIALECTS: readonly Dialect[] = [
  openaiChat,
  openaiResponses,
  anthropic,
  gemini,
  mcp,
  openapi31,
  openapi30,
  postman,
  postmanEnvironment,
  llms
]
