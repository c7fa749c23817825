import type { BulkAdapter } from './bulk.ts'
import { bulkOperation } from './bulk-operation.ts'
import type { Operation } from './operation.ts'
import type { AnyTool } from './tool.ts'

export type Definition = Operation | BulkAdapter

/** Every definition, as the surfaces read it. */
export interface Catalog {
  /** In the order of their ids, bulk actions among them. */
  operations: readonly Operation[]
  adapters: readonly BulkAdapter[]
  tools: readonly AnyTool[]
  get: (id: string) => Operation | undefined
  adapter: (id: string) => BulkAdapter | undefined
  /** By id or alias. An alias may depend on the input, whose deciding properties are then taken out of it. */
  resolve: (name: string, input: unknown) => { operation: Operation; input: unknown } | undefined
}

/** Puts definitions together; throws one error that names every clash. */
export function makeCatalog(definitions: readonly Definition[]): Catalog {
  const adapters = definitions.filter((definition): definition is BulkAdapter => 'executeBatch' in definition)
  const own = definitions.filter((definition): definition is Operation => 'handler' in definition)
  const operations = [...own, ...adapters.map(bulkOperation)].sort((a, b) => (a.id < b.id ? -1 : 1))
  const clashes = clashesOf(operations)
  if (clashes.length > 0) throw new Error(`The catalog does not hold together:\n${clashes.map(clash => `- ${clash}`).join('\n')}`)
  const byId = new Map(operations.map(operation => [operation.id, operation]))
  const adaptersById = new Map(adapters.map(adapter => [adapter.id, adapter]))
  const aliases = aliasesOf(operations)
  return {
    operations,
    adapters,
    tools: [...new Set(operations.map(operation => operation.tool))],
    get: id => byId.get(id),
    adapter: id => adaptersById.get(id) ?? byId.get(id)?.job,
    resolve(name, input) {
      const operation = byId.get(name)
      return operation
        ? { operation, input }
        : aliases
            .get(name)
            ?.map(alias => applied(alias, input))
            .find(found => found !== undefined)
    }
  }
}

interface Known {
  operation: Operation
  when: Record<string, string>
}

function aliasesOf(operations: readonly Operation[]): Map<string, Known[]> {
  const known = new Map<string, Known[]>()
  for (const operation of operations) {
    for (const { name, when = {} } of operation.aliases) known.set(name, [...(known.get(name) ?? []), { operation, when }])
  }
  return known
}

function applied({ operation, when }: Known, input: unknown): { operation: Operation; input: unknown } | undefined {
  const conditions = Object.entries(when)
  if (conditions.length === 0) return { operation, input }
  if (typeof input !== 'object' || input === null) return undefined
  const given = new Map(Object.entries(input))
  if (!conditions.every(([property, value]) => given.get(property) === value)) return undefined
  return { operation, input: Object.fromEntries([...given].filter(([property]) => !Object.hasOwn(when, property))) }
}

function clashesOf(operations: readonly Operation[]): string[] {
  const taken = new Map<string, string>()
  const clashes: string[] = []
  const take = (what: string, id: string): void => {
    const other = taken.get(what)
    if (other !== undefined) clashes.push(`${what} is claimed by ${other} and by ${id}`)
    taken.set(what, id)
  }
  for (const operation of operations) {
    take(`id ${operation.id}`, operation.id)
    take(`route ${routeOf(operation).replace(/:\w+/g, ':')}`, operation.id)
    for (const { name, when } of operation.aliases) take(`id ${name}${when ? ` with ${JSON.stringify(when)}` : ''}`, operation.id)
  }
  return clashes
}

/** `GET /v1/filesystem/roots`: the method and the whole path. */
function routeOf(operation: Operation): string {
  const [method, path] = splitRoute(operation)
  return `${method} ${path}`
}

/** Whether the input travels in a body, and not in the query string. */
export const takesBody = (method: string): boolean => method !== 'GET' && method !== 'DELETE'

export function splitRoute(operation: Operation): [method: string, path: string] {
  const [method = 'GET', path = '/'] = operation.http.split(' ')
  return [method, `/v1/${operation.tool.name}${path === '/' ? '' : path}`]
}
