import type { Operation } from '../contract/operation.ts'
import type { AnyTool } from '../contract/tool.ts'
import { ENGINE_INPUTS } from './bulk-operation.ts'
import { isContinuable, OPTIONS, RESERVED_INPUTS } from './reserved-inputs.ts'

/** Inputs that a lean list omits although an operation has them: they change how a call runs, not what it does. */
const OMITTED: ReadonlySet<string> = new Set([...RESERVED_INPUTS, ...ENGINE_INPUTS])

/** Whether the operation itself defines an input of a reserved name, such as `wait` of jobs_get: then it is what the operation is about. */
const isItsOwn = (name: string, { kind, input }: Operation): boolean =>
  kind === 'operation' && Object.hasOwn(input.properties, name) && !Object.hasOwn(OPTIONS, name)

/** Whether lean lists show this input of the operation. */
export function isInLeanList(name: string, operation: Operation, hasSeveral: (tool: AnyTool) => boolean): boolean {
  switch (name) {
    case 'instance':
      return hasSeveral(operation.tool)
    case 'confirm':
      return operation.kind === 'operation'
    case 'cursor':
      return isContinuable(operation) || isItsOwn(name, operation)
    case 'limit':
      return operation.list || isItsOwn(name, operation)
  }
  return !OMITTED.has(name) || isItsOwn(name, operation)
}
