import { mcpTool } from '../../contract/mcp-tool.ts'
import { jsonDialect } from './dialect.ts'

export const mcp = jsonDialect('mcp', 'What tools/list of the Model Context Protocol answers', ({ operations }) => ({
  tools: operations.map(mcpTool)
}))
