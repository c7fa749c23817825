import { type GetPromptResult, type ListPromptsResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { AnyTool } from '../../contract/tool.ts'
import type { McpParts, Session } from './parts.ts'

/** prompts/list: how and when to use each system that the key may use. */
export const listPrompts = (parts: McpParts, session: Session): ListPromptsResult => ({
  prompts: systemsOf(parts, session).map(({ name, title }) => ({ name, title, description: `How and when to use ${title}` }))
})

export function getPrompt(wanted: string, parts: McpParts, session: Session): GetPromptResult {
  const systems = systemsOf(parts, session)
  const system = systems.find(({ name }) => name === wanted)
  if (!system) {
    const names = systems.map(({ name }) => name).join(', ')
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `No prompt ${wanted.slice(0, 64)} is visible to this key. There are: ${names}.`
    )
  }
  const { title, prompt } = system
  return { description: `How and when to use ${title}`, messages: [{ role: 'user', content: { type: 'text', text: prompt } }] }
}

/** Systems of which the key may use something. */
export const systemsOf = ({ catalog, ports }: McpParts, { caller }: Session): AnyTool[] => [
  ...new Set(catalog.operations.filter(operation => ports.visible(operation, caller)).map(({ tool }) => tool))
]
