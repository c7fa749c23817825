import type { ChatCompletionFunctionTool } from 'openai/resources/chat/completions'
import { jsonDialect, type Loose } from './dialect.ts'
import { openaiFunction } from './openai.ts'

/** What a request takes. */
const MOST = 128

/** `tools` of a request to Chat Completions. */
export const openaiChat = jsonDialect('openai-chat', 'Functions of OpenAI’s Chat Completions: tools is for the request', listing => {
  const loose: Loose[] = []
  const tools = listing.operations.map(
    (operation): ChatCompletionFunctionTool => ({ type: 'function', function: { ...openaiFunction(operation, loose) } })
  )
  return { tools, loose, ...(tools.length > MOST && { warnings: [tooMany(tools.length)] }) }
})

const tooMany = (count: number): string =>
  `These are ${count} functions, and a request takes ${MOST}: choose with ?pack= or ?tag=, or take openai-responses, whose model searches them.`
