import { type Static, type TSchema, Type } from 'typebox'

/** Total number of items: exact, a lower bound, or the upstream's estimate. */
export const Total = Type.Object(
  {
    value: Type.Integer({ minimum: 0, description: 'Number of items' }),
    relation: Type.Enum(['eq', 'gte', 'estimate'], {
      type: 'string',
      description: 'eq: exact; gte: at least this many; estimate: an estimate by the system'
    })
  },
  { description: 'Total number of items, and how exact it is' }
)
export type Total = Static<typeof Total>

/** Returns the output schema of a list, with properties in addition to the common ones. */
export function listOf<Item extends TSchema, Extra extends Record<string, TSchema>>(item: Item, extra: Extra) {
  return Type.Object({
    items: Type.Array(item, { description: 'Items of this page' }),
    next_cursor: Type.Union([Type.String(), Type.Null()], { description: 'Pass it as cursor to get the next page; null on the last page' }),
    total: Type.Union([Total, Type.Null()], { description: 'Number of items over all pages; null if unknown' }),
    ...extra
  })
}

/** Returns the schema of a value that may be null. */
export function nullable<S extends TSchema>(schema: S, options: { description: string }) {
  return Type.Union([schema, Type.Null()], options)
}

/** Returns the schema of an enum of strings. `Type.Enum` alone publishes no type. */
export function stringEnum<const Words extends string[]>(values: readonly [...Words], options: Record<string, unknown>) {
  return Type.Enum<[...Words]>([...values], { type: 'string', ...options })
}

/** Adds the form of a value to the first sentence of its description, so that its default stays at the end. */
export function withForm(description: string, form: string): string {
  const end = description.indexOf('. ')
  return end === -1 ? `${description}${form}` : `${description.slice(0, end)}${form}${description.slice(end)}`
}
