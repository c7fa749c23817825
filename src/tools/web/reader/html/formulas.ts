import { createRequire } from 'node:module'
import type { Tree } from './main-content.ts'

type Element = Tree['body']

/** Marks an element whose text is a formula in LaTeX with its delimiters: `inline` or `block`. */
export const FORMULA = 'data-latex'

const MAX_LENGTH = 10_000
/** What a formula is replaced with: all of its renderings. The first three contain MathML. */
const RENDERED = 'mjx-container,.katex-display,.katex,.mwe-math-element'
/** Images of formulas, as Wikipedia and WordPress show them: their description is the LaTeX. */
const IMAGES = 'img[class*="mwe-math-fallback-image"],img.latex,img.tex'
/** Sources of MathJax 2, and what it shows for them. */
const SOURCES = 'script[type^="math/tex"]'
const SHOWN_SOURCES = '.MathJax_Preview,.MathJax,.MathJax_Display,.MathJax_SVG,.MathJax_SVG_Display,.MathJax_CHTML'

/**
 * Replaces formulas with their LaTeX. A formula in MathML is converted from what it shows: its annotations, which people do not see, may
 * contain anything. Call it before scripts and decorative elements are removed.
 */
export function markFormulas(document: Tree): void {
  for (const element of document.querySelectorAll(`[${FORMULA}]`)) element.removeAttribute(FORMULA) // of the page itself
  const isRendered = loadsRenderer(document)
  for (const image of document.querySelectorAll(IMAGES)) {
    const latex = image.getAttribute('alt') ?? ''
    const isBlock = (image.getAttribute('class') ?? '').includes('display')
    replace(document, image.closest(RENDERED) ?? image, latex, isBlock)
  }
  for (const math of document.querySelectorAll('math')) {
    const whole = math.closest('mjx-container,.katex-display') ?? math.closest(RENDERED) ?? math
    const isBlock = [math, whole].some(element => isDisplayed(element))
    replace(document, whole, latexOf(math), isBlock)
  }
  if (!isRendered) return
  for (const source of document.querySelectorAll(SOURCES)) {
    for (let shown = source.previousElementSibling; shown?.matches(SHOWN_SOURCES); shown = source.previousElementSibling) shown.remove()
    replace(document, source, source.textContent ?? '', /mode\s*=\s*display/.test(source.getAttribute('type') ?? ''))
  }
  markDelimited(document)
}

const isDisplayed = (element: Element): boolean =>
  element.getAttribute('display') === 'block' || element.getAttribute('display') === 'true' || element.classList.contains('katex-display')

/** Whether a page loads a program that shows LaTeX as formulas. Without one, people see the source, and scripts show nothing. */
function loadsRenderer(document: Tree): boolean {
  for (const script of document.querySelectorAll('script')) {
    const own = (script.textContent ?? '').slice(0, MAX_LENGTH)
    if (/mathjax|katex/i.test(script.getAttribute('src') ?? '') || LOADER.test(own)) return true
  }
  return false
}

/** The address of such a program in a script that loads it, and not only its name, which hidden text could have beside it. */
const LOADER = /https?:\/\/[\w.-]{1,100}\/[^\s"'`<>]{0,200}(?:mathjax|katex)/i

/** It takes a tenth of a second to load, and few pages have formulas. */
const load = createRequire(import.meta.url)

function latexOf(math: Element): string {
  const { MathMLToLaTeX }: typeof import('mathml-to-latex') = load('mathml-to-latex')
  try {
    return MathMLToLaTeX.convert(math.outerHTML.replaceAll('&nbsp;', '&#160;'))
  } catch {
    return '' // no valid MathML: its text is kept
  }
}

/** Keeps an element if there is no LaTeX for it. */
function replace(document: Tree, element: Element, source: string, isBlock: boolean): void {
  const latex = cleanLatex(source)
  if (latex === '' || latex.length > MAX_LENGTH) return
  element.replaceWith(formula(document, latex, isBlock))
}

function formula(document: Tree, latex: string, isBlock: boolean): Element {
  const span = document.createElement('span')
  span.setAttribute(FORMULA, isBlock ? 'block' : 'inline')
  span.textContent = isBlock ? `$$${latex}$$` : `$${latex}$`
  return span
}

/** Functions that need braces as an index, which MathJax does not require and others do. */
const INDEX = /([_^])(\\(?:min|max|inf|sup|lim|det|dim|ker|deg|gcd|arg))(?![a-zA-Z])/g

/** Removes the style that Wikipedia wraps each formula in. */
function cleanLatex(source: string): string {
  const latex = source.replace(/\s+/g, ' ').trim()
  const [, inner] = /^\{\\(?:display|text)style (.*)\}$/.exec(latex) ?? []
  return (inner ?? latex).trim().replace(INDEX, '$1{$2}')
}

const DELIMITERS = [
  { start: '\\(', end: '\\)', isBlock: false },
  { start: '\\[', end: '\\]', isBlock: true },
  { start: '$$', end: '$$', isBlock: true }
] as const

/** Marks the formulas within texts, which would be escaped otherwise. */
function markDelimited(document: Tree): void {
  const texts: { data: string; element: Element }[] = []
  const walker = document.createTreeWalker(document.body, 4)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const data = node.textContent ?? ''
    const { parentElement } = node
    if (
      parentElement &&
      DELIMITERS.some(({ start }) => data.includes(start)) &&
      !parentElement.closest(`pre,code,script,style,[${FORMULA}]`)
    )
      texts.push({ data, element: Object(node) })
  }
  for (const { data, element } of texts) {
    const parts = partsOf(data)
    if (parts.some(part => typeof part !== 'string'))
      element.replaceWith(...parts.map(part => (typeof part === 'string' ? part : formula(document, part.latex, part.isBlock))))
  }
}

type Part = string | { latex: string; isBlock: boolean }

/** Splits a text at its formulas. */
function partsOf(text: string): Part[] {
  const parts: Part[] = []
  const ends = new Map<string, number>() // the next position of each, so that the text is searched once
  let from = 0
  for (let at = 0; at < text.length; ) {
    const found = DELIMITERS.find(({ start }) => text.startsWith(start, at))
    if (!found) {
      at++
      continue
    }
    const begin = at + found.start.length
    let close = ends.get(found.end) ?? -1
    if (close < begin) {
      const next = text.indexOf(found.end, begin)
      close = next < 0 ? Number.POSITIVE_INFINITY : next
      ends.set(found.end, close)
    }
    const latex = close - begin > MAX_LENGTH ? '' : cleanLatex(text.slice(begin, close))
    if (latex === '') {
      at = begin
      continue
    }
    parts.push(text.slice(from, at), { latex, isBlock: found.isBlock })
    at = close + found.end.length
    from = at
  }
  return [...parts, text.slice(from)]
}
