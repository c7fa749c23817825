import type { JsonSchema } from '../../catalog/json-schema.ts'
import { listedTool } from '../shared/listed-tool.ts'
import { instructionsOf, jsonDialect, warningsOf } from './dialect.ts'
import { demoted } from './schema.ts'

/** Keywords that Gemini reads in addition to types, properties and enums. It supports neither pattern nor default. */
const READ: readonly string[] = ['title', 'minItems', 'maxItems', 'minimum', 'maximum']

const isRead = (keyword: string, { format }: JsonSchema): boolean =>
  keyword === 'format' ? format === 'date-time' : READ.includes(keyword)

/** `config.tools` of a request to Gemini. */
export const gemini = jsonDialect('gemini', 'Function declarations for Google’s Gemini: pass tools in config of the request', listing => {
  const { operations, detail } = listing
  const functionDeclarations = operations.map(operation => {
    const { name, description, input } = listedTool(operation, detail)
    return { name, description, parametersJsonSchema: demoted(input, isRead) }
  })
  return { tools: [{ functionDeclarations }], ...instructionsOf(listing), loose: [], ...warningsOf(functionDeclarations) }
})
