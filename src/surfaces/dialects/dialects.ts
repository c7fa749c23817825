import { anthropic } from './anthropic.ts'
import type { Dialect } from './dialect.ts'
import { gemini } from './gemini.ts'
import { llms } from './llms.ts'
import { mcp } from './mcp.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'
import { openapi30, openapi31 } from './openapi.ts'
import { postman, postmanEnvironment } from './postman/collection.ts'

/** Every way in which the catalog is told to machines, by name. */
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
