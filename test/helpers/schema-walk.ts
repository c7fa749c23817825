import type { JsonSchema } from '../../src/catalog/json-schema.ts'

export interface Place {
  /** `items[].name` */
  at: string
  name: string
  node: JsonSchema
}

/** Returns every property of a schema, including nested ones. */
export function* propertiesOf(schema: JsonSchema, at = ''): Generator<Place> {
  for (const [name, node] of Object.entries(schema.properties ?? {})) {
    const place = at === '' ? name : `${at}.${name}`
    yield { at: place, name, node }
    yield* propertiesOf(node, place)
  }
  if (schema.items && !Array.isArray(schema.items)) yield* propertiesOf(schema.items, `${at}[]`)
  for (const branch of schema.anyOf ?? []) yield* propertiesOf(branch, at)
}

/** Returns every schema within a schema, including items and union branches, without itself. */
export function* nodesOf(schema: JsonSchema, at = ''): Generator<Omit<Place, 'name'>> {
  const below: [string, JsonSchema][] = [
    ...Object.entries(schema.properties ?? {}).map(([name, node]): [string, JsonSchema] => [at === '' ? name : `${at}.${name}`, node]),
    ...(schema.items ? [[`${at}[]`, schema.items] satisfies [string, JsonSchema]] : []),
    ...(schema.anyOf ?? []).map((node): [string, JsonSchema] => [at, node])
  ]
  for (const [place, node] of below) {
    yield { at: place, node }
    yield* nodesOf(node, place)
  }
}

/** Returns the value without properties that its schema marks `x-volatile`: times, IDs and others that differ between runs. */
export function withoutVolatile(schema: JsonSchema, value: unknown): unknown {
  const branches = schema.anyOf ?? []
  if ([schema, ...branches].some(node => node['x-volatile'] === true)) return undefined
  if (Array.isArray(value)) return value.map(item => withoutVolatile(elementOf(schema), item))
  if (typeof value !== 'object' || value === null) return value
  const known = [schema, ...branches].find(node => node.properties)?.properties ?? {}
  const kept = Object.entries(value).map(([name, item]) => [name, withoutVolatile(known[name] ?? {}, item)] as const)
  return Object.fromEntries(kept.filter(([, item]) => item !== undefined))
}

const elementOf = (schema: JsonSchema): JsonSchema => [schema, ...(schema.anyOf ?? [])].find(node => node.items)?.items ?? {}
