import { type JsonSchema, mapSchema } from '../../contract/schema.ts'

/** Moves what a provider does not read into the description, so that the model knows it all the same. The gateway checks it in any case. */
export function demoted(schema: JsonSchema, isRead: (keyword: string, node: JsonSchema) => boolean): JsonSchema {
  return mapSchema(schema, node => {
    const unread = Object.keys(node).filter(keyword => !ALWAYS_READ.has(keyword) && !isRead(keyword, node))
    if (unread.length === 0) return node
    const kept = Object.fromEntries(Object.entries(node).filter(([keyword]) => !unread.includes(keyword)))
    const said = unread.map(keyword => `${WORDS[keyword] ?? keyword} ${JSON.stringify(node[keyword])}`).join(', ')
    return { ...kept, description: [node.description, `(${said})`].filter(Boolean).join(' ') }
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

const WORDS: Readonly<Record<string, string>> = {
  minLength: 'shortest',
  maxLength: 'longest',
  minItems: 'fewest items',
  maxItems: 'most items',
  minimum: 'least',
  maximum: 'most',
  uniqueItems: 'no item twice:'
}

/** Every property is required, and what may be absent may be null: the door takes null for absent. */
export function nullableForAbsent(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, node => {
    const { properties, required = [] } = node
    if (!properties) return node
    const all = Object.entries(properties).map(([name, property]) => [name, required.includes(name) ? property : orNull(property)])
    return { ...node, properties: Object.fromEntries(all), required: Object.keys(properties) }
  })
}

function orNull({ description, ...schema }: JsonSchema): JsonSchema {
  return { ...(description !== undefined && { description }), anyOf: [schema, { type: 'null' }] }
}
