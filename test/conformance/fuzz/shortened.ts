const LONGEST = 200

const known = new WeakMap<object, object>()

/**
 * A schema with its longest strings shortened: a million characters reveal no more than two hundred do, and take the generator half a second,
 * because it generates them before it checks its own limits.
 */
export function shortened(schema: object): object {
  const before = known.get(schema)
  if (before) return before
  const made = Array.isArray(schema) ? schema.map(inner) : Object.fromEntries(Object.entries(schema).map(cut))
  known.set(schema, made)
  return made
}

const inner = (value: unknown): unknown => (typeof value === 'object' && value !== null ? shortened(value) : value)

function cut([name, value]: [string, unknown]): [string, unknown] {
  return [name, name === 'maxLength' && typeof value === 'number' ? Math.min(value, LONGEST) : inner(value)]
}
