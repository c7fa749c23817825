type Node = Record<string, unknown>

/** Our OpenAPI 3.1 as 3.0.3. It knows the keywords that our documents use, no others: a package that knows all of them brings a compiler along. */
export function downConverted({ info, webhooks: _webhooks, ...document }: Node): Node {
  const components = asNode(document['components'])
  return {
    ...asNode(withoutReferences(walked(document), asNode(walked(components['responses'])))),
    openapi: '3.0.3',
    info: infoOf(asNode(info))
  }
}

function infoOf({ summary: _summary, license, ...info }: Node): Node {
  const { name, identifier } = asNode(license)
  return { ...info, ...(license !== undefined && { license: { name, url: `https://spdx.org/licenses/${identifier}.html` } }) }
}

/** Values, not descriptions of any. */
const VALUES: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum'])

/** Everything outside schemas stays as it is. */
function walked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(walked)
  if (!isNode(value)) return value
  return mapped(value, (part, key) => {
    if (key === 'schema') return schemaOf(asNode(part))
    if (key === 'schemas') return mapped(asNode(part), schema => schemaOf(asNode(schema)))
    return VALUES.has(key) || key.startsWith('x-') ? part : walked(part)
  })
}

/** 3.0 has neither null as a type, nor const, nor words about what a text holds. */
function schemaOf({ const: word, contentMediaType: _type, contentSchema: _schema, examples: _examples, ...node }: Node): Node {
  const { properties, items, anyOf, ...rest } = node
  const whole = {
    ...rest,
    ...(word !== undefined && { enum: [word] }),
    ...(isNode(properties) && { properties: mapped(properties, property => schemaOf(asNode(property))) }),
    ...(isNode(items) && { items: schemaOf(items) })
  }
  return Array.isArray(anyOf) ? { ...whole, ...unionOf(anyOf) } : whole
}

function unionOf(branches: readonly unknown[]): Node {
  const [only, ...others] = branches.map(asNode).filter(({ type }) => type !== 'null')
  if (only === undefined) return { nullable: true }
  const nullable = others.length + 1 < branches.length && { nullable: true }
  if (others.length > 0) return { anyOf: [only, ...others].map(schemaOf), ...nullable }
  return { ...('$ref' in only ? { allOf: [only] } : schemaOf(only)), ...nullable }
}

/** A reference with words of its own beside it, which 3.0 would not read: what it refers to, with those words. */
function withoutReferences(value: unknown, responses: Node): unknown {
  if (Array.isArray(value)) return value.map(item => withoutReferences(item, responses))
  if (!isNode(value)) return value
  const { $ref, ...beside } = value
  const name = typeof $ref === 'string' ? /^#\/components\/responses\/(\w+)$/.exec($ref)?.[1] : undefined
  if (name !== undefined && Object.keys(beside).length > 0) return { ...asNode(responses[name]), ...beside }
  return mapped(value, part => withoutReferences(part, responses))
}

const mapped = (node: Node, change: (value: unknown, key: string) => unknown): Node =>
  Object.fromEntries(Object.entries(node).map(([key, value]) => [key, change(value, key)]))

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const asNode = (value: unknown): Node => (isNode(value) ? value : {})
