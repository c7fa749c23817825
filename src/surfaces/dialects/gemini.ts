import { toldOf } from '../../contract/render.ts'
import { inputOf } from '../../contract/reserved.ts'
import { callerSchema, type JsonSchema } from '../../contract/schema.ts'
import { jsonDialect, warningsOf } from './dialect.ts'
import { demoted } from './schema.ts'

/** What Gemini reads beside types, properties and words; it has neither pattern nor default. */
const READ: readonly string[] = ['title', 'minItems', 'maxItems', 'minimum', 'maximum']

const isRead = (keyword: string, { format }: JsonSchema): boolean =>
  keyword === 'format' ? format === 'date-time' : READ.includes(keyword)

/** `config.tools` of a request to Gemini. */
export const gemini = jsonDialect(
  'gemini',
  'Function declarations of Google’s Gemini: tools is for config of the request',
  ({ operations }) => {
    const functionDeclarations = operations.map(operation => ({
      name: operation.id,
      description: toldOf(operation),
      parametersJsonSchema: demoted(callerSchema(inputOf(operation)), isRead)
    }))
    return { tools: [{ functionDeclarations }], loose: [], ...warningsOf(functionDeclarations) }
  }
)
