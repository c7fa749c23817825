import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { loadCatalog } from '../src/catalog.ts'
import type { Catalog } from '../src/contract/catalog.ts'
import { GPT_PATH, packsOf } from '../src/contract/packs.ts'
import { DIALECTS } from '../src/surfaces/dialects/dialects.ts'
import { openapi31 } from '../src/surfaces/dialects/openapi.ts'
import { openapiDocument } from '../src/surfaces/openapi/document.ts'
import { gptDocument } from '../src/surfaces/openapi/gpt/document.ts'
import { clientTypes } from './client-types.ts'
import { statesTable, thrownTable } from './reference/jobs.ts'
import { operationsTable } from './reference/overview.ts'
import { referenceOf } from './reference/reference.ts'

export const root = path.join(import.meta.dirname, '..')

/** Where the gateway answers on a machine of one's own. */
const SERVER_URL = 'http://127.0.0.1:8080'

/** Whether a file below openapi/ is one that generateFiles makes, or once made. */
export const isGenerated = (file: string): boolean =>
  /^openapi\/(openapi\.json|reference\.md|client\.d\.ts|systems\/[^/]+\.json|dialects\/[^/]+|gpt\/[^/]+\.json)$/.test(file)

let made: Promise<Map<string, string>> | undefined

/** Everything that is made from the definitions and checked in: path below the root → text. Made once in a process. */
export function generateFiles(): Promise<Map<string, string>> {
  made ??= makeFiles()
  return made
}

async function makeFiles(): Promise<Map<string, string>> {
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
    ...toolLists(catalog, version),
    ...packsOf(catalog).map((pack): [string, string] => [
      `openapi/gpt/${pack.name}.json`,
      inLines(gptDocument(catalog, pack, { version, serverUrl: `https://toolgate.example${GPT_PATH}` }))
    ]),
    ['openapi/reference.md', referenceOf(catalog, SERVER_URL)],
    ['openapi/client.d.ts', clientTypes(catalog)],
    ...readme(catalog)
  ])
}

/** Every dialect but the one that openapi.json is. */
function toolLists(catalog: Catalog, version: string): [string, string][] {
  const openapi = () => openapiDocument(catalog, { version, serverUrl: SERVER_URL })
  return DIALECTS.filter(dialect => dialect !== openapi31).map((dialect): [string, string] => {
    const told = dialect.write({ catalog, operations: catalog.operations, serverUrl: SERVER_URL, version, openapi })
    const name = dialect.mediaType === 'application/json' ? `${dialect.name}.json` : dialect.name
    return [`openapi/dialects/${name}`, typeof told === 'string' ? told : inLines(told)]
  })
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

/** A line for each part of a part: half the size of the usual form, and a difference still shows where it is. */
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
