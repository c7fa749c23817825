import { type JsonSchema, mapSchema } from '../../catalog/json-schema.ts'

/** Moves keywords that a provider does not support into the description, so that the model reads them. The gateway checks them in any case. */
export function demoted(schema: JsonSchema, isRead: (keyword: string, node: JsonSchema) => boolean): JsonSchema {
  return mapSchema(schema, node => {
    const unread = Object.keys(node).filter(keyword => !ALWAYS_READ.has(keyword) && !isRead(keyword, node))
    if (unread.length === 0) return node
    const kept = Object.fromEntries(Object.entries(node).filter(([keyword]) => !unread.includes(keyword)))
    const limits = unread.map(keyword => `${KEYWORD_NAMES.get(keyword) ?? keyword} ${JSON.stringify(node[keyword])}`).join(', ')
    return { ...kept, description: [node.description, `(${limits})`].filter(Boolean).join(' ') }
  })
}

const ALWAYS_READ: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'items',
  'anyOf',
  'enum',
  'description',
  'additionalProperties'
])

const KEYWORD_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    minLength: 'min length',
    maxLength: 'max length',
    minItems: 'min items',
    maxItems: 'max items',
    minimum: 'min',
    maximum: 'max',
    uniqueItems: 'unique items:'
  })
)

/** Makes every property required, and optional ones nullable: the pipeline reads null as absent. */
export function nullableForAbsent({ properties, required = [], items, anyOf, ...rest }: JsonSchema): object {
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, node]) => [name, required.includes(name) ? nullableForAbsent(node) : nullable(node)])
      ),
      required: Object.keys(properties)
    }),
    ...(items && { items: nullableForAbsent(items) }),
    ...(anyOf && { anyOf: anyOf.map(nullableForAbsent) })
  }
}

/** A type in a list is shorter than a union, and means the same. */
function nullable(node: JsonSchema): object {
  const { description, ...schema } = node
  if (schema.type === undefined)
    return { ...(description !== undefined && { description }), anyOf: [nullableForAbsent(schema), { type: 'null' }] }
  const words = schema['enum']
  return { ...nullableForAbsent(node), type: [schema.type, 'null'], ...(Array.isArray(words) && { enum: [...words, null] }) }
}
