import type { ChatCompletionFunctionTool } from 'openai/resources/chat/completions'
import { jsonDialect, type Loose } from './dialect.ts'
import { openaiFunction } from './openai.ts'

/** `tools` of a request to Chat Completions. A request takes 128 functions. */
export const openaiChat = jsonDialect('openai-chat', 'Functions of OpenAI’s Chat Completions: tools is for the request', listing => {
  const loose: Loose[] = []
  const tools = listing.operations.map(
    (operation): ChatCompletionFunctionTool => ({ type: 'function', function: { ...openaiFunction(operation, loose) } })
  )
  return { tools, loose }
})
