import type { Catalog } from '../../catalog/catalog.ts'
import { usedComponents } from '../../catalog/used-components.ts'
import type { Operation } from '../../contract/operation.ts'
import { GATEWAY_ROUTES } from '../shared/gateway-routes.ts'
import { createComponents, type Node } from './components.ts'
import { gatewayStatuses } from './failures.ts'
import { descriptionOf, statusesOf } from './operation.ts'
import { asList, asNode } from './restore.ts'

export interface Filter {
  operations: readonly Operation[]
  /** Operations that can be called by name. Default: `operations`. */
  callable?: readonly Operation[]
  /** Also include all of the gateway's own routes (default), those that need no key, or none. */
  gateway?: 'all' | 'public' | 'none'
  title?: string
  /** Whether parameters and request bodies contain what they would refer to. Default false. */
  inline?: boolean
}

/** The part of the whole document that a key, a system or a pack needs. It names no operation and no system outside that part. */
export function filterDocument(whole: Node, catalog: Catalog, { operations, callable = operations, gateway = 'all', title }: Filter): Node {
  const ids = new Map(operations.map(operation => [operation.id, operation]))
  const isKnown = (id: string): boolean => ids.has(id)
  const isOwn = (operation: Node): boolean =>
    catalog.get(String(operation['operationId'])) === undefined &&
    (gateway === 'all' || (gateway === 'public' && asSecurity(operation)?.length === 0))
  const kept = (operation: Node): Node | undefined => {
    const definition = ids.get(String(operation['operationId']))
    if (definition) return { ...operation, description: descriptionOf(definition, isKnown) }
    return isOwn(operation) ? withoutForeignStatuses(operation, callable) : undefined
  }
  const paths = pathsOf(whole, kept)
  const tags = new Set(Object.values(paths).flatMap(item => Object.values(asNode(item)).flatMap(operation => asNode(operation)['tags'])))
  const { webhooks, components, ...document } = whole
  const hooks = gateway === 'all' && operations.some(({ kind }) => kind === 'bulk') ? webhooks : undefined
  const { securitySchemes, ...parts } = asNode(components)
  const named = { ...parts, schemas: { ...asNode(parts['schemas']), ...failureSchemas([...operations, ...callable]) } }
  return {
    ...document,
    info: { ...asNode(document['info']), ...(title !== undefined && { title }) },
    tags: asList(document['tags']).filter(({ name }) => tags.has(name)),
    paths,
    ...(hooks !== undefined && { webhooks: hooks }),
    components: { ...usedComponents({ paths, hooks }, named), securitySchemes }
  }
}

function pathsOf({ paths }: Node, kept: (operation: Node) => Node | undefined): Node {
  const items = Object.entries(asNode(paths)).map(([path, item]): [string, Node] => {
    const methods = Object.entries(asNode(item)).flatMap(([method, operation]) => {
      const one = kept(asNode(operation))
      return one ? [[method, one]] : []
    })
    return [path, Object.fromEntries(methods)]
  })
  return Object.fromEntries(items.filter(([, item]) => Object.keys(item).length > 0))
}

const asSecurity = ({ security }: Node): unknown[] | undefined => (Array.isArray(security) ? security : undefined)

/** A call by name returns the statuses of the operations that it can reach. */
function withoutForeignStatuses(operation: Node, callable: readonly Operation[]): Node {
  if (operation['operationId'] !== GATEWAY_ROUTES.call.id) return operation
  const statuses = new Set([200, ...gatewayStatuses(GATEWAY_ROUTES.call), ...callable.flatMap(statusesOf)].map(String))
  const responses = Object.entries(asNode(operation['responses'])).filter(([status]) => statuses.has(status))
  return { ...operation, responses: Object.fromEntries(responses) }
}

/** The codes of an error name systems: only those in the part. */
function failureSchemas(operations: readonly Operation[]): Node {
  const components = createComponents([...new Set(operations.map(({ tool }) => tool.name))])
  components.failure(400)
  const { Error: failure, Problem: problem } = asNode(components.collected()['schemas'])
  return { Error: failure, Problem: problem }
}
