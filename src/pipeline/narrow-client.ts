import type { Caller } from '../contract/call.ts'
import { constraintsOf, outsideConstraints, resourcesIn, useOnly } from '../contract/constraints.ts'
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
