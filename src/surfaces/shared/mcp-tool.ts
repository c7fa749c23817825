import { type JsonSchema, mapSchema } from '../../catalog/json-schema.ts'
import { isOfGateway } from '../../catalog/reserved-inputs.ts'
import { highestPermission, type Operation } from '../../contract/operation.ts'
import { type ListDetail, listedTool } from './listed-tool.ts'

/** An operation in an MCP tool list. */
export interface McpTool {
  /** ID of the operation. */
  name: string
  /** Display name. */
  title: string
  description: string
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean }
  inputSchema: JsonSchema & { type: 'object' }
  /** Absent unless it was requested. */
  outputSchema?: JsonSchema & { type: 'object' }
}

/** Converts an operation to an MCP tool. */
export function mcpTool(operation: Operation, detail: ListDetail): McpTool {
  const { id, tool, name, idempotent, permission, input } = operation
  const { description, input: schema, output } = listedTool(operation, detail)
  const ceiling = highestPermission(permission)
  return {
    name: id,
    title: `${tool.title}: ${name.replaceAll('_', ' ')}`,
    description,
    annotations: {
      readOnlyHint: ceiling === 'read',
      destructiveHint: ceiling === 'destructive',
      idempotentHint: idempotent,
      openWorldHint: !tool.local && !isOfGateway(tool)
    },
    inputSchema: { ...schema, type: input.type },
    ...(output && { outputSchema: { ...loose(output), type: operation.output.type } })
  }
}

/** Keywords that restrict values. With them, a client would refuse a slightly different response. */
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
 * The schema of a response. Clients validate responses against it, but the gateway also passes on responses that lack a property, because
 * the upstream or the caller omitted it, or that contain a new enum value.
 */
const loose = (schema: JsonSchema): JsonSchema =>
  mapSchema(schema, ({ enum: words, const: word, ...node }) => ({
    ...Object.fromEntries(Object.entries(node).filter(([keyword]) => !STRICT.includes(keyword))),
    ...(Array.isArray(words) && { examples: words }),
    ...(word !== undefined && { examples: [word] })
  }))
