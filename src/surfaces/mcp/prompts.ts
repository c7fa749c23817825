import { type GetPromptResult, type ListPromptsResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { AnyTool } from '../../contract/tool.ts'
import { type McpParts, type Session, shownTo } from './context.ts'

/** prompts/list: how and when to use each system. */
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
      `No prompt ${wanted.slice(0, 64)} is visible to this key. Available prompts: ${names}.`
    )
  }
  const { title, prompt } = system
  return { description: `How and when to use ${title}`, messages: [{ role: 'user', content: { type: 'text', text: prompt } }] }
}

/** Returns the systems of the operations that the session lists. */
export const systemsOf = (parts: McpParts, session: Session): AnyTool[] => [...new Set(shownTo(parts, session).map(({ tool }) => tool))]
