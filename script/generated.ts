import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { loadCatalog } from '../src/catalog.ts'
import type { Catalog } from '../src/contract/catalog.ts'
import { openapiDocument } from '../src/surfaces/openapi/document.ts'
import { statesTable, thrownTable } from './reference/jobs.ts'
import { operationsTable } from './reference/overview.ts'
import { referenceOf } from './reference/reference.ts'

export const root = path.join(import.meta.dirname, '..')

/** Where the gateway answers on a machine of one's own. */
const SERVER_URL = 'http://127.0.0.1:8080'

/** Whether a file below openapi/ is one that generateFiles makes, or once made. */
export const isGenerated = (file: string): boolean => /^openapi\/(openapi\.json|reference\.md|systems\/[^/]+\.json)$/.test(file)

/** Everything that is made from the definitions and checked in: path below the root → text. */
export async function generateFiles(): Promise<Map<string, string>> {
  const catalog = await loadCatalog(path.join(root, 'src/tools'))
  const { version }: { version: string } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const options = { version, serverUrl: SERVER_URL }
  return new Map([
    ['openapi/openapi.json', pretty(openapiDocument(catalog, options))],
    ...catalog.tools.map((tool): [string, string] => {
      const own = openapiDocument(catalog, {
        ...options,
        title: `Toolgate: ${tool.title}`,
        visible: operation => operation.tool === tool,
        gateway: 'none'
      })
      return [`openapi/systems/${tool.name}.json`, pretty(own)]
    }),
    ['openapi/reference.md', referenceOf(catalog, SERVER_URL)],
    ...readme(catalog)
  ])
}

/** The parts of the README that are made: mark → text. */
const madeParts = (catalog: Catalog): Map<string, string> =>
  new Map([
    ['operations', operationsTable(catalog)],
    ['states', statesTable()],
    ['thrown', thrownTable()]
  ])

function readme(catalog: Catalog): [string, string][] {
  const file = path.join(root, 'README.md')
  if (!existsSync(file)) return []
  const text = [...madeParts(catalog)].reduce((text, [mark, part]) => withPart(text, mark, part), readFileSync(file, 'utf8'))
  return [['README.md', text]]
}

function withPart(text: string, mark: string, part: string): string {
  const marked = new RegExp(`(<!-- ${mark} -->\\n)[\\s\\S]*?(<!-- /${mark} -->)`)
  if (!marked.test(text))
    throw new Error(`The README has no place for ${mark}: put <!-- ${mark} --> and <!-- /${mark} --> on lines of their own`)
  return text.replace(marked, (_, start, end) => `${start}\n${part}\n${end}`)
}

const pretty = (value: object): string => `${JSON.stringify(value, null, 2)}\n`
