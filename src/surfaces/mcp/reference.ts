import { ceilingOf, type Operation } from '../../contract/operation.ts'
import { prose } from '../../contract/render.ts'
import { inputOf } from '../../contract/reserved.ts'
import { callerSchema } from '../../contract/schema.ts'
import type { AnyTool } from '../../contract/tool.ts'

/** A system for a model to read: when to use it, and each of these operations with its input. */
export const reference = ({ title, description, prompt }: AnyTool, operations: readonly Operation[]): string =>
  [`# ${title}`, description, prompt, ...operations.map(described)].join('\n\n')

function described(operation: Operation): string {
  const { properties = {}, required = [] } = callerSchema(inputOf(operation))
  const inputs = Object.entries(properties).map(
    ([name, node]) => `- \`${name}\`${required.includes(name) ? ' (required)' : ''}: ${node.description ?? ''}`
  )
  return [`## ${operation.id}`, `${operation.summary} (${ceilingOf(operation.permission)}).`, prose(operation), inputs.join('\n')].join(
    '\n\n'
  )
}
