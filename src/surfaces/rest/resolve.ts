import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../contract/caller.ts'
import type { Catalog } from '../../contract/catalog.ts'
import { OperationError } from '../../contract/errors.ts'
import { GATEWAY_ROUTES } from '../../contract/gateway.ts'
import type { Operation } from '../../contract/operation.ts'
import type { Ports } from '../../contract/ports.ts'
import { readFlat } from '../../contract/read.ts'
import { near } from '../../contract/spelling.ts'
import { flatPath } from './query.ts'

const readName = flatPath(GATEWAY_ROUTES.call.input)

interface Names {
  catalog: Catalog
  ports: Ports
}

/** The operation of that id or alias. Whether the caller may use it is for the door to say, as it is on the operation's own route. */
export function resolveOrFail(names: Names, name: string, input: unknown, caller: Caller): { operation: Operation; input: unknown } {
  const found = names.catalog.resolve(name, input)
  if (found) return found
  refuseUndecided(name, names.catalog.operations)
  throw notFound(names, name, caller)
}

/** The operation that a request names in its path. A name that is an operation's id needs no other check. */
export function resolveRequest(names: Names, request: FastifyRequest): { operation: Operation; input: unknown } {
  const input = request.body ?? {}
  const path = readName(request)
  const operation = names.catalog.get(String(path['id']))
  if (operation) return { operation, input }
  const { id } = readFlat(GATEWAY_ROUTES.call.id, GATEWAY_ROUTES.call.input, path)
  return resolveOrFail(names, String(id), input, request.caller)
}

/** The operation of that id or alias, where this caller may use it: what the catalog tells. */
export function visibleOrFail(names: Names, name: string, caller: Caller): Operation {
  const { operation } = resolveOrFail(names, name, {}, caller)
  if (names.ports.visible(operation, caller)) return operation
  throw notFound(names, name, caller)
}

function notFound({ catalog, ports }: Names, name: string, caller: Caller): OperationError {
  const seen = catalog.operations.filter(operation => ports.visible(operation, caller))
  const names = seen.flatMap(({ id, aliases }) => [id, ...aliases.map(alias => alias.name)])
  return new OperationError('operation_not_found', `No operation ${name.slice(0, 128)} is visible to this key.`, {
    suggestions: [...near(name, names).map(candidate => `Did you mean ${candidate}?`), 'GET /v1/catalog lists those there are.']
  })
}

/** A name that stands for several operations needs the property that tells them apart. */
function refuseUndecided(name: string, operations: readonly Operation[]): void {
  const conditions = operations.flatMap(({ aliases }) =>
    aliases.filter(alias => alias.name === name).flatMap(({ when }) => Object.entries(when ?? {}))
  )
  const values = Map.groupBy(conditions, ([property]) => property)
  const issues = [...values].map(([path, pairs]) => ({
    path,
    message: `says which of the operations called ${name} is meant`,
    expected: `one of: ${[...new Set(pairs.map(([, value]) => value))].join(', ')}`
  }))
  if (issues.length === 0) return
  const list = issues.map(({ path, expected }) => `${path} (${expected})`).join(' and ')
  throw new OperationError('invalid_field_value', `${name} stands for several operations: give ${list}.`, { issues })
}
