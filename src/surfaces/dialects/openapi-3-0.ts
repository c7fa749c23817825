import { usedComponents } from '../../catalog/used-components.ts'

type Node = Record<string, unknown>

/** Converts an OpenAPI 3.1 document to 3.0.3. Supports only the keywords that our documents use: packages that support all are large. */
export function downConverted({ info, webhooks: _webhooks, components, ...document }: Node): Node {
  const { securitySchemes, ...parts } = asNode(components)
  const { schemas, responses } = parts
  const convert = converter(asNode(schemas))
  const converted = asNode(convert(parts))
  const paths = withoutReferences(convert(document['paths']), asNode(converted['responses']))
  const used = usedComponents(paths, { ...converted, responses: withoutReferences(convert(responses), {}) })
  return { ...document, openapi: '3.0.3', info: infoOf(asNode(info)), paths, components: { ...used, securitySchemes } }
}

function infoOf({ summary: _summary, license, ...info }: Node): Node {
  const { name, identifier } = asNode(license)
  return { ...info, ...(license !== undefined && { license: { name, url: `https://spdx.org/licenses/${identifier}.html` } }) }
}

/** Keywords whose values are data, not schemas. */
const VALUES: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum'])

/** Everything outside schemas stays as it is. */
function converter(schemas: Node): (value: unknown) => unknown {
  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert)
    if (!isNode(value)) return value
    const { 'x-codeSamples': _samples, ...node } = value
    return mapped(node, (part, key) => {
      if (key === 'schema') return schemaOf(asNode(part))
      if (key === 'schemas') return mapped(asNode(part), schema => schemaOf(asNode(schema)))
      return VALUES.has(key) || key.startsWith('x-') ? part : convert(part)
    })
  }

  /** 3.0 supports neither null as a type, nor const, contentMediaType, or an empty list of required properties. */
  function schemaOf({ const: word, contentMediaType: _type, contentSchema: _schema, examples: _examples, ...node }: Node): Node {
    const { properties, items, anyOf, required, 'x-toolgate-parts': _parts, ...rest } = node
    const whole = {
      ...rest,
      ...(Array.isArray(required) && required.length > 0 && { required }),
      ...(word !== undefined && { enum: [word] }),
      ...(isNode(properties) && { properties: mapped(properties, property => schemaOf(asNode(property))) }),
      ...(isNode(items) && { items: schemaOf(items) })
    }
    return Array.isArray(anyOf) ? { ...unionOf(anyOf.map(asNode)), ...whole } : whole
  }

  function unionOf(all: readonly Node[]): Node {
    const [first, ...others] = all.filter(({ type }) => type !== 'null')
    if (first === undefined) return { type: 'string', nullable: true, enum: [null] }
    const mayBeNull = others.length + 1 < all.length
    const branch = mayBeNull ? orNull(schemaOf(named(first))) : schemaOf(first)
    return others.length > 0 ? { anyOf: [branch, ...others.map(schemaOf)] } : branch
  }

  /** 3.0 ignores keywords next to a reference, including nullable, so the reference is replaced by its target. */
  function named(schema: Node): Node {
    const name = /^#\/components\/schemas\/(\w+)$/.exec(String(schema['$ref']))?.[1]
    return name === undefined ? schema : asNode(schemas[name])
  }
  return convert
}

/** A nullable enum must also list null. */
const orNull = (schema: Node): Node => ({
  ...schema,
  nullable: true,
  ...(Array.isArray(schema['enum']) && { enum: [...schema['enum'], null] })
})

/** Replaces references with other keywords next to them, which 3.0 would ignore, with their target and these keywords. */
function withoutReferences(value: unknown, responses: Node): unknown {
  if (Array.isArray(value)) return value.map(item => withoutReferences(item, responses))
  if (!isNode(value)) return value
  const { $ref, ...siblings } = value
  const name = typeof $ref === 'string' ? /^#\/components\/responses\/(\w+)$/.exec($ref)?.[1] : undefined
  if (name !== undefined && Object.keys(siblings).length > 0) return { ...asNode(responses[name]), ...siblings }
  return mapped(value, part => withoutReferences(part, responses))
}

const mapped = (node: Node, change: (value: unknown, key: string) => unknown): Node =>
  Object.fromEntries(Object.entries(node).map(([key, value]) => [key, change(value, key)]))

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const asNode = (value: unknown): Node => (isNode(value) ? value : {})
