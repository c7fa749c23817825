import { fenced, inLine, isInLine } from './format.ts'

type Row = Record<string, unknown>

/** Multi-line text, which fits neither into a table cell nor into a list item. */
interface Block {
  /** The property it comes from, such as `diffs[0].diff`. */
  path: string
  text: string
  language: string
}

/** Placeholder for a block's text. */
const BELOW = '(below)'

/** Renders any output as Markdown: items as a table, anything else as a list of properties. Omits nulls and keeps line breaks. */
export function plainMarkdown(data: unknown): string {
  if (isRow(data) && Array.isArray(data['items'])) return page(data['items'], data)
  return isRow(data) ? facts(data) : fenced(JSON.stringify(data, null, 2) ?? 'null', 'json')
}

/** Renders the multi-line texts of a value, each as a fenced block below its name. */
export const blocksMarkdown = (value: unknown, name: string): string => withBlocks([], split(value, name).blocks)

function page(items: unknown[], { items: _items, next_cursor: next, total: _total, ...others }: Row): string {
  const parts = [
    items.length === 0 ? 'Nothing found.' : list(items),
    facts(others),
    typeof next === 'string' ? `More: cursor \`${next}\`` : ''
  ]
  return parts.filter(part => part !== '').join('\n\n')
}

/** Renders a table, or one row below the other if a row has multi-line text. */
function list(items: unknown[]): string {
  if (!items.every(isRow)) return items.map(item => `- ${valueInLine(item)}`).join('\n')
  if (!hasBlocks(items)) return table(items)
  const rows = items.map(item => split(item, ''))
  return rows.map(({ value, blocks }, at) => `**${at + 1}.** ${factsInLine(value)}\n\n${withBlocks([], blocks)}`.trimEnd()).join('\n\n')
}

const factsInLine = (row: unknown): string =>
  Object.entries(isRow(row) ? row : {})
    .filter(([, value]) => value !== null && value !== BELOW)
    .map(([name, value]) => `**${name}**: ${valueInLine(value)}`)
    .join(' · ')

function facts(data: Row): string {
  const { value, blocks } = split(data, '')
  const lines = Object.entries(isRow(value) ? value : {})
    .filter(([, value]) => value !== null && value !== BELOW)
    .map(([name, value]) => `- **${name}**: ${valueInLine(value)}`)
  return withBlocks(lines, blocks)
}

function withBlocks(lines: string[], blocks: Block[]): string {
  const fences = blocks.map(({ path, text, language }) => `**${path}**:\n\n${fenced(text, language)}`)
  return [...(lines.length > 0 ? [lines.join('\n')] : []), ...fences].join('\n\n')
}

const isBlock = (text: string): boolean => text.includes('\n') && text.trimEnd().includes('\n')

/** Whether `split` finds multi-line texts. Quicker: most values have none. */
function hasBlocks(value: unknown): boolean {
  if (typeof value === 'string') return isBlock(value)
  if (typeof value !== 'object' || value === null) return false
  return (Array.isArray(value) ? value : Object.values(value)).some(hasBlocks)
}

/** Splits a value into its multi-line texts and the rest. */
function split(value: unknown, path: string, row: Row = {}): { value: unknown; blocks: Block[] } {
  if (typeof value === 'string') {
    if (!isBlock(value)) return { value, blocks: [] }
    return { value: BELOW, blocks: [{ path, text: value, language: languageOf(path, row) }] }
  }
  if (Array.isArray(value)) {
    const parts = value.map((one, at) => split(one, `${path}[${at}]`, row))
    return { value: parts.map(part => part.value), blocks: parts.flatMap(part => part.blocks) }
  }
  if (!isRow(value)) return { value, blocks: [] }
  const parts = Object.entries(value).map(([name, one]) => ({ name, ...split(one, path === '' ? name : `${path}.${name}`, value) }))
  return { value: Object.fromEntries(parts.map(part => [part.name, part.value])), blocks: parts.flatMap(part => part.blocks) }
}

/** Properties that name the file of a text next to them. */
const FILE_NAMES = ['file_path', 'path', 'filename', 'file_name', 'new_path']

/** Returns the language of a fenced block, from the name of the property or of the file. */
function languageOf(path: string, row: Row): string {
  if (/(^|[._])(diff|patch)$/.test(path)) return 'diff'
  if (!/(^|\.)(content|text|data)$/.test(path)) return ''
  const name = FILE_NAMES.map(one => row[one]).find(one => typeof one === 'string')
  return /\.([a-z0-9]{1,10})$/i.exec(typeof name === 'string' ? name : '')?.[1]?.toLowerCase() ?? ''
}

/** Renders a table cell by cell, which is fast: every list over MCP has one. Omits empty columns. */
function table(rows: Row[]): string {
  const columns = new Set<string>()
  for (const row of rows) for (const column in row) if (row[column] !== null) columns.add(column)
  let [head, rule, body] = ['|', '|', '']
  for (const column of columns) {
    head += ` ${column} |`
    rule += ' --- |'
  }
  for (const row of rows) {
    body += '\n|'
    for (const column of columns) body += ` ${cell(row[column])} |`
  }
  return `${head}\n${rule}${body}`
}

function cell(value: unknown): string {
  const text = valueInLine(value)
  return text.includes('|') ? text.replaceAll('|', '\\|') : text
}

/** Returns a value on one line: text without the line breaks at its end, anything else as JSON without its nulls. */
function valueInLine(value: unknown): string {
  if (typeof value === 'string') return isInLine(value) ? value : inLine(value.trimEnd())
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  const json = JSON.stringify(value)
  return inLine(json.includes('null') ? JSON.stringify(value, withoutNull) : json)
}

const withoutNull = (_name: string, value: unknown): unknown => (value === null ? undefined : value)

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
