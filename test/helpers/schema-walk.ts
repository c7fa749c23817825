import type { JsonSchema } from '../../src/contract/schema.ts'

export interface Place {
  /** `items[].name` */
  at: string
  name: string
  node: JsonSchema
}

/** Every property of a schema, nested ones too. */
export function* propertiesOf(schema: JsonSchema, at = ''): Generator<Place> {
  for (const [name, node] of Object.entries(schema.properties ?? {})) {
    const place = at === '' ? name : `${at}.${name}`
    yield { at: place, name, node }
    yield* propertiesOf(node, place)
  }
  if (schema.items && !Array.isArray(schema.items)) yield* propertiesOf(schema.items, `${at}[]`)
  for (const branch of schema.anyOf ?? []) yield* propertiesOf(branch, at)
}

/** Every schema below a schema, the elements of arrays and the branches of unions too; itself left out. */
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

/** The value without what its schema marks `x-volatile`: times, ids and whatever else differs from run to run. */
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
