import type { BulkAdapter } from '../contract/bulk.ts'
import { DEFAULT_MAX_BODY, type Operation } from '../contract/operation.ts'
import type { AnyTool } from '../contract/tool.ts'
import { bulkOperation } from './bulk-operation.ts'

export type Definition = Operation | BulkAdapter

/** All definitions, indexed for the surfaces. */
export interface Catalog {
  /** Sorted by ID, including bulk operations. */
  operations: readonly Operation[]
  adapters: readonly BulkAdapter[]
  tools: readonly AnyTool[]
  get: (id: string) => Operation | undefined
  adapter: (id: string) => BulkAdapter | undefined
  /** Returns the operations that an ID or alias may refer to, whatever the input; empty for an unknown name. */
  named: (name: string) => readonly Operation[]
  /** Returns the operation of an ID or alias. An alias may depend on properties of the input, which are then removed from it. */
  resolve: <Input>(name: string, input: Input) => Resolved<Input> | undefined
}

/** The operation of a name, and its input. */
export interface Resolved<Input> {
  operation: Operation
  input: Input | Record<string, unknown>
}

/** Creates the catalog. Throws one error that lists all conflicts between definitions. */
export function createCatalog(definitions: readonly Definition[]): Catalog {
  const adapters = definitions.filter((definition): definition is BulkAdapter => 'executeBatch' in definition)
  const own = definitions.filter((definition): definition is Operation => 'handler' in definition)
  const operations = [...own, ...adapters.map(bulkOperation)].sort((a, b) => (a.id < b.id ? -1 : 1))
  const conflicts = conflictsOf(operations)
  if (conflicts.length > 0)
    throw new Error(`The definitions of the catalog conflict:\n${conflicts.map(conflict => `- ${conflict}`).join('\n')}`)
  const byId = new Map(operations.map(operation => [operation.id, operation]))
  const adaptersById = new Map(adapters.map(adapter => [adapter.id, adapter]))
  const aliases = aliasesOf(operations)
  return {
    operations,
    adapters,
    tools: [...new Set(operations.map(operation => operation.tool))],
    get: id => byId.get(id),
    named(name) {
      const operation = byId.get(name)
      return operation ? [operation] : (aliases.get(name)?.map(alias => alias.operation) ?? [])
    },
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

interface ConditionalAlias {
  operation: Operation
  when: Record<string, string>
}

function aliasesOf(operations: readonly Operation[]): Map<string, ConditionalAlias[]> {
  const known = new Map<string, ConditionalAlias[]>()
  for (const operation of operations) {
    for (const { name, when = {} } of operation.aliases) known.set(name, [...(known.get(name) ?? []), { operation, when }])
  }
  return known
}

function applied<Input>({ operation, when }: ConditionalAlias, input: Input): Resolved<Input> | undefined {
  const conditions = Object.entries(when)
  if (conditions.length === 0) return { operation, input }
  if (typeof input !== 'object' || input === null) return undefined
  const properties = new Map(Object.entries(input))
  if (!conditions.every(([property, value]) => properties.get(property) === value)) return undefined
  return { operation, input: Object.fromEntries([...properties].filter(([property]) => !Object.hasOwn(when, property))) }
}

function conflictsOf(operations: readonly Operation[]): string[] {
  const taken = new Map<string, string>()
  const conflicts: string[] = []
  const take = (what: string, id: string): void => {
    const other = taken.get(what)
    if (other !== undefined) conflicts.push(`${what} is used by ${other} and ${id}`)
    taken.set(what, id)
  }
  for (const operation of operations) {
    take(`id ${operation.id}`, operation.id)
    take(`route ${routeOf(operation).replace(/:\w+/g, ':')}`, operation.id)
    for (const { name, when } of operation.aliases) take(`id ${name}${when ? ` with ${JSON.stringify(when)}` : ''}`, operation.id)
  }
  return conflicts
}

/** Returns method and path, such as `GET /v1/filesystem/roots`. */
function routeOf(operation: Operation): string {
  const [method, path] = splitRoute(operation)
  return `${method} ${path}`
}

/** Returns the maximum bytes of the input of any of these operations. */
const maxBodyBytes = (operations: readonly Operation[]): number =>
  operations.reduce((maxBytes, { max_body }) => Math.max(maxBytes, max_body), DEFAULT_MAX_BODY)

/** Returns the maximum bytes of a message with such an input, including its protocol. */
export const maxMessageBytes = (operations: readonly Operation[]): number => maxBodyBytes(operations) + PROTOCOL_BYTES

const PROTOCOL_BYTES = 64 * 1024

/** Whether the input is sent in the body instead of the query string. */
export const sendsBody = (method: string): boolean => method !== 'GET' && method !== 'DELETE'

/** Returns the method and the path of an operation's route. */
export function splitRoute(operation: Operation): [method: string, path: string] {
  const [method = 'GET', path = '/'] = operation.http.split(' ')
  return [method, `/v1/${operation.tool.name}${path === '/' ? '' : path}`]
}

/** Returns the status of a response that is an event stream. It is sent before the call ends, so it is the default status of success. */
export const eventStreamStatus = ({ success }: Pick<Operation, 'success'>): number => (success.includes(200) ? 200 : success[0])
