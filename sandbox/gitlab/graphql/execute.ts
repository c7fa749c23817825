import { type Document, GraphQLError, parseDocument, type Selection, type Value } from './parse.ts'
import { checkVariable, type Schema, validate } from './schema.ts'

type Variables = Readonly<Record<string, unknown>>

/** Runs a document. A field of a root is a value, or a function of the arguments. Errors are returned as GitLab does: with status 200. */
export function execute(schema: Schema, text: string, variables: Variables, roots: { query: object; mutation: object }) {
  try {
    const document: Document = parseDocument(text)
    validate(schema, document)
    for (const [name, type] of document.variables) checkVariable(schema, variables[name], type, name)
    return { data: project(document.selections, roots[document.kind], variables) }
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [{ message: error.message }] }
    throw error
  }
}

function project(selections: readonly Selection[], from: object, variables: Variables): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  const values = new Map<string, unknown>(Object.entries(from))
  for (const one of selections) {
    if ('on' in one) {
      if (values.get('__typename') === one.on) Object.assign(row, project(one.selections, from, variables))
      continue
    }
    const found = values.get(one.name)
    const args = Object.fromEntries(one.args.map(([name, value]) => [name, plain(value, variables)]))
    const result: unknown = typeof found === 'function' ? found(args) : (found ?? null)
    row[one.alias] = one.selections.length === 0 ? result : below(result, one.selections, variables)
  }
  return row
}

function below(value: unknown, selections: readonly Selection[], variables: Variables): unknown {
  if (Array.isArray(value)) return value.map(item => below(item, selections, variables))
  return typeof value === 'object' && value !== null ? project(selections, value, variables) : null
}

function plain(value: Value, variables: Variables): unknown {
  if (Array.isArray(value)) return value.map(item => plain(item, variables))
  if (typeof value !== 'object' || value === null) return value
  if ('variable' in value) return variables[value.variable]
  if ('word' in value) return value.word
  return Object.fromEntries(value.fields.map(([name, one]) => [name, plain(one, variables)]))
}
