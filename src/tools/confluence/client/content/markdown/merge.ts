import { diffArrays } from 'diff'
import { itemText, joined } from './blocks.ts'
import { alertOf, cdata, cellContent, type Env, escaped, markdownParser, placeOfClose, spansOf, type Token } from './parser.ts'
import type { Block, TableRow } from './parts.ts'
import { MERGED } from './table.ts'

/** A write: the storage of the page as it is, and what the conversion of its Markdown needs. */
export interface Merge {
  storage: string
  env: Env
}

/** A block of Markdown at the top of a text: its lines and its tokens. */
interface Top {
  from: number
  to: number
  tokens: Token[]
}

/** Splits Markdown into its blocks. */
function topBlocks(text: string, env: Partial<Env> = {}): Top[] {
  const tokens = markdownParser().parse(text, env)
  const tops: Top[] = []
  let depth = 0
  for (const token of tokens) {
    if (depth === 0) {
      const [from, to] = token.map ?? [tops.at(-1)?.to ?? 0, tops.at(-1)?.to ?? 0]
      tops.push({ from, to, tokens: [] })
    }
    tops.at(-1)?.tokens.push(token)
    depth += token.nesting
  }
  return tops
}

/** Compares Markdown without what may differ between reads: the names of people. */
const keyOf = (markdown: string): string =>
  markdown
    .replace(/(?<![^\]\n])[^\]\n]*\](?=\(<?user)/g, withoutName)
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .trimEnd()

/** Shortens a text that ends with the name of a person: `by [@Bea]` to `by [@]`. */
function withoutName(text: string): string {
  const at = text.indexOf('[@')
  return at < 0 ? text : `${text.slice(0, at)}[@]`
}

const render = (tokens: Token[], { env }: Merge): string => {
  const parser = markdownParser()
  return parser.renderer.render(tokens, parser.options, env)
}

/** A visible part, and the parts after it that Markdown does not show. */
interface Group {
  block: Block
  tail: Block[]
}

/**
 * Returns the storage for Markdown. Parts whose Markdown did not change keep their bytes, and changed ones keep what Markdown does not show:
 * attributes, IDs of macros, hidden text.
 */
export function mergeBlocks(blocks: readonly Block[], text: string, merge: Merge): string {
  const head: Block[] = []
  const groups: Group[] = []
  for (const block of blocks) {
    if (block.markdown !== '') groups.push({ block, tail: [] })
    else (groups.at(-1)?.tail ?? head).push(block)
  }
  const lines = text.split('\n')
  const tops = topBlocks(text, merge.env)
  const news = tops.map(({ from, to }) => keyOf(lines.slice(from, to).join('\n')))
  const olds = groups.map(({ block }) => keyOf(block.markdown))
  const bytes = ({ from, to }: { from: number; to: number }): string => merge.storage.slice(from, to)
  let out = head.map(bytes).join('')
  for (const { old, fresh } of aligned(olds, news)) {
    const gone = groups.slice(...old)
    const come = tops.slice(...fresh)
    const isSame = gone.length === come.length && gone.every((_group, at) => olds[old[0] + at] === news[fresh[0] + at])
    if (isSame) {
      for (const { block, tail } of gone) out += bytes(block) + tail.map(bytes).join('')
      continue
    }
    const pairs = paired(
      gone.map(({ block }) => ({ kind: baseOf(block.kind), words: wordsOf(block.markdown) })),
      come.map(top => ({ kind: kindOf(top), words: wordsOf(lines.slice(top.from, top.to).join('\n')) })),
      (old, fresh) => (old.kind === fresh.kind ? 1 + shared(old.words, fresh.words) : 0)
    )
    let next = 0
    for (const [at, top] of come.entries()) {
      const partner = pairs[at]
      if (partner === undefined) {
        out += render(top.tokens, merge)
        continue
      }
      for (; next < partner; next++) out += kept(gone[next], bytes)
      const group = gone[next++]
      if (group) out += mergePair(group.block, top, lines, merge) + group.tail.map(bytes).join('')
    }
    for (; next < gone.length; next++) out += kept(gone[next], bytes)
  }
  return out
}

/** What stays of a part that was removed: hidden text after it. */
const kept = (group: Group | undefined, bytes: (block: Block) => string): string =>
  (group?.tail ?? [])
    .filter(({ kind }) => kind === 'hidden')
    .map(bytes)
    .join('')

type Range = [from: number, to: number]

const MAX_EDITS = 2000

/** Yields ranges of both lists in order: equal ones, and ones that differ. */
function* aligned(olds: readonly string[], news: readonly string[]): Generator<{ old: Range; fresh: Range }> {
  let [old, fresh] = [0, 0]
  let [gone, come] = [0, 0]
  const changes = diffArrays([...olds], [...news], { maxEditLength: MAX_EDITS }) ?? coarse(olds, news)
  for (const { added, removed, count = 0 } of changes) {
    if (removed) gone += count
    else if (added) come += count
    else {
      if (gone + come > 0) yield { old: [old, old + gone], fresh: [fresh, fresh + come] }
      old += gone
      fresh += come
      gone = 0
      come = 0
      yield { old: [old, old + count], fresh: [fresh, fresh + count] }
      old += count
      fresh += count
    }
  }
  if (gone + come > 0) yield { old: [old, old + gone], fresh: [fresh, fresh + come] }
}

interface Change {
  added?: boolean
  removed?: boolean
  count?: number
}

/** The beginning and the end that are equal, and one change between them. */
function coarse(olds: readonly string[], news: readonly string[]): Change[] {
  const shorter = Math.min(olds.length, news.length)
  let first = 0
  while (first < shorter && olds[first] === news[first]) first++
  let last = 0
  while (last < shorter - first && olds.at(-1 - last) === news.at(-1 - last)) last++
  return [
    { count: first },
    { removed: true, count: olds.length - first - last },
    { added: true, count: news.length - first - last },
    { count: last }
  ]
}

const MAX_COMPARED = 10_000

/** Returns for each new one the old one that it replaces, in order, so that the sum of their similarities is the highest. */
function paired<A, B>(olds: readonly A[], news: readonly B[], score: (old: A, fresh: B) => number): (number | undefined)[] {
  if (olds.length * news.length > MAX_COMPARED) return news.map(() => undefined)
  const best: number[][] = Array.from({ length: news.length + 1 }, () => Array.from({ length: olds.length + 1 }, () => 0))
  const scores = news.map(fresh => olds.map(old => score(old, fresh)))
  const at = (x: number, y: number): number => best[x]?.[y] ?? 0
  for (let x = news.length - 1; x >= 0; x--)
    for (let y = olds.length - 1; y >= 0; y--) {
      const both = scores[x]?.[y] ?? 0
      const row = best[x]
      if (row) row[y] = Math.max(at(x + 1, y), at(x, y + 1), both > 0 ? both + at(x + 1, y + 1) : 0)
    }
  const pairs: (number | undefined)[] = news.map(() => undefined)
  for (let x = 0, y = 0; x < news.length && y < olds.length; ) {
    const both = scores[x]?.[y] ?? 0
    if (both > 0 && at(x, y) === both + at(x + 1, y + 1)) pairs[x++] = y++
    else if (at(x, y) === at(x + 1, y)) x++
    else y++
  }
  return pairs
}

const baseOf = (kind: string): string => (kind === 'text' ? 'p' : (kind.split(' ')[0] ?? ''))

function kindOf({ tokens }: Top): string {
  const [token] = tokens
  if (!token) return ''
  if (token.type === 'paragraph_open') return 'p'
  if (token.type === 'heading_open') return token.tag
  if (token.type === 'bullet_list_open') return token.meta?.['tasks'] ? 'tasks' : 'ul'
  if (token.type === 'ordered_list_open') return 'ol'
  if (token.type === 'blockquote_open') return token.meta?.['macro'] === undefined ? 'quote' : 'panel'
  if (token.type === 'details_open') return 'expand'
  if (token.type === 'table_open') return 'table'
  if (token.type === 'fence') return token.info.trim() === '{=storage}' ? 'raw' : token.info.trim() === '{=pre}' ? 'pre' : 'code'
  return token.type
}

const wordsOf = (text: string): Set<string> => new Set(text.match(/[\p{L}\p{N}]+/gu) ?? [])

/** The share of words that both have: from 0 to 1. */
function shared(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const [fewer, more] = words.size < others.size ? [words, others] : [others, words]
  let both = 0
  for (const word of fewer) if (more.has(word)) both++
  return (2 * both) / Math.max(1, words.size + others.size)
}

function mergePair(block: Block, top: Top, lines: readonly string[], merge: Merge): string {
  const { storage } = merge
  const [token] = top.tokens
  const { inner } = block
  const kind = baseOf(block.kind)
  if (!token || !inner) return kind === 'table' && token ? mergeTable(block, top, merge) : render(top.tokens, merge)
  const [before, after] = [storage.slice(block.from, inner.from), storage.slice(inner.to, block.to)]
  if (kind === 'p' || /^h\d$/.test(kind)) return before + render(top.tokens.slice(1, -1), merge) + after
  if (kind === 'code') {
    if (block.kind !== `code ${token.info.trim()}`) return render(top.tokens, merge)
    return before + cdata(withoutLastBreak(token.content)) + after
  }
  if (kind === 'pre') return before + escaped(withoutLastBreak(token.content)) + after
  if (kind === 'quote' || kind === 'panel' || kind === 'expand') {
    const text = contentOf(token, lines)
    const content = mergeBlocks(block.children ?? [], text, merge)
    if (headOf(token) === block.kind) return before + content + after
    return `${render([token], merge).trimEnd()}${content}${render(top.tokens.slice(-1), merge).trimEnd()}`
  }
  if (kind === 'ul' || kind === 'ol' || kind === 'tasks') return before + mergeItems(block, top, lines, merge) + after
  return render(top.tokens, merge)
}

const withoutLastBreak = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text)

/** The kind of a container, with its title. */
function headOf(token: Token): string {
  const { macro, title }: Record<string, unknown> = token.meta ?? {}
  if (token.type === 'details_open') return `expand ${String(title)}`
  if (typeof macro !== 'string') return 'quote'
  return `panel [!${macro.toUpperCase()}]${title === '' ? '' : ` ${String(title)}`}`
}

/** The Markdown within a quote, a panel or an expand. */
function contentOf(token: Token, lines: readonly string[]): string {
  const [from, to] = token.map ?? [0, 0]
  if (token.type === 'details_open') {
    const content = token.meta?.['content']
    return lines.slice(typeof content === 'number' ? content : from + 1, to - 1).join('\n')
  }
  const own = lines.slice(from, to).map(line => line.replace(/^ {0,3}> ?/, ''))
  return (alertOf(own[0]?.trim() ?? '') ? own.slice(1) : own).join('\n')
}

interface Item {
  tokens: Token[]
  text: string
  done: boolean | undefined
}

/** Removes spaces at the beginning of a line, at most as many as given. */
function withoutIndent(line: string, max: number): string {
  let width = 0
  while (width < max && line.charAt(width) === ' ') width++
  return line.slice(width)
}

/** The items of a list: their Markdown without the marker and its indentation. */
function itemsOf({ tokens }: Top, lines: readonly string[]): Item[] {
  const level = (tokens[0]?.level ?? 0) + 1
  const items: Item[] = []
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'list_item_open' || token.level !== level) continue
    const end = placeOfClose(tokens, at, 'list_item_close')
    const [from, to] = token.map ?? [0, 0]
    const [first = '', ...rest] = lines.slice(from, to)
    const [marker = ''] = /^\s*(?:[-+*]|\d{1,9}[.)])(?: {1,4}(?! )|\t| |$)/.exec(first) ?? []
    const done = token.meta?.['done']
    const head = typeof done === 'boolean' ? first.slice(marker.length).replace(/^\[[ xX]\]\s?/, '') : first.slice(marker.length)
    items.push({
      tokens: tokens.slice(at, end + 1),
      text: [head, ...rest.map(line => withoutIndent(line, marker.length))].join('\n').trimEnd(),
      done: typeof done === 'boolean' ? done : undefined
    })
  }
  return items
}

function mergeItems(block: Block, top: Top, lines: readonly string[], merge: Merge): string {
  const { storage } = merge
  const bytes = ({ from, to }: { from: number; to: number }): string => storage.slice(from, to)
  const head: Block[] = []
  const groups: Group[] = []
  for (const child of block.children ?? []) {
    if (child.markdown !== '') groups.push({ block: child, tail: [] })
    else (groups.at(-1)?.tail ?? head).push(child)
  }
  const items = itemsOf(top, lines)
  const isDone = ({ status }: Block): boolean | undefined => status && bytes(status).trim() === 'complete'
  const keyOfItem = (text: string, done: boolean | undefined): string => `${String(done)} ${keyOf(text)}`
  const olds = groups.map(({ block: item }) => keyOfItem(itemText(item.children ?? []), isDone(item)))
  const news = items.map(({ text, done }) => keyOfItem(text, done))
  let out = head.map(bytes).join('')
  for (const { old, fresh } of aligned(olds, news)) {
    const [gone, come] = [groups.slice(...old), items.slice(...fresh)]
    const isSame = gone.length === come.length && gone.every((_group, at) => olds[old[0] + at] === news[fresh[0] + at])
    const pairs = isSame
      ? come.map((_item, at) => at)
      : paired(
          gone.map(group => wordsOf(itemText(group.block.children ?? []))),
          come.map(({ text }) => wordsOf(text)),
          (old, fresh) => 1 + shared(old, fresh)
        )
    let next = 0
    for (const [at, item] of come.entries()) {
      const partner = pairs[at]
      const group = partner === undefined ? undefined : gone[partner]
      if (!group || partner === undefined) {
        out += render(item.tokens, merge)
        continue
      }
      for (; next < partner; next++) out += kept(gone[next], bytes)
      next++
      out += (isSame ? bytes(group.block) : mergeItem(group.block, item, merge)) + group.tail.map(bytes).join('')
    }
    for (; next < gone.length; next++) out += kept(gone[next], bytes)
  }
  return out
}

function mergeItem({ from, to, inner, status, children = [] }: Block, { text, done, tokens }: Item, merge: Merge): string {
  if (!inner) return render(tokens, merge)
  const { storage } = merge
  const before = status
    ? storage.slice(from, status.from) + (done ? 'complete' : 'incomplete') + storage.slice(status.to, inner.from)
    : storage.slice(from, inner.from)
  return before + mergeBlocks(children, text, merge) + storage.slice(inner.to, to)
}

interface GridRow {
  cells: Token[]
  texts: string[]
}

function gridOf(tokens: readonly Token[]): GridRow[] {
  const rows: GridRow[] = []
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'tr_open') rows.push({ cells: [], texts: [] })
    const inline = tokens[at + 1]
    if ((token.type !== 'th_open' && token.type !== 'td_open') || inline?.type !== 'inline') continue
    rows.at(-1)?.cells.push(inline)
    rows.at(-1)?.texts.push(inline.content.trim())
  }
  const [first] = rows
  return first?.texts.every(text => text === '') ? rows.slice(1) : rows
}

const isMerged = (text: string | undefined, x: number, y: number): boolean =>
  (text === MERGED.left && x > 0) || (text === MERGED.above && y > 0)

/** Rows and cells whose Markdown did not change keep their bytes; so do the attributes and the columns of the table. */
function mergeTable(block: Block, top: Top, merge: Merge): string {
  const { storage, env } = merge
  const rows = block.rows ?? []
  const olds = gridOf(topBlocks(block.markdown, { ...env }).flatMap(({ tokens }) => tokens))
  const news = gridOf(top.tokens)
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last || olds.length !== rows.length || news.length === 0) return render(top.tokens, merge)
  const keys = (grid: readonly GridRow[]): string[] => grid.map(({ texts }) => keyOf(texts.join(' | ')))
  const grids = { old: olds.map(({ texts }) => texts), fresh: news.map(({ texts }) => texts) }
  const [oldKeys, newKeys] = [keys(olds), keys(news)]
  let out = storage.slice(block.from, first.from)
  let done = 0
  /** What is between rows: whitespace after a row that stays, and the tags of a part of the table. */
  const gapsUntil = (row: number): void => {
    for (; done < row; done++) {
      const gap = storage.slice(rows[done]?.to ?? 0, rows[done + 1]?.from ?? 0)
      if (gap.trim() !== '') out += gap
    }
  }
  for (const { old, fresh } of aligned(oldKeys, newKeys)) {
    const [gone, come] = [oldKeys.slice(...old), newKeys.slice(...fresh)]
    const isSame = gone.length === come.length && gone.every((key, at) => key === come[at])
    const pairs = isSame ? come.map((_key, at) => at) : paired(gone.map(wordsOf), come.map(wordsOf), (a, b) => 1 + shared(a, b))
    for (const at of come.keys()) {
      const y = fresh[0] + at
      const partner = pairs[at]
      const oldY = partner === undefined ? undefined : old[0] + partner
      if (oldY !== undefined) gapsUntil(oldY)
      const row = oldY === undefined ? undefined : rows[oldY]
      out += rowStorage({ row, oldY, y, news, grids, merge })
      if (oldY === undefined || oldY >= rows.length - 1) continue
      out += storage.slice(rows[oldY]?.to ?? 0, rows[oldY + 1]?.from ?? 0)
      done = oldY + 1
    }
  }
  gapsUntil(rows.length - 1)
  return out + storage.slice(last.to, block.to)
}

interface RowMerge {
  row: TableRow | undefined
  oldY: number | undefined
  y: number
  news: readonly GridRow[]
  grids: { old: string[][]; fresh: string[][] }
  merge: Merge
}

function rowStorage({ row, oldY, y, news, grids, merge }: RowMerge): string {
  const { storage, env } = merge
  const parser = markdownParser()
  const places = (grid: readonly string[][], line: number): number[] =>
    (grid[line] ?? []).flatMap((text, x) => (isMerged(text, x, line) ? [] : [x]))
  const olds = oldY === undefined ? [] : places(grids.old, oldY)
  const spansAt = (grid: readonly string[][], x: number, line: number): string => {
    const { across, down } = spansOf(grid, x, line)
    return `${across > 1 ? ` colspan="${across}"` : ''}${down > 1 ? ` rowspan="${down}"` : ''}`
  }
  const cells = places(grids.fresh, y).map((x, at) => {
    const spans = spansAt(grids.fresh, x, y)
    const content = cellContent(news[y]?.cells[x]?.children ?? [], parser, parser.options, env)
    const oldX = olds[at]
    const cell = row?.cells[at]
    if (!cell || oldX === undefined || oldY === undefined) return { storage: `<td${spans}>${content}</td>`, isSame: false }
    const isSame = keyOf(grids.old[oldY]?.[oldX] ?? '') === keyOf(news[y]?.texts[x] ?? '')
    const inner = isSame
      ? storage.slice(cell.inner.from, cell.inner.to)
      : likeBefore(content, storage.slice(cell.inner.from, cell.inner.to))
    if (spansAt(grids.old, oldX, oldY) === spans)
      return { storage: storage.slice(cell.from, cell.inner.from) + inner + storage.slice(cell.inner.to, cell.to), isSame }
    const name = storage.startsWith('<th', cell.from) ? 'th' : 'td'
    return { storage: `<${name}${spans}>${inner}</${name}>`, isSame: false }
  })
  if (!row) return `<tr>${cells.map(one => one.storage).join('')}</tr>`
  if (cells.length === row.cells.length && cells.every(({ isSame }) => isSame)) return storage.slice(row.from, row.to)
  const [first, last] = [row.cells[0], row.cells.at(-1)]
  const [before, after] = [storage.slice(row.from, first?.from ?? row.from), storage.slice(last?.to ?? row.to, row.to)]
  return before + cells.map(one => one.storage).join('') + after
}

/** Text of a cell without a paragraph stays without one. */
const likeBefore = (content: string, before: string): string => {
  const [, text] = /^<p>((?:(?!<p>)[\s\S])*)<\/p>$/.exec(content) ?? []
  return text === undefined || before === '' || /^\s*<p[\s>/]/.test(before) ? content : text
}

/** Whether the Markdown of parts, joined, is read as the same parts. Returns the index of the first part that is not. */
export function firstMisread(blocks: readonly Block[]): number | undefined {
  const shown = blocks.filter(({ markdown }) => markdown !== '')
  const starts: number[] = []
  let line = 0
  for (const { markdown } of shown) {
    starts.push(line)
    line += markdown.split('\n').length + 1
  }
  const tops = topBlocks(joined(blocks))
  const at = starts.findIndex((start, place) => tops[place]?.from !== start)
  if (at < 0 && tops.length <= starts.length) return undefined
  const place = at < 0 ? starts.length - 1 : Math.max(0, at - 1)
  const block = shown[place]
  return block && blocks.indexOf(block)
}
