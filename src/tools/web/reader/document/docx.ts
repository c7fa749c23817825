import { escapeHtml } from '../html/escape.ts'
import { childrenOf, elementsIn, localName, parseXml, type XmlElement, xmlText } from '../xml.ts'
import type { Archive } from './archive.ts'
import { relationsOf } from './relations.ts'

const MAIN = 'word/document.xml'

/** How text looks; what is absent is inherited. */
interface Look {
  isHidden?: boolean
  /** `rrggbb`. */
  color?: string
  background?: string
  /** In half points. */
  size?: number
  isBold?: boolean
  isItalic?: boolean
  isStruck?: boolean
}

interface Style {
  look: Look
  /** 1 to 6 for a heading. */
  heading: number | undefined
  list: ListItem | undefined
}

/** `id`: the numbering that it belongs to. */
interface ListItem {
  id: string
  level: number
}

interface Docx {
  links: ReadonlyMap<string, string>
  styles: ReadonlyMap<string, Style>
  base: Look
  /** Whether a level of a numbering has numbers, by `id:level`. */
  numbered: ReadonlySet<string>
  footnotes: string[]
}

/** Returns the text of a Word document as HTML. Styles that hide text are kept as CSS, so that hidden text is found as in a page. */
export function docxHtml(archive: Archive): string {
  const document = parseXml(archive.text(MAIN))
  const notes = new Map(elementsIn(parseXml(archive.text('word/footnotes.xml')), 'footnote').map(note => [note.attributes['w:id'], note]))
  const { styles, base } = stylesOf(archive)
  const docx: Docx = { links: relationsOf(archive, MAIN), styles, base, numbered: numberedIn(archive), footnotes: [] }
  const background = elementsIn(document, 'background')[0]?.attributes['w:color'] ?? ''
  const body = blocksHtml(elementsIn(document, 'body')[0], docx)
  const texts = docx.footnotes.map(
    (id, at) =>
      `<p>[${at + 1}] ${childrenOf(notes.get(id), 'w:p')
        .map(p => inlineHtml(p, docx, {}))
        .join(' ')}</p>`
  )
  return `<body${isColor(background) ? ` style="background:#${background}"` : ''}>${body}${texts.join('')}</body>`
}

const isColor = (value: string): boolean => /^[0-9a-f]{6}$/i.test(value)

const first = (element: XmlElement | undefined, name: string): XmlElement | undefined => childrenOf(element, name)[0]
const valOf = (element: XmlElement | undefined, name: string): string | undefined => first(element, name)?.attributes['w:val']

/** A switch is on unless its value states otherwise. */
function flag(element: XmlElement | undefined, name: string): boolean | undefined {
  const found = first(element, name)
  return found && !/^(?:0|false|off|none)$/.test(found.attributes['w:val'] ?? '')
}

/** Reads the properties of a run. */
function lookOf(properties: XmlElement | undefined): Look {
  const [hidden, bold, italic, struck] = ['w:vanish', 'w:b', 'w:i', 'w:strike'].map(name => flag(properties, name))
  const [color = '', size = ''] = ['w:color', 'w:sz'].map(name => valOf(properties, name))
  const background = shadingOf(properties)
  return {
    ...(hidden !== undefined && { isHidden: hidden }),
    ...(bold !== undefined && { isBold: bold }),
    ...(italic !== undefined && { isItalic: italic }),
    ...(struck !== undefined && { isStruck: struck }),
    ...(isColor(color) && { color }),
    ...(background !== undefined && { background }),
    ...(Number(size) > 0 && { size: Number(size) })
  }
}

function shadingOf(properties: XmlElement | undefined): string | undefined {
  const fill = first(properties, 'w:shd')?.attributes['w:fill'] ?? ''
  return isColor(fill) ? fill : undefined
}

function stylesOf(archive: Archive): { styles: Map<string, Style>; base: Look } {
  const document = parseXml(archive.text('word/styles.xml'))
  const raw = new Map(elementsIn(document, 'style').map(style => [style.attributes['w:styleid'] ?? '', style]))
  const styles = new Map<string, Style>()
  for (const id of raw.keys()) styles.set(id, resolve(id, 0))
  return { styles, base: lookOf(elementsIn(elementsIn(document, 'rprdefault')[0], 'rpr')[0]) }

  function resolve(id: string, depth: number): Style {
    const style = raw.get(id)
    const parent = valOf(style, 'w:basedon')
    const below = parent === undefined || depth > 10 ? { look: {}, heading: undefined, list: undefined } : resolve(parent, depth + 1)
    const name = valOf(style, 'w:name') ?? ''
    const properties = first(style, 'w:ppr')
    const [, level] = /^heading (\d)$/i.exec(name) ?? []
    const heading = /^title$/i.test(name) ? 1 : level === undefined ? outlineOf(properties) : Number(level)
    return {
      look: { ...below.look, ...lookOf(first(style, 'w:rpr')) },
      heading: heading ?? below.heading,
      list: listIn(properties) ?? below.list
    }
  }
}

function outlineOf(properties: XmlElement | undefined): number | undefined {
  const level = Number(valOf(properties, 'w:outlinelvl') ?? 9)
  return level < 6 ? level + 1 : undefined
}

const MAX_LEVEL = 8

function listIn(properties: XmlElement | undefined): ListItem | undefined {
  const numbering = first(properties, 'w:numpr')
  const id = valOf(numbering, 'w:numid')
  if (id === undefined || id === '0') return undefined
  return { id, level: Math.max(0, Math.min(MAX_LEVEL, Number(valOf(numbering, 'w:ilvl') ?? 0) || 0)) }
}

function numberedIn(archive: Archive): Set<string> {
  const document = parseXml(archive.text('word/numbering.xml'))
  const kinds = new Map(elementsIn(document, 'abstractnum').map(one => [one.attributes['w:abstractnumid'], one]))
  const numbered = new Set<string>()
  for (const one of elementsIn(document, 'num'))
    for (const level of childrenOf(kinds.get(valOf(one, 'w:abstractnumid')), 'w:lvl'))
      if (!/^(?:bullet|none)$/.test(valOf(level, 'w:numfmt') ?? 'bullet'))
        numbered.add(`${one.attributes['w:numid']}:${level.attributes['w:ilvl']}`)
  return numbered
}

/** Deleted text, and the second version of content for older programs. */
const SKIPPED = new Set(['del', 'movefrom', 'fallback', 'ppr', 'rpr', 'instrtext', 'deltext', 'sectpr'])

/** Returns paragraphs and tables, including those within other elements. */
function flowOf(parent: XmlElement | undefined): XmlElement[] {
  return (parent?.children ?? []).flatMap(child => {
    if (typeof child === 'string' || SKIPPED.has(localName(child.name))) return []
    return child.name === 'w:p' || child.name === 'w:tbl' ? [child] : flowOf(child)
  })
}

function blocksHtml(parent: XmlElement | undefined, docx: Docx): string {
  const open: string[] = []
  let html = ''
  const closeTo = (depth: number): void => {
    while (open.length > depth) html += `</li></${open.pop()}>`
  }
  for (const block of flowOf(parent)) {
    const item = block.name === 'w:p' ? listOf(block, docx) : undefined
    if (!item) {
      closeTo(0)
      html += block.name === 'w:tbl' ? tableHtml(block, docx) : paragraphHtml(block, docx)
      continue
    }
    const list = docx.numbered.has(`${item.id}:${item.level}`) ? 'ol' : 'ul'
    closeTo(item.level + 1)
    if (open.length > item.level && open.at(-1) !== list) closeTo(item.level)
    if (open.length > item.level) html += '</li><li>'
    while (open.length <= item.level) {
      open.push(list)
      html += `<${list}><li>`
    }
    html += inlineHtml(block, docx, {})
  }
  closeTo(0)
  return html
}

function styleOf(paragraph: XmlElement, { styles }: Docx): Style | undefined {
  return styles.get(valOf(first(paragraph, 'w:ppr'), 'w:pstyle') ?? '')
}

function listOf(paragraph: XmlElement, docx: Docx): ListItem | undefined {
  const style = styleOf(paragraph, docx)
  return style?.heading === undefined ? (listIn(first(paragraph, 'w:ppr')) ?? style?.list) : undefined
}

function paragraphHtml(paragraph: XmlElement, docx: Docx): string {
  const properties = first(paragraph, 'w:ppr')
  const heading = outlineOf(properties) ?? styleOf(paragraph, docx)?.heading
  const tag = heading === undefined ? 'p' : `h${Math.min(6, heading)}`
  const background = shadingOf(properties)
  const content = inlineHtml(paragraph, docx, { isPlain: heading !== undefined })
  return content === '' ? '' : `<${tag}${background === undefined ? '' : ` style="background:#${background}"`}>${content}</${tag}>`
}

function tableHtml(table: XmlElement, docx: Docx): string {
  const rows = flowRows(table).map((row, at) => {
    const cells = childrenOf(row, 'w:tc').map(cell => {
      const properties = first(cell, 'w:tcpr')
      const merged = first(properties, 'w:vmerge')
      const isContinued = merged !== undefined && merged.attributes['w:val'] !== 'restart'
      const background = shadingOf(properties)
      const style = background === undefined ? '' : ` style="background:#${background}"`
      const tag = at === 0 ? 'th' : 'td'
      return `<${tag} colspan="${Number(valOf(properties, 'w:gridspan')) || 1}"${style}>${isContinued ? '' : blocksHtml(cell, docx)}</${tag}>`
    })
    const isHidden = flag(first(row, 'w:trpr'), 'w:hidden')
    return `<tr${isHidden ? ' style="display:none"' : ''}>${cells.join('')}</tr>`
  })
  return `<table>${rows.join('')}</table>`
}

const flowRows = (table: XmlElement): XmlElement[] =>
  table.children.flatMap(child => {
    if (typeof child === 'string' || SKIPPED.has(localName(child.name)) || child.name === 'w:tbl') return []
    return child.name === 'w:tr' ? [child] : flowRows(child)
  })

/** Returns the runs of a paragraph. `isPlain`: without bold and italic, as in headings. */
function inlineHtml(paragraph: XmlElement, docx: Docx, { isPlain = false }: { isPlain?: boolean }): string {
  const base = { ...docx.base, ...styleOf(paragraph, docx)?.look }
  const walk = (parent: XmlElement): string =>
    parent.children
      .map(child => {
        if (typeof child === 'string' || SKIPPED.has(localName(child.name))) return ''
        if (child.name === 'w:r') return runHtml(child, base, docx, isPlain)
        if (child.name === 'm:omath') return escapeHtml(xmlText(child))
        const target = child.name === 'w:hyperlink' ? docx.links.get(child.attributes['r:id'] ?? '') : undefined
        return target === undefined ? walk(child) : `<a href="${escapeHtml(target)}">${walk(child)}</a>`
      })
      .join('')
  return walk(paragraph).trim()
}

function runHtml(run: XmlElement, base: Look, docx: Docx, isPlain: boolean): string {
  const properties = first(run, 'w:rpr')
  const own = { ...docx.styles.get(valOf(properties, 'w:rstyle') ?? '')?.look, ...lookOf(properties) }
  const { isHidden, color, background, size } = { ...base, ...own }
  const content = run.children.map(child => (typeof child === 'string' ? '' : pieceHtml(child, docx))).join('')
  if (content === '') return ''
  const css = [
    isHidden ? 'display:none' : '',
    color === undefined ? '' : `color:#${color}`,
    background === undefined ? '' : `background:#${background}`,
    size === undefined || size > MAX_DOUBTFUL_SIZE ? '' : `font-size:${size / 2}pt`
  ].filter(rule => rule !== '')
  const raised = valOf(properties, 'w:vertalign')
  const tags = [
    ...(own.isBold && !isPlain ? ['strong'] : []),
    ...(own.isItalic && !isPlain ? ['em'] : []),
    ...(own.isStruck ? ['s'] : []),
    ...(raised === 'superscript' ? ['sup'] : raised === 'subscript' ? ['sub'] : [])
  ]
  const html = tags.reduceRight((inner, tag) => `<${tag}>${inner}</${tag}>`, content)
  return css.length === 0 ? html : `<span style="${css.join(';')}">${html}</span>`
}

/** Smaller text, in half points, may be unreadable. */
const MAX_DOUBTFUL_SIZE = 8

function pieceHtml(piece: XmlElement, docx: Docx): string {
  switch (localName(piece.name)) {
    case 't':
      return escapeHtml(piece.children.filter(child => typeof child === 'string').join(''))
    case 'tab':
      return ' '
    case 'br':
    case 'cr':
      return '<br>'
    case 'nobreakhyphen':
      return '-'
    case 'footnotereference':
      return `<sup>[${docx.footnotes.push(piece.attributes['w:id'] ?? '')}]</sup>`
    case 'alternatecontent':
    case 'choice':
    case 'drawing':
    case 'pict':
      // The text of a box, which is anchored in a run.
      return elementsIn(piece, 'txbxcontent')
        .slice(0, 1)
        .map(box =>
          childrenOf(box, 'w:p')
            .map(paragraph => `<br>${inlineHtml(paragraph, docx, {})}`)
            .join('')
        )
        .join('')
    default:
      return ''
  }
}
