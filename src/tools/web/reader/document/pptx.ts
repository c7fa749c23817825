import { counted } from '../../../../lib/format.ts'
import { escapeHtml } from '../html/escape.ts'
import { childrenOf, elementsIn, localName, parseXml, type XmlElement, xmlText } from '../xml.ts'
import type { Archive } from './archive.ts'
import { relationsOf } from './relations.ts'

const MAIN = 'ppt/presentation.xml'

/** Returns the slides of a presentation as HTML, without hidden slides and shapes and what is outside a slide. */
export function pptxHtml(archive: Archive): { html: string; warnings: string[] } {
  const presentation = parseXml(archive.text(MAIN))
  const files = relationsOf(archive, MAIN)
  const [size] = elementsIn(presentation, 'sldsz')
  const view: View = {
    width: Number(size?.attributes['cx'] ?? Number.POSITIVE_INFINITY),
    height: Number(size?.attributes['cy'] ?? Number.POSITIVE_INFINITY)
  }
  const omitted = { slides: 0, shapes: 0 }
  const slides = elementsIn(presentation, 'sldid').map(({ attributes }, at) => {
    const file = files.get(attributes['r:id'] ?? '') ?? ''
    const [slide] = elementsIn(parseXml(archive.text(file)), 'sld')
    if (slide?.attributes['show'] !== '0' && slide?.attributes['show'] !== 'false')
      return slideHtml(slide, at + 1, relationsOf(archive, file))
    omitted.slides++
    return ''
  })
  const parts = [
    ...(omitted.slides > 0 ? [counted(omitted.slides, 'slide')] : []),
    ...(omitted.shapes > 0 ? [counted(omitted.shapes, 'shape')] : [])
  ]
  return {
    html: slides.join(''),
    warnings: parts.length > 0 ? [`Hidden text was omitted (${parts.join(', ')}): people do not see it when the slides are shown.`] : []
  }

  function slideHtml(slide: XmlElement | undefined, number: number, links: ReadonlyMap<string, string>): string {
    const [tree] = elementsIn(slide, 'sptree')
    const shapes = shapesIn(tree).filter(shape => {
      const isShown = !isHidden(shape, view)
      if (!isShown && xmlText(shape) !== '') omitted.shapes++
      return isShown
    })
    const title = shapes.find(shape => /^(?:title|ctrtitle)$/i.test(placeholderOf(shape) ?? ''))
    const name = title ? paragraphsOf(title, links).join(' ') : ''
    const rest = shapes.filter(shape => shape !== title).map(shape => shapeHtml(shape, links))
    return `<h2>${name || `Slide ${number}`}</h2>${rest.join('')}`
  }
}

interface View {
  width: number
  height: number
}

/** Returns the shapes and tables, including those of groups. */
const shapesIn = (parent: XmlElement | undefined): XmlElement[] =>
  (parent?.children ?? []).flatMap(child => {
    if (typeof child === 'string' || localName(child.name) === 'fallback') return []
    const name = localName(child.name)
    if (name === 'sp' || name === 'graphicframe') return [child]
    if (name === 'grpsp' && isMarkedHidden(child)) return []
    return shapesIn(child)
  })

/** The first drawing properties are those of the shape itself. */
const isMarkedHidden = (shape: XmlElement): boolean => /^(?:1|true)$/.test(elementsIn(shape, 'cnvpr')[0]?.attributes['hidden'] ?? '')

function isHidden(shape: XmlElement, { width, height }: View): boolean {
  if (isMarkedHidden(shape)) return true
  const [frame] = elementsIn(shape, 'xfrm')
  const [offset] = childrenOf(frame, 'a:off')
  const [extent] = childrenOf(frame, 'a:ext')
  if (!offset || !extent) return false
  const [x, y] = [Number(offset.attributes['x']), Number(offset.attributes['y'])]
  return x >= width || y >= height || x + Number(extent.attributes['cx']) <= 0 || y + Number(extent.attributes['cy']) <= 0
}

const placeholderOf = (shape: XmlElement): string | undefined => {
  const [placeholder] = elementsIn(shape, 'ph')
  return placeholder && (placeholder.attributes['type'] ?? 'body')
}

/** Page numbers and the like, which every slide repeats. */
const REPEATED = /^(?:sldnum|dt|ftr|hdr)$/i

function shapeHtml(shape: XmlElement, links: ReadonlyMap<string, string>): string {
  const placeholder = placeholderOf(shape)
  if (REPEATED.test(placeholder ?? '')) return ''
  const [table] = elementsIn(shape, 'tbl')
  if (table) return tableHtml(table, links)
  const paragraphs = paragraphsOf(shape, links)
  if (placeholder === undefined || placeholder === 'subTitle' || paragraphs.length < 2)
    return paragraphs.map(text => `<p>${text}</p>`).join('')
  return `<ul>${paragraphs.map(text => `<li>${text}</li>`).join('')}</ul>`
}

function tableHtml(table: XmlElement, links: ReadonlyMap<string, string>): string {
  const rows = childrenOf(table, 'a:tr').map((row, at) => {
    const tag = at === 0 ? 'th' : 'td'
    const cells = childrenOf(row, 'a:tc').filter(({ attributes }) => attributes['hmerge'] === undefined)
    const html = cells.map(
      cell => `<${tag} colspan="${Number(cell.attributes['gridspan']) || 1}">${paragraphsOf(cell, links).join('<br>')}</${tag}>`
    )
    return `<tr>${html.join('')}</tr>`
  })
  return `<table>${rows.join('')}</table>`
}

/** Returns the paragraphs of a shape or cell that have text. */
const paragraphsOf = (shape: XmlElement, links: ReadonlyMap<string, string>): string[] =>
  elementsIn(shape, 'p')
    .map(paragraph =>
      paragraph.children
        .map(piece => (typeof piece === 'string' ? '' : pieceHtml(piece, links)))
        .join('')
        .trim()
    )
    .filter(text => text !== '')

function pieceHtml(piece: XmlElement, links: ReadonlyMap<string, string>): string {
  if (localName(piece.name) === 'br') return '<br>'
  if (!/^(?:r|fld)$/.test(localName(piece.name))) return ''
  const text = escapeHtml(childrenOf(piece, 'a:t').map(xmlPlain).join(''))
  const target = links.get(elementsIn(piece, 'hlinkclick')[0]?.attributes['r:id'] ?? '')
  return target === undefined ? text : `<a href="${escapeHtml(target)}">${text}</a>`
}

const xmlPlain = ({ children }: XmlElement): string => children.filter(child => typeof child === 'string').join('')
