import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Catalog } from '../src/catalog/catalog.ts'
import { packsOf } from '../src/catalog/packs.ts'
import { DIALECTS, openapi31 } from '../src/surfaces/dialects/dialects.ts'
import { LEAN } from '../src/surfaces/shared/listed-tool.ts'
import { loadCatalog } from '../src/systems/load-catalog.ts'
import { clientTypes } from './client-types.ts'
import { contractOf } from './compatibility/contract.ts'
import { contractFile } from './compatibility/released.ts'
import { type Documents, documentsOf } from './document.ts'
import { configurationPage } from './reference/configuration.ts'
import { jobStatesPage } from './reference/jobs.ts'
import { operationsPage, systemsTable } from './reference/overview.ts'
import { referenceOf } from './reference/reference.ts'

export const root = path.join(import.meta.dirname, '..')

/** Server URL in the documents that are checked in. */
const SERVER_URL = 'http://127.0.0.1:8080'
/** GPT Actions need https. */
const GPT_URL = 'https://toolgate.example'

/** Returns true if a file below openapi/ is generated, by the current definitions or by earlier ones. */
export const isGenerated = (file: string): boolean =>
  /^openapi\/(openapi\.json|reference\.md|client\.d\.ts|systems\/[^/]+\.json|dialects\/[^/]+|gpt\/[^/]+\.json)$/.test(file)

let files: Promise<Map<string, string>> | undefined

/** Returns every checked-in file that is generated from the definitions: path below the root → text. Generates them once per process. */
export function generateFiles(): Promise<Map<string, string>> {
  files ??= generate()
  return files
}

async function generate(): Promise<Map<string, string>> {
  const catalog = await loadCatalog(path.join(root, 'src/tools'))
  const { version }: { version: string } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const documents = await documentsOf(catalog, { version, serverUrl: SERVER_URL })
  return new Map([
    ['openapi/openapi.json', pretty(documents.whole)],
    ...catalog.tools.map((tool): [string, string] => {
      const own = documents.part({
        title: `Toolgate: ${tool.title}`,
        operations: catalog.operations.filter(operation => operation.tool === tool),
        gateway: 'none'
      })
      return [`openapi/systems/${tool.name}.json`, pretty(own)]
    }),
    ...toolLists(catalog, version, documents),
    ...packsOf(catalog).map((pack): [string, string] => [`openapi/gpt/${pack.name}.json`, inLines(documents.gpt(pack, GPT_URL))]),
    ['openapi/reference.md', referenceOf(catalog, SERVER_URL)],
    ['openapi/client.d.ts', clientTypes(catalog)],
    ['docs/configuration.md', configurationPage(catalog)],
    ['docs/job-states.md', jobStatesPage()],
    ...contractFile(contractOf(catalog, version)),
    ['docs/operations.md', operationsPage(catalog)],
    ...pagesWithParts(catalog)
  ])
}

/** Every dialect except openapi-3.1, which is openapi.json. */
function toolLists(catalog: Catalog, version: string, { whole }: Documents): [string, string][] {
  return DIALECTS.filter(dialect => dialect !== openapi31).map((dialect): [string, string] => {
    const list = dialect.write({
      catalog,
      operations: catalog.operations,
      detail: LEAN,
      serverUrl: SERVER_URL,
      version,
      openapi: () => whole
    })
    const name = dialect.mediaType === 'application/json' ? `${dialect.name}.json` : dialect.name
    return [`openapi/dialects/${name}`, typeof list === 'string' ? list : inLines(list)]
  })
}

/** Generated parts of pages: page → mark → text. Each mark is a pair of lines, `<!-- mark -->` and `<!-- /mark -->`. */
const generatedParts = (catalog: Catalog): Map<string, ReadonlyMap<string, string>> =>
  new Map([['README.md', new Map([['systems', systemsTable(catalog)]])]])

/** Pages that are partly generated. A page that does not exist is left out: a package has none. */
function pagesWithParts(catalog: Catalog): [string, string][] {
  return [...generatedParts(catalog)].flatMap(([page, parts]): [string, string][] => {
    const file = path.join(root, page)
    if (!existsSync(file)) return []
    const text = [...parts].reduce((text, [mark, part]) => withPart(page, text, mark, part), readFileSync(file, 'utf8'))
    return [[page, text]]
  })
}

function withPart(page: string, text: string, mark: string, part: string): string {
  const marked = new RegExp(`(<!-- ${mark} -->\\n)[\\s\\S]*?(<!-- /${mark} -->)`)
  if (!marked.test(text))
    throw new Error(`${page} lacks the lines <!-- ${mark} --> and <!-- /${mark} -->, between which its generated part goes`)
  return text.replace(marked, (_, start, end) => `${start}\n${part}\n${end}`)
}

/** JSON with line breaks down to the fourth level: half the size of indented JSON, and a diff still shows the changed part. */
const inLines = (value: unknown): string => `${lines(value, 4)}\n`

function lines(value: unknown, depth: number): string {
  if (depth === 0 || typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[\n${value.map(item => lines(item, depth - 1)).join(',\n')}\n]`
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  return entries.length === 0
    ? '{}'
    : `{\n${entries.map(([key, part]) => `${JSON.stringify(key)}: ${lines(part, depth - 1)}`).join(',\n')}\n}`
}

const pretty = (value: object): string => `${JSON.stringify(value, null, 2)}\n`
