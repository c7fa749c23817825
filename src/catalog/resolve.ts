import { OperationError } from '../contract/errors.ts'
import type { Operation } from '../contract/operation.ts'
import { near } from '../lib/spelling.ts'
import type { Catalog, Resolved } from './catalog.ts'

/**
 * Returns the operation of an ID, or of an alias, which may depend on the input. Throws `unknown()` if there is none. The pipeline checks later
 * whether the caller may call it.
 */
export function resolveOrFail<Input>(catalog: Catalog, name: string, input: Input, unknown: () => OperationError): Resolved<Input> {
  const found = catalog.resolve(name, input)
  if (found) return found
  refuseAmbiguous(name, catalog.operations)
  throw unknown()
}

/** Returns `Did you mean …?` for each ID or alias that is similar to an unknown name. */
export function suggestOperations(name: string, operations: readonly Operation[]): string[] {
  const names = operations.flatMap(({ id, aliases }) => [id, ...aliases.map(alias => alias.name)])
  return near(name, names).map(candidate => `Did you mean ${candidate}?`)
}

/** Returns the operations of a system; all if it is undefined. Throws system_not_found with the names of all systems. */
export function operationsOfSystem(operations: readonly Operation[], system: unknown): readonly Operation[] {
  if (system === undefined) return operations
  const found = operations.filter(({ tool }) => tool.name === system)
  if (found.length > 0) return found
  throw systemNotFound(String(system), [...new Set(operations.map(({ tool }) => tool.name))])
}

/** Returns the error for an unknown system. `known`: names of the systems that the caller may use. */
export function systemNotFound(name: string, known: readonly string[]): OperationError {
  return new OperationError(
    'system_not_found',
    `No system ${name.slice(0, 64)} is visible to this key. Available systems: ${known.join(', ')}.`,
    {
      source: 'gateway',
      outcome: 'not_executed',
      suggestions: [...near(name, known).map(candidate => `Did you mean ${candidate}?`), ...known]
    }
  )
}

/** Throws if an alias refers to several operations and the input lacks the property that selects one. */
function refuseAmbiguous(name: string, operations: readonly Operation[]): void {
  const conditions = operations.flatMap(({ aliases }) =>
    aliases.filter(alias => alias.name === name).flatMap(({ when }) => Object.entries(when ?? {}))
  )
  const values = Map.groupBy(conditions, ([property]) => property)
  const issues = [...values].map(([path, pairs]) => ({
    path,
    message: `is required to select one of the operations called ${name}`,
    expected: `one of: ${[...new Set(pairs.map(([, value]) => value))].join(', ')}`
  }))
  if (issues.length === 0) return
  const list = issues.map(({ path, expected }) => `${path} (${expected})`).join(' and ')
  throw new OperationError('invalid_field_value', `${name} refers to several operations: set ${list} to select one.`, { issues })
}
