import { attributeText, INLINE_MACROS, inlineMarkdown, marked, ONE_LINE, type Source } from './inline.ts'
import type { Block, TableRow } from './parts.ts'
import { childOf, type Element, isBlank, isElement, macroName, type Node, parametersOf, textOf } from './tree.ts'

/** Columns and rows beyond these are not Markdown, so that spans cannot exhaust memory. */
const MAX_COLUMNS = 100
const MAX_CELLS = 50_000

/** In a cell: it is merged with the cell to the left, or with the one above. */
export const MERGED = { left: '<', above: '^' } as const

/** Converts a table; undefined if Markdown cannot express it. */
export function tableBlock(table: Element, source: Source): Block[] | undefined {
  const rows = rowsOf(table)
  if (!rows || rows.length === 0) return undefined
  const grid: string[][] = rows.map(() => [])
  const shown: TableRow[] = []
  for (const [at, row] of rows.entries()) {
    const cells: TableRow['cells'] = []
    let column = 0
    for (const cell of row.children) {
      if (!isElement(cell)) {
        if (!isBlank(cell)) return undefined
        continue
      }
      if (cell.name !== 'td' && cell.name !== 'th') return undefined
      while (grid[at]?.[column] !== undefined) column++
      const [across, down] = [spanOf(cell, 'colspan'), spanOf(cell, 'rowspan')]
      if (column + across > MAX_COLUMNS || across * down > MAX_CELLS || at + down > rows.length) return undefined
      const markdown = source.hidden.has(cell) ? '' : cellMarkdown(cell.children, source)
      for (let y = 0; y < down; y++)
        for (let x = 0; x < across; x++) {
          const line = grid[at + y]
          if (line) line[column + x] = x > 0 ? MERGED.left : y > 0 ? MERGED.above : markdown
        }
      cells.push({ markdown, from: cell.from, to: cell.to, inner: { from: cell.innerFrom, to: cell.innerTo } })
      column += across
    }
    shown.push({ markdown: '', from: row.from, to: row.to, cells })
  }
  const width = Math.max(...grid.map(line => line.length))
  if (width === 0) return undefined
  const lines = grid.map(line => `| ${Array.from({ length: width }, (_none, x) => line[x] ?? '').join(' | ')} |`)
  for (const [at, row] of shown.entries()) row.markdown = lines[at] ?? ''
  const isHead = rows[0]?.children.filter(isElement).every(({ name }) => name === 'th') === true
  const head = isHead ? [] : [`|${'  |'.repeat(width)}`]
  const [first = '', ...rest] = [...head, ...lines]
  const markdown = [first, `|${' --- |'.repeat(width)}`, ...rest].join('\n')
  return [{ kind: `table ${isHead ? 'head' : 'bare'}`, markdown, from: table.from, to: table.to, rows: shown }]
}

const spanOf = ({ attributes }: Element, name: string): number => Math.max(1, Math.trunc(Number(attributes[name] ?? 1)) || 1)

/** The rows of a table, if it has nothing else that shows. */
function rowsOf(table: Element): Element[] | undefined {
  const rows: Element[] = []
  for (const node of table.children) {
    if (!isElement(node)) {
      if (!isBlank(node)) return undefined
    } else if (node.name === 'tr') rows.push(node)
    else if (/^(?:thead|tbody|tfoot)$/.test(node.name)) {
      const inner = rowsOf(node)
      if (!inner) return undefined
      rows.push(...inner)
    } else if (node.name !== 'colgroup' && node.name !== 'col') return undefined
  }
  return rows.filter(row => row.children.some(isElement))
}

/** Converts the content of a cell to one line. A pipe is escaped, even in code. */
function cellMarkdown(nodes: readonly Node[], source: Source): string {
  const text = lineOf(nodes, source).trim()
  const plain = text.replace(/^(?:<br>)+|(?<!<br>)(?:<br>)+$/g, '')
  const isMark = plain === MERGED.left || plain === MERGED.above
  return (isMark ? `\\${plain}` : plain).replaceAll('\n', ' ').replaceAll('|', '\\|')
}

function lineOf(nodes: readonly Node[], source: Source): string {
  const parts: { text: string; isText: boolean }[] = []
  let run: Node[] = []
  const endRun = (): void => {
    const text = inlineMarkdown(run, source, ONE_LINE).trim()
    if (text !== '') parts.push({ text, isText: true })
    run = []
  }
  for (const node of nodes) {
    const block = isElement(node) ? blockInLine(node, source) : undefined
    if (block === undefined) run.push(node)
    else {
      endRun()
      if (block.text !== '') parts.push(block)
    }
  }
  endRun()
  return parts.reduce((line, { text, isText }, at) => line + (at > 0 && isText && parts[at - 1]?.isText ? '<br><br>' : '') + text, '')
}

function blockInLine(element: Element, source: Source): { text: string; isText: boolean } | undefined {
  const { name } = element
  if (source.hidden.has(element)) return { text: '', isText: false }
  if (name === 'p') return { text: inlineMarkdown(element.children, source, ONE_LINE).trim(), isText: true }
  if (/^h[1-6]$/.test(name))
    return { text: `<${name}>${inlineMarkdown(element.children, source, ONE_LINE).trim()}</${name}>`, isText: false }
  if (name === 'ul' || name === 'ol') return { text: listInLine(element, source), isText: false }
  const macro = macroName(element)
  if (macro === 'code' && parametersOf(element)) return codeInLine(element, source)
  if (macro !== undefined && !INLINE_MACROS.has(macro)) return { text: marked(element, source), isText: false }
  if (/^(?:table|pre|blockquote|div|hr|ac:task-list|ac:adf-extension)$/.test(name)) return { text: marked(element, source), isText: false }
  return undefined
}

function listInLine(list: Element, source: Source): string {
  const items = list.children.filter(node => !isBlank(node))
  if (items.some(node => !isElement(node) || node.name !== 'li')) return marked(list, source)
  const shown = items.filter(isElement).map(({ children }) => `<li>${lineOf(children, source)}</li>`)
  return `<${list.name}>${shown.join('')}</${list.name}>`
}

function codeInLine(element: Element, source: Source): { text: string; isText: boolean } {
  const parameters = parametersOf(element) ?? new Map<string, string>()
  const code = textOf(childOf(element, 'ac:plain-text-body') ?? element)
  if (/<\/pre>/i.test(code) || code === '') return { text: marked(element, source), isText: false }
  const attributes = [...parameters].map(([name, value]) => ` ${name === 'language' ? 'lang' : `data-${name}`}="${attributeText(value)}"`)
  source.atoms.push({
    markdown: `<pre${attributes.join('')}>${codeText(code)}</pre>`,
    storage: source.storage.slice(element.from, element.to)
  })
  return { text: `<pre${attributes.join('')}>${codeText(code)}</pre>`, isText: false }
}

const codeText = (code: string): string =>
  code
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '')
    .replaceAll('\n', '&#10;')
    .replaceAll('\\', '&#92;')
    .replaceAll('`', '&#96;')
