import { type JsonSchema, toJsonSchema } from '../../catalog/json-schema.ts'
import type { Operation } from '../../contract/operation.ts'
import { setProperty } from '../../lib/set-property.ts'

/** Returns a value without properties that are null; the same value if there are none. */
type Compaction = (value: unknown) => unknown

const compactions = new WeakMap<Operation, Compaction>()

/**
 * Returns the data without properties that are null. Keeps null where the output schema does not allow it, and where it has a meaning: in cursors
 * (`next_…`), where it marks the last page, and in jobs, where it is a state.
 */
export function compact(operation: Operation, data: unknown): unknown {
  if (operation.tool.access === 'own') return data
  let compaction = compactions.get(operation)
  if (!compaction) {
    compaction = compactionFor(toJsonSchema(operation.output))
    compactions.set(operation, compaction)
  }
  return compaction(data)
}

/** For values of a schema that has no null to omit. */
const unchanged: Compaction = value => value

function compactionFor(schema: JsonSchema): Compaction {
  if (schema.anyOf) return ofUnion(schema.anyOf)
  if (schema.properties) return ofObject(schema.properties)
  return schema.items ? ofList(schema.items) : unchanged
}

function ofList(items: JsonSchema): Compaction {
  const each = compactionFor(items)
  return each === unchanged ? unchanged : value => (Array.isArray(value) ? value.map(each) : value)
}

/** A value has the variant that fits; otherwise the first one that is not null. */
function ofUnion(schemas: readonly JsonSchema[]): Compaction {
  const variants = schemas.filter(({ type }) => type !== 'null').map(schema => ({ schema, compaction: compactionFor(schema) }))
  if (variants.every(({ compaction }) => compaction === unchanged)) return unchanged
  return value => {
    if (typeof value !== 'object' || value === null) return value
    const fits = Array.isArray(value)
      ? ({ items }: JsonSchema): boolean => items !== undefined
      : ({ properties }: JsonSchema): boolean =>
          properties !== undefined && Object.keys(value).every(name => Object.hasOwn(properties, name))
    const { compaction = unchanged } = variants.find(({ schema }) => fits(schema)) ?? variants[0] ?? {}
    return compaction(value)
  }
}

function ofObject(properties: Readonly<Record<string, JsonSchema>>): Compaction {
  const omitted = new Set(Object.keys(properties).filter(name => isNullable(properties[name]) && !name.startsWith('next_')))
  const inner = new Map(
    Object.entries(properties)
      .map(([name, schema]) => [name, compactionFor(schema)] as const)
      .filter(([, compaction]) => compaction !== unchanged)
  )
  if (omitted.size === 0 && inner.size === 0) return unchanged
  return value => {
    if (!isRecord(value)) return value
    const compacted: Record<string, unknown> = {}
    let isChanged = false
    for (const name of Object.keys(value)) {
      const before = value[name]
      const compaction = inner.get(name)
      const after = compaction ? compaction(before) : before
      isChanged ||= after !== before || (before === null && omitted.has(name))
      if (after !== null || !omitted.has(name)) setProperty(compacted, name, after)
    }
    return isChanged ? compacted : value
  }
}

const isNullable = ({ type, anyOf = [] }: JsonSchema = {}): boolean => type === 'null' || anyOf.some(isNullable)

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
