import {
  anchorName,
  attributesMarkdown,
  concealed,
  escapeStart,
  escapeText,
  formulaIn,
  HTML_TAGS,
  INLINE_MACROS,
  inlineMarkdown,
  isReturnAnchor,
  LINE_BREAK,
  longerThanRuns,
  MATH_BLOCK,
  NOTE_ANCHOR,
  ONE_LINE,
  type Source
} from './inline.ts'
import type { Block } from './parts.ts'
import { tableBlock } from './table.ts'
import { childOf, type Element, isBlank, isElement, macroName, type Node, parametersOf, textOf } from './tree.ts'

/** Macros that are panels, and their names in `> [!NAME]`. */
const PANELS = new Set(['info', 'note', 'tip', 'warning', 'panel'])

/** Macros whose text is a diagram in Mermaid. */
const MERMAID = /^mermaid(?:-cloud|-macro|diagram)?$/

const INLINE = new Set(
  'a strong b em i s del strike code br time ac:link ac:image ac:emoticon ac:inline-comment-marker ri:user abbr'
    .split(' ')
    .concat([...HTML_TAGS])
)

const isInline = (element: Element): boolean => INLINE.has(element.name) || INLINE_MACROS.has(macroName(element) ?? '')

/** Splits the content of a page, or of an element, into parts. `from` and `to`: where the content begins and ends. */
export function blocksOf(nodes: readonly Node[], source: Source, from: number): Block[] {
  const blocks: Block[] = []
  let run: Node[] = []
  const endRun = (): void => {
    if (run.length > 0) blocks.push(...runBlocks(run, source))
    run = []
  }
  for (const node of nodes) {
    if ((node.type === 'text' && !isBlank(node)) || (isElement(node) && isInline(node)) || (run.length > 0 && !isElement(node)))
      run.push(node)
    else {
      endRun()
      if (isElement(node)) blocks.push(...elementBlocks(node, source))
      else blocks.push({ kind: 'space', markdown: '', from: node.from, to: node.to })
    }
  }
  endRun()
  return merged(blocks, source, from)
}

/** Text between blocks, without the whitespace around it. */
function runBlocks(nodes: readonly Node[], source: Source): Block[] {
  const [first, last] = [nodes.findIndex(node => !isBlank(node)), nodes.findLastIndex(node => !isBlank(node))]
  const shown = nodes.slice(first, last + 1)
  const [begin, end] = [shown[0], shown.at(-1)]
  if (!begin || !end) return nodes.map(({ from, to }) => ({ kind: 'space', markdown: '', from, to }))
  const space = (some: readonly Node[]): Block[] => some.map(({ from, to }) => ({ kind: 'space', markdown: '', from, to }))
  const text: Block = {
    kind: 'text',
    markdown: paragraph(inlineMarkdown(shown, source)),
    from: begin.from,
    to: end.to,
    inner: { from: begin.from, to: end.to }
  }
  return [...space(nodes.slice(0, first)), text, ...space(nodes.slice(last + 1))]
}

/** A paragraph of Markdown: no line of it begins a block. */
const paragraph = (text: string): string =>
  withoutLastBreaks(text.trimStart())
    .split('\n')
    .map(line => escapeStart(line.replace(/^ +|(?<! ) +$/g, '')))
    .join('\n')

/** Removes line breaks and whitespace at the end: a backslash that no line follows would show. */
function withoutLastBreaks(text: string): string {
  let end = text.length
  for (;;) {
    while (end > 0 && /\s/.test(text.charAt(end - 1)) && !text.startsWith(LINE_BREAK, end - LINE_BREAK.length)) end--
    if (end < LINE_BREAK.length || !text.startsWith(LINE_BREAK, end - LINE_BREAK.length)) return text.slice(0, end)
    end -= LINE_BREAK.length
  }
}

/** Adjacent boundaries become one; lists that Markdown would join are separated. */
function merged(blocks: readonly Block[], source: Source, from: number): Block[] {
  const found: Block[] = []
  const extended = new Set<Block>()
  let end = from
  let shown: Block | undefined
  /** The number of blocks up to the last one that is not whitespace. */
  let count = 0
  for (const block of blocks) {
    const boundary = block.kind === 'boundary' ? found[count - 1] : undefined
    if (boundary?.kind === 'boundary') {
      found.length = count
      boundary.to = block.to
      extended.add(boundary)
    } else {
      if (shown && isBullets(shown) && isBullets(block) && isOrdered(shown) === isOrdered(block))
        found.push({ kind: 'separator', markdown: '<!-- -->', from: end, to: end })
      found.push(block)
      if (block.markdown !== '') shown = block
      if (block.kind !== 'space') count = found.length
    }
    end = block.to
  }
  for (const boundary of extended) boundary.markdown = rawFence(source.storage.slice(boundary.from, boundary.to))
  return found
}

const isOrdered = ({ kind }: Block): boolean => kind === 'ol'
const isBullets = ({ kind }: Block): boolean => kind === 'ul' || kind === 'ol' || kind === 'tasks'

function elementBlocks(element: Element, source: Source): Block[] {
  const { name, from, to } = element
  const inner = { from: element.innerFrom, to: element.innerTo }
  const one = (kind: string, markdown: string, more: Partial<Block> = {}): Block[] => [{ kind, markdown, from, to, inner, ...more }]
  if (source.hidden.has(element)) return one('hidden', '')
  if (name === 'p') return paragraphBlocks(element, source)
  if (/^h[1-6]$/.test(name)) {
    const text = inlineMarkdown(element.children, source, ONE_LINE).trim()
    return text === '' ? one('space', '') : one(name, `${'#'.repeat(Number(name.slice(1)))} ${text.replace(/(?<!#)#+$/, '\\$&')}`)
  }
  if (name === 'hr') return one('hr', '***')
  if (name === 'ul' || name === 'ol') return listBlock(element, source) ?? raw(element, source)
  if (name === 'ac:task-list') return tasksBlock(element, source) ?? raw(element, source)
  if (name === 'blockquote') {
    const children = blocksOf(element.children, source, inner.from)
    const text = joined(children)
    return text === '' ? one('space', '') : one('quote', quoted(text), { children })
  }
  if (name === 'pre' && !element.children.some(isElement)) return one('pre', fence('{=pre}', textOf(element)))
  if (name === 'table') return tableBlock(element, source) ?? raw(element, source)
  if (/^ac:layout(?:-section|-cell)?$/.test(name) || TRANSPARENT.has(name)) return transparent(element, element, source)
  const macro = macroName(element)
  return macro === undefined ? raw(element, source) : macroBlocks(macro, element, source)
}

const TRANSPARENT = new Set('div section article header footer main center dl dt dd'.split(' '))

function paragraphBlocks(element: Element, source: Source): Block[] {
  const { from, to, children } = element
  const inner = { from: element.innerFrom, to: element.innerTo }
  const [first] = children.filter(node => !isBlank(node))
  const note = first && isElement(first) ? NOTE_ANCHOR.exec(anchorName(first) ?? '')?.[1] : undefined
  if (first && note !== undefined) {
    const rest = children.slice(children.indexOf(first) + 1).filter(node => !isElement(node) || !isReturnAnchor(node))
    const [number] = rest
    const text = number && isElement(number) && number.name === 'sup' ? rest.slice(1) : rest
    return [{ kind: 'footnote', markdown: `[^${note}]: ${inlineMarkdown(text, source, ONE_LINE).trim()}`, from, to }]
  }
  const text = paragraph(inlineMarkdown(children, source))
  return [{ kind: text === '' ? (hidesSome(element, source) ? 'hidden' : 'space') : 'p', markdown: text, from, to, inner }]
}

function hidesSome(element: Element, source: Source): boolean {
  return element.children.some(node => isElement(node) && (source.hidden.has(node) || hidesSome(node, source)))
}

/** An element whose content is shown, between marked blocks for its beginning and its end. */
function transparent(element: Element, body: Element, source: Source): Block[] {
  const children = blocksOf(body.children, source, body.innerFrom)
  if (source.isView) return children
  const [before, after] = [source.storage.slice(element.from, body.innerFrom), source.storage.slice(body.innerTo, element.to)]
  if (children.every(({ markdown }) => markdown === '')) return raw(element, source)
  source.marked.push(before, after)
  return [
    { kind: 'boundary', markdown: rawFence(before), from: element.from, to: body.innerFrom },
    ...children,
    { kind: 'boundary', markdown: rawFence(after), from: body.innerTo, to: element.to }
  ]
}

/** A marked block: storage that Markdown cannot express. */
function raw(element: Element, source: Source): Block[] {
  const { from, to } = element
  if (source.isView) return blocksOf(element.children, source, from)
  if (concealed(element, source)) return [{ kind: 'hidden', markdown: '', from, to }]
  const storage = source.storage.slice(from, to)
  source.marked.push(storage)
  return [{ kind: 'raw', markdown: rawFence(storage), from, to }]
}

export const rawFence = (storage: string): string => fence('{=storage}', storage)

function fence(info: string, text: string): string {
  const sign = info.includes('`') ? '~' : '`'
  const line = longerThanRuns(text, sign, 3)
  return `${line}${info}\n${text}\n${line}`
}

const quoted = (text: string): string => text.replace(/^/gm, '> ').replace(/(?<! ) +$/gm, '')

const indented = (text: string, width: number): string => text.replace(/\n(?!\n|$)/g, `\n${' '.repeat(width)}`)

/** Joins parts to Markdown. */
export const joined = (blocks: readonly Block[]): string =>
  blocks
    .map(({ markdown }) => markdown)
    .filter(text => text !== '')
    .join('\n\n')

/** A list that may follow a line of text. */
const INTERRUPTS = /^(?:-|1\.) \S/

/** The parts of an item of a list: a list below its text needs no blank line. */
export function itemText(children: readonly Block[]): string {
  const shown = children.filter(({ markdown }) => markdown !== '')
  return shown.reduce((text, block, at) => {
    if (at === 0) return block.markdown
    const isTight = at === 1 && isBullets(block) && ['text', 'p'].includes(shown[0]?.kind ?? '') && INTERRUPTS.test(block.markdown)
    return `${text}${isTight ? '\n' : '\n\n'}${block.markdown}`
  }, '')
}

function listBlock(element: Element, source: Source): Block[] | undefined {
  const children: Block[] = []
  let number = Number(element.attributes['start'] ?? 1)
  if (!Number.isInteger(number) || number < 0) return undefined
  for (const node of element.children) {
    if (!isElement(node)) {
      if (!isBlank(node)) return undefined
      children.push({ kind: 'space', markdown: '', from: node.from, to: node.to })
      continue
    }
    if (node.name !== 'li') return undefined
    if (source.hidden.has(node)) {
      children.push({ kind: 'hidden', markdown: '', from: node.from, to: node.to })
      continue
    }
    const parts = blocksOf(node.children, source, node.innerFrom)
    const sign = element.name === 'ol' ? `${number++}. ` : '- '
    children.push({
      kind: 'li',
      markdown: (sign + indented(itemText(parts), sign.length)).trimEnd(),
      from: node.from,
      to: node.to,
      inner: { from: node.innerFrom, to: node.innerTo },
      children: parts
    })
  }
  if (!children.some(({ kind }) => kind === 'li')) return undefined
  return [listOf(element.name, element, children)]
}

const listOf = (kind: string, { from, to, innerFrom, innerTo }: Element, children: Block[]): Block => ({
  kind,
  markdown: children
    .map(({ markdown }) => markdown)
    .filter(text => text !== '')
    .join('\n'),
  from,
  to,
  inner: { from: innerFrom, to: innerTo },
  children
})

function tasksBlock(element: Element, source: Source): Block[] | undefined {
  const children: Block[] = []
  for (const node of element.children) {
    if (!isElement(node)) {
      if (!isBlank(node)) return undefined
      children.push({ kind: 'space', markdown: '', from: node.from, to: node.to })
      continue
    }
    const [status, body] = [childOf(node, 'ac:task-status'), childOf(node, 'ac:task-body')]
    if (node.name !== 'ac:task' || !status || !body) return undefined
    const parts = blocksOf(body.children, source, body.innerFrom)
    children.push({
      kind: 'task',
      markdown: `- [${textOf(status).trim() === 'complete' ? 'x' : ' '}] ${indented(itemText(parts), 2)}`.trimEnd(),
      from: node.from,
      to: node.to,
      inner: { from: body.innerFrom, to: body.innerTo },
      status: { from: status.innerFrom, to: status.innerTo },
      children: parts
    })
  }
  if (!children.some(({ kind }) => kind === 'task')) return undefined
  return [listOf('tasks', element, children)]
}

function macroBlocks(macro: string, element: Element, source: Source): Block[] {
  const { from, to } = element
  const [parameters, rich, plain] = [parametersOf(element), childOf(element, 'ac:rich-text-body'), childOf(element, 'ac:plain-text-body')]
  if (!parameters) return rich ? transparent(element, rich, source) : raw(element, source)
  if (plain && !rich) {
    const inner = { from: plain.innerFrom, to: plain.innerTo }
    const info = codeInfo(macro, parameters)
    if (info !== undefined && !plain.children.some(isElement))
      return [{ kind: `code ${info}`, markdown: fence(info, textOf(plain)), from, to, inner }]
  }
  if (MATH_BLOCK.includes(macro) && !rich) {
    const formula = formulaIn(element, parameters)
    if (formula !== '' && !formula.includes('$$')) return [{ kind: 'math', markdown: `$$\n${formula}\n$$`, from, to }]
  }
  if (!rich) return raw(element, source)
  const inner = { from: rich.innerFrom, to: rich.innerTo }
  if (PANELS.has(macro) || macro === 'expand') {
    const children = blocksOf(rich.children, source, rich.innerFrom)
    const title = escapeText(parameters.get('title') ?? '').trim()
    const text = joined(children)
    if (macro === 'expand')
      return [
        {
          kind: `expand ${title}`,
          markdown: ['<details>', `<summary>${title}</summary>`, ...(text === '' ? [] : ['', text]), '', '</details>'].join('\n'),
          from,
          to,
          inner,
          children
        }
      ]
    const head = `[!${macro.toUpperCase()}]${title === '' ? '' : ` ${title}`}`
    const first = children.find(({ markdown }) => markdown !== '')
    const gap = first === undefined ? '' : first.kind === 'p' || first.kind === 'text' ? '\n' : '\n\n'
    return [{ kind: `panel ${head}`, markdown: quoted(head + gap + text), from, to, inner, children }]
  }
  return transparent(element, rich, source)
}

/** The first line of a fenced block of code: its language, and other parameters of the macro. Undefined if it is not code. */
function codeInfo(macro: string, parameters: ReadonlyMap<string, string>): string | undefined {
  const language = parameters.get('language') ?? ''
  if (macro === 'code') {
    const isWord = /^[^\s`{}]+$/.test(language)
    const rest = [...parameters].filter(([name]) => name !== 'language' || (!isWord && language !== ''))
    return [isWord ? language : '', attributesMarkdown(rest)].filter(Boolean).join(' ')
  }
  if (macro === 'noformat') return ['noformat', attributesMarkdown([...parameters])].filter(Boolean).join(' ')
  if (MERMAID.test(macro)) return ['mermaid', attributesMarkdown([['macro', macro], ...parameters])].join(' ')
  return undefined
}
