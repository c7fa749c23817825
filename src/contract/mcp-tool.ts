import { ceilingOf, type Operation } from './operation.ts'
import { toldOf } from './render.ts'
import { inputOf } from './reserved.ts'
import { callerSchema, type JsonSchema, mapSchema, plain, published, unnamed } from './schema.ts'

/** How tools are listed. `search`: three tools that find, describe and call the others. */
export const DISCOVERIES = ['all', 'search'] as const
export type Discovery = (typeof DISCOVERIES)[number]

/** An operation as MCP lists it. */
export interface McpTool {
  /** Id of the operation. */
  name: string
  /** For people. */
  title: string
  description: string
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean }
  inputSchema: JsonSchema & { type: 'object' }
  outputSchema: JsonSchema & { type: 'object' }
}

/** The operation as a tool of MCP. */
export function mcpTool(operation: Operation): McpTool {
  const { id, tool, name, idempotent, permission, input, output } = operation
  const ceiling = ceilingOf(permission)
  return {
    name: id,
    title: `${tool.title}: ${name.replaceAll('_', ' ')}`,
    description: toldOf(operation),
    annotations: {
      readOnlyHint: ceiling === 'read',
      destructiveHint: ceiling === 'destructive',
      idempotentHint: idempotent,
      openWorldHint: !tool.local && tool.access !== 'own'
    },
    inputSchema: { ...callerSchema(inputOf(operation)), type: input.type },
    outputSchema: { ...loose(unnamed(published(plain(output)))), type: output.type }
  }
}

/** Says what is right, and would make a client refuse an answer that is not quite so. */
const STRICT: readonly string[] = [
  'required',
  'additionalProperties',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems'
]

/**
 * What an answer is like. Clients check answers against it, but one that lacks a field, was asked for without it, or holds a new word is passed on
 * all the same.
 */
const loose = (schema: JsonSchema): JsonSchema =>
  mapSchema(schema, ({ enum: words, const: word, ...node }) => ({
    ...Object.fromEntries(Object.entries(node).filter(([keyword]) => !STRICT.includes(keyword))),
    ...(Array.isArray(words) && { examples: words }),
    ...(word !== undefined && { examples: [word] })
  }))
