import path from 'node:path'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { documentsOf } from '../../script/document.ts'
import type { Catalog } from '../../src/catalog/catalog.ts'
import { packsOf } from '../../src/catalog/packs.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { DIALECTS } from '../../src/surfaces/dialects/dialects.ts'
import { toolLister } from '../../src/surfaces/mcp/list.ts'
import { filterDocument } from '../../src/surfaces/openapi/filter.ts'
import { gptDocument } from '../../src/surfaces/openapi/gpt-document.ts'
import { gptFilter } from '../../src/surfaces/openapi/gpt-route.ts'
import type { ListDetail } from '../../src/surfaces/shared/listed-tool.ts'
import { loadCatalog } from '../../src/systems/load-catalog.ts'

export interface TokenCount {
  list: string
  tools: number
  mean: number
  p95: number
  max: number
}

/** Lists of tools that a model reads, as dialects. `mcp` is also what /mcp lists, which is measured separately. */
const LISTS: readonly string[] = ['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'mcp']

export const TARGETS = { mean: 350, p95: 700 }

/** Counts the tokens (o200k) of each tool as JSON in every provider's list, in the response of tools/list over MCP, and in the documents for GPTs. */
export async function countTokens(detail: ListDetail): Promise<TokenCount[]> {
  const catalog = await loadCatalog(path.join(import.meta.dirname, '../../src/tools'))
  const listing = { catalog, operations: catalog.operations, detail, serverUrl: '', version: '', openapi: () => ({}) }
  const lists = DIALECTS.filter(({ name }) => LISTS.includes(name)).map(dialect => {
    const tools = toolsIn(JSON.parse(JSON.stringify(dialect.write(listing))))
    return countOf(dialect.name, tools)
  })
  return [...lists, countOf('/mcp', listedOverMcp(catalog.operations, detail)), countOf('gpt', await gptActions(catalog, detail))]
}

/** Returns what a GPT reads of each operation of the packs: its description and inputs, not its responses. */
async function gptActions(catalog: Catalog, detail: ListDetail): Promise<object[]> {
  const { whole } = await documentsOf(catalog, { version: '1.0.0', serverUrl: 'https://tools.example.com' })
  const actions = packsOf(catalog).flatMap(pack => {
    const document = gptDocument(filterDocument(whole, catalog, gptFilter(pack)), pack, '', detail)
    return Object.values(Object(document['paths'])).flatMap(item => Object.values(Object(item)))
  })
  const read = actions.map(action => {
    const { operationId, description, parameters, requestBody } = Object(action)
    return [String(operationId), { operationId, description, parameters, requestBody }] as const
  })
  return [...new Map(read).values()]
}

/** Returns the tools of a list, including those in a namespace or in one tool of Gemini, without the provider's own. */
function toolsIn({ tools }: { tools: { type?: string; tools?: object[]; functionDeclarations?: object[] }[] }): object[] {
  return tools.filter(({ type = '' }) => !type.startsWith('tool_search')).flatMap(tool => tool.tools ?? tool.functionDeclarations ?? [tool])
}

function listedOverMcp(operations: readonly Operation[], detail: ListDetail): object[] {
  const visible = { ...createVisibleOf(operations), hasSeveral: detail.hasSeveral }
  const list = toolLister({ visible, discovery: 'all' })
  const caller = { id: 'bench', scopes: [] }
  const all: object[] = []
  let cursor: string | undefined
  do {
    const { tools, nextCursor } = list({ caller, choice: {}, detail }, cursor)
    all.push(...tools)
    cursor = nextCursor
  } while (cursor !== undefined)
  return all
}

const createVisibleOf = (operations: readonly Operation[]) => ({ operations: () => operations, isSelected: () => true })

function countOf(list: string, tools: readonly object[]): TokenCount {
  const counts = tools.map(tool => encode(JSON.stringify(tool)).length).sort((a, b) => a - b)
  const total = counts.reduce((sum, count) => sum + count, 0)
  return {
    list,
    tools: tools.length,
    mean: Math.round(total / tools.length),
    p95: counts[Math.ceil(counts.length * 0.95) - 1] ?? 0,
    max: counts.at(-1) ?? 0
  }
}
