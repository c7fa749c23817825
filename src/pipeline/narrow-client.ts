import type { Caller } from '../contract/call.ts'
import { constraintsOf, outsideConstraints, resourcesIn, useOnly } from '../contract/constraints.ts'
import { OperationError } from '../contract/errors.ts'
import type { AnyTool } from '../contract/tool.ts'

/** Returns the client for a caller: limited to the resources of its constraints. Throws if the system cannot limit them. */
export function narrowClient(tool: AnyTool, client: unknown, caller: Pick<Caller, 'constraints'>): unknown {
  const resources = resourcesIn(constraintsOf(caller), tool.name)
  if (resources.length === 0) return client
  for (const [resource, only] of resources)
    if (tool.narrow === undefined || !Object.hasOwn(tool.resources ?? {}, resource))
      throw outsideConstraints(useOnly(resource, only, tool.title))
  return tool.narrow?.(client, new Map(resources))
}

/** Returns the error that a caller gets: a limited one must not learn which IDs exist. */
export function withoutExistence(error: unknown, tool: AnyTool, caller: Pick<Caller, 'constraints'>): unknown {
  if (!(error instanceof OperationError) || error.code !== 'NOT_FOUND_ERROR') return error
  const [hidden] = resourcesIn(constraintsOf(caller), tool.name).filter(([resource]) => tool.resources?.[resource]?.by_id)
  return hidden ? outsideConstraints(useOnly(...hidden, tool.title)) : error
}
