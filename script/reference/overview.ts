import { type Catalog, splitRoute } from '../../src/contract/catalog.ts'
import { ceilingOf, type Operation } from '../../src/contract/operation.ts'
import type { AnyTool } from '../../src/contract/tool.ts'
import { cell, table } from './table.ts'

/** Systems and their operations, for the README: a line a system, which unfolds. */
export const operationsTable = (catalog: Catalog): string => catalog.tools.map(tool => foldOf(catalog, tool)).join('\n')

function foldOf(catalog: Catalog, tool: AnyTool): string {
  const [what = '', ...needs] = tool.description.split(/(?<=\.) /)
  const line = `<b>${tool.title}</b> (<code>${tool.name}</code>, ${operationsOf(catalog, tool).length} operations): ${what}`
  return `<details><summary>${line}</summary>\n\n${needs.join(' ')}\n\n${rowsOf(catalog, tool)}\n\n</details>\n`
}

export const operationsOf = (catalog: Catalog, tool: AnyTool): Operation[] =>
  catalog.operations.filter(operation => operation.tool === tool)

export function rowsOf(catalog: Catalog, tool: AnyTool, linked = false): string {
  return table(
    ['operation', 'route', 'permission', 'what it does'],
    operationsOf(catalog, tool).map(operation => [
      linked ? `[\`${operation.id}\`](#${operation.id})` : `\`${operation.id}\``,
      `\`${routeFor(operation)}\``,
      ceilingOf(operation.permission),
      cell(operation.deprecated ? `Deprecated. ${operation.summary}` : operation.summary)
    ])
  )
}

/** `GET /v1/confluence/pages/{page_id}` */
export function routeFor(operation: Operation): string {
  const [method, path] = splitRoute(operation)
  return `${method} ${path.replace(/:(\w+)/g, '{$1}')}`
}
