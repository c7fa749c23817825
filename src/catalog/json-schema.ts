import type { TObject, TSchema } from 'typebox'

/** A schema as plain JSON. */
export type JsonSchema = { [keyword: string]: unknown } & {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  default?: unknown
  description?: string
}

/** Returns the schema as plain JSON, without the hidden properties that TypeBox adds. */
export function toJsonSchema(schema: TSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema))
}

/** Returns the schema with `additionalProperties: false` on every object that does not set it. */
export function closedSchema(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, node =>
    node.type === 'object' && node.properties && node['additionalProperties'] === undefined
      ? { ...node, additionalProperties: false }
      : node
  )
}

/** Returns the schema without the gateway's internal keywords, which all begin with `x-`. */
export function publicSchema(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, node => Object.fromEntries(Object.entries(node).filter(([keyword]) => !keyword.startsWith('x-'))))
}

/** Returns the schema without `$id`s. In a list of tools, clients report the same `$id` twice as a contradiction. */
export const withoutIds = (schema: JsonSchema): JsonSchema => mapSchema(schema, ({ $id: _id, ...node }) => node)

/** Returns the input schema that callers see: closed, without internal keywords, and with properties optional that have a default. */
export function callerSchema(input: TObject): JsonSchema {
  return mapSchema(publicSchema(closedSchema(toJsonSchema(input))), node => {
    const { properties } = node
    if (!properties) return node
    return { ...node, required: (node.required ?? []).filter(name => properties[name]?.default === undefined) }
  })
}

/** Returns the schema with `change` applied to each node, the innermost first. */
export function mapSchema(schema: JsonSchema, change: (node: JsonSchema) => JsonSchema): JsonSchema {
  const deep = (node: JsonSchema): JsonSchema => mapSchema(node, change)
  const { properties, items, anyOf } = schema
  return change({
    ...schema,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(([name, node]) => [name, deep(node)])) }),
    ...(items && { items: deep(items) }),
    ...(anyOf && { anyOf: anyOf.map(deep) })
  })
}

/** Returns the node that describes the value at this path; undefined if there is none. */
export function schemaAt(schema: JsonSchema, segments: readonly string[]): JsonSchema | undefined {
  const [segment, ...rest] = segments
  if (segment === undefined) return schema
  const { properties = {}, items, anyOf = [] } = schema
  const below = /^\d+$/.test(segment) && items ? items : Object.hasOwn(properties, segment) ? properties[segment] : undefined
  if (below) return schemaAt(below, rest)
  return anyOf.map(branch => schemaAt(branch, segments)).find(found => found !== undefined)
}
