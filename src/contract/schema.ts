import { type Static, type TObject, type TSchema, Type } from 'typebox'

/** A schema as plain JSON, for walking. */
export type JsonSchema = { [keyword: string]: unknown } & {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  default?: unknown
  description?: string
}

/** How many there are: counted, at least so many, or the system's own guess. */
export const Total = Type.Object(
  {
    value: Type.Integer({ minimum: 0, description: 'Number of items' }),
    relation: Type.Enum(['eq', 'gte', 'estimate'], {
      type: 'string',
      description: 'eq: counted; gte: at least so many; estimate: a guess of the system'
    })
  },
  { description: 'How many items there are in all, and how far that is to be believed' }
)
export type Total = Static<typeof Total>

/** The output of a list: what every list answers, with facts of its own beside. */
export function listOf<Item extends TSchema, Extra extends Record<string, TSchema>>(item: Item, extra: Extra) {
  return Type.Object({
    items: Type.Array(item, { description: 'The items of this page' }),
    next_cursor: Type.Union([Type.String(), Type.Null()], { description: 'Give it as cursor to get the next page; null on the last one' }),
    total: Type.Union([Total, Type.Null()], { description: 'How many there are over all pages; null where unknown' }),
    ...extra
  })
}

/** A value that may be null. */
export function nullable<S extends TSchema>(schema: S, options: { description: string }) {
  return Type.Union([schema, Type.Null()], options)
}

/** One of some words. The plain form of Enum publishes no type. */
export function words<const Words extends string[]>(values: readonly [...Words], options: Record<string, unknown>) {
  return Type.Enum<[...Words]>([...values], { type: 'string', ...options })
}

/** The schema as plain JSON. TypeBox keeps its own marks on hidden properties, which JSON does not carry. */
export function plain(schema: TSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema))
}

/** Every object of the schema refuses properties it does not name, unless it says that it is open. */
export function closed(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, node =>
    node.type === 'object' && node.properties && node['additionalProperties'] === undefined
      ? { ...node, additionalProperties: false }
      : node
  )
}

/** Without the keywords that only this house reads, which all begin with `x-`. */
export function published(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, node => Object.fromEntries(Object.entries(node).filter(([keyword]) => !keyword.startsWith('x-'))))
}

/** Without names of shapes: they mean nothing within one tool, and clients take the same name twice in a list of tools for a contradiction. */
export const unnamed = (schema: JsonSchema): JsonSchema => mapSchema(schema, ({ $id: _name, ...node }) => node)

/** A schema as callers see it: a property with a default may be left out. */
export function callerSchema(input: TObject): JsonSchema {
  return mapSchema(published(closed(plain(input))), node => {
    const { properties } = node
    if (!properties) return node
    return { ...node, required: (node.required ?? []).filter(name => properties[name]?.default === undefined) }
  })
}

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

/** The part of a schema that tells about the value at this place. */
export function nodeAt(schema: JsonSchema, segments: readonly string[]): JsonSchema | undefined {
  const [segment, ...rest] = segments
  if (segment === undefined) return schema
  const { properties = {}, items, anyOf = [] } = schema
  const below = /^\d+$/.test(segment) && items ? items : Object.hasOwn(properties, segment) ? properties[segment] : undefined
  if (below) return nodeAt(below, rest)
  return anyOf.map(branch => nodeAt(branch, segments)).find(found => found !== undefined)
}
