import { createRequire } from 'node:module'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { type Element, isElement, macroName, type Node, parametersOf } from './tree.ts'

/** What may hide text: without any of it, the elements need not be judged. */
const MAY_HIDE =
  /\s(?:style|hidden|color|bgcolor|size|height|width|open|class)\s*=|<(?:style|script|template|progress|video|audio|canvas|iframe|details|font)\b/i

const load = createRequire(import.meta.url)

type HtmlNode = DefaultTreeAdapterTypes.Node

/** Returns the elements whose text readers do not see, and warnings about it. */
export async function hiddenElements(root: Element, storage: string): Promise<{ hidden: ReadonlySet<Element>; warnings: string[] }> {
  const hidden = new Set<Element>()
  const all: Element[] = []
  let characters = 0
  const open: Node[] = [...root.children]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isElement(node)) continue
    all.push(node)
    if (isHiddenByFormat(node)) {
      hidden.add(node)
      characters++
    } else open.push(...node.children)
  }
  const warnings = characters === 0 ? [] : ['Hidden text was omitted: a placeholder or an excerpt that is shown only on other pages.']
  if (!MAY_HIDE.test(storage)) return { hidden, warnings }
  const { parseFragment }: typeof import('parse5') = load('parse5')
  const { removeHidden } = await import('../../../../../lib/html/hidden.ts')
  const places = new Map(all.map((element, place) => [element, String(place)]))
  const fragment = parseFragment(htmlOf(root, places, hidden))
  const before = shownIn(fragment)
  warnings.push(...removeHidden(fragment))
  const after = shownIn(fragment)
  for (const [element, place] of places) if (before.has(place) && !after.has(place)) hidden.add(element)
  return { hidden, warnings }
}

const isHiddenByFormat = (element: Element): boolean =>
  element.name === 'ac:placeholder' || (macroName(element) === 'excerpt' && parametersOf(element)?.get('hidden') === 'true')

/** Renders the elements as HTML that has the same styles. Elements of Confluence become neutral ones, with their position. */
function htmlOf(root: Element, places: ReadonlyMap<Element, string>, hidden: ReadonlySet<Element>): string {
  const parts: string[] = []
  const walk = (node: Node): void => {
    if (node.type === 'text') parts.push(escaped(node.text))
    if (!isElement(node) || hidden.has(node) || node.name === 'ac:parameter') return
    const tag = /^[a-z][a-z0-9]*$/.test(node.name) ? node.name : 'span'
    const attributes = Object.entries(node.attributes)
      .filter(([name]) => /^[a-z-]+$/.test(name))
      .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    parts.push(`<${tag} data-place="${places.get(node)}"${attributes.join('')}>`)
    if (VOID.has(tag)) return
    for (const child of node.children) walk(child)
    parts.push(`</${tag}>`)
  }
  for (const child of root.children) walk(child)
  return parts.join('')
}

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The positions of elements that contain text. */
function shownIn(fragment: DefaultTreeAdapterTypes.DocumentFragment): Set<string> {
  const shown = new Set<string>()
  const walk = (node: HtmlNode): boolean => {
    if (node.nodeName === '#text') return 'value' in node && node.value.trim() !== ''
    let shows = false
    if ('childNodes' in node) for (const child of node.childNodes) if (walk(child)) shows = true
    const place = 'attrs' in node ? node.attrs.find(({ name }) => name === 'data-place')?.value : undefined
    if (shows && place !== undefined) shown.add(place)
    return shows
  }
  walk(fragment)
  return shown
}
