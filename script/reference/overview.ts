import { type Catalog, splitRoute } from '../../src/catalog/catalog.ts'
import { highestPermission, type Operation } from '../../src/contract/operation.ts'
import type { AnyTool } from '../../src/contract/tool.ts'
import { counted } from '../../src/lib/format.ts'
import { cell, table } from './table.ts'

/** docs/operations.md: every operation of every system, one row each. */
export const operationsPage = (catalog: Catalog): string => `# Operations

Generated from the definitions by \`npm run gen\`: change those, not this page.

\`/docs\` of a running gateway describes every operation in full; so does \`openapi/reference.md\`, on one page of about 3 MB. A key sees only what it may call.

${catalog.tools.map(tool => systemPart(catalog, tool)).join('\n\n')}
`

function systemPart(catalog: Catalog, tool: AnyTool): string {
  const count = operationsOf(catalog, tool).length
  return `## ${tool.title}\n\n\`${tool.name}\`, ${counted(count, 'operation')}. ${tool.description}\n\n${rowsOf(catalog, tool)}`
}

/** The systems of the README, one row each. \`jobs\` is left out: it has no upstream. */
export const systemsTable = (catalog: Catalog): string =>
  table(
    ['system', 'what it covers', 'what it needs'],
    catalog.tools
      .filter(({ name }) => name !== 'jobs')
      .map(tool => {
        const [what = '', ...needs] = tool.description.split(/(?<=\.) /)
        return [`[${tool.title}](docs/operations.md#${tool.title.toLowerCase().replaceAll(' ', '-')})`, cell(what), cell(needs.join(' '))]
      })
  )

export const operationsOf = (catalog: Catalog, tool: AnyTool): Operation[] =>
  catalog.operations.filter(operation => operation.tool === tool)

export function rowsOf(catalog: Catalog, tool: AnyTool, linked = false): string {
  return table(
    ['operation', 'route', 'permission', 'what it does'],
    operationsOf(catalog, tool).map(operation => [
      linked ? `[\`${operation.id}\`](#${operation.id})` : `\`${operation.id}\``,
      `\`${routeFor(operation)}\``,
      highestPermission(operation.permission),
      cell(operation.deprecated ? `Deprecated. ${operation.summary}` : operation.summary)
    ])
  )
}

/** `GET /v1/confluence/pages/{page_id}` */
export function routeFor(operation: Operation): string {
  const [method, path] = splitRoute(operation)
  return `${method} ${path.replace(/:(\w+)/g, '{$1}')}`
}
