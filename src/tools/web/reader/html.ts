import { Readability } from '@mozilla/readability'
import { convert } from 'html-to-text'
import { parseHTML } from 'linkedom'
import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5'
import { referencesIn, resolveAddresses } from './addresses.ts'
import { factsOf } from './facts.ts'
import { toMarkdown } from './markdown.ts'
import type { ReadText, Wish } from './page.ts'
import { plainly } from './plain-text.ts'

/** Nested deeper, a page is no article, and would take minutes. */
const DEEPEST = 200
/** Where less of a page than this was found to be what it is about, it is a list, a form or a start page. */
const LEAST_SHARE = 0.1

const CLUTTER = 'script,style,noscript,template,iframe,object,embed,svg,canvas,dialog,[hidden],[aria-hidden="true"]'
const AROUND = 'nav,header,footer,aside,form'
/** Facts in a form for machines, which the reader knows how to read. */
const FACTS = 'script[type="application/ld+json"]'

/** Reads HTML as browsers do, however broken it is; then what it is about, as text. */
export function readHtml(html: string, url: string, wish: Wish): ReadText {
  const tree = parse(html)
  if (depthOf(tree) > DEEPEST)
    return plainly(html, ['The page is nested too deeply to find what it is about: all of its text is answered.'])
  const { document } = parseHTML(serialize(tree))
  resolveAddresses(document, url)
  const facts = factsOf(document)
  for (const element of document.body.querySelectorAll(FACTS)) document.head.append(element)
  for (const element of document.body.querySelectorAll(CLUTTER)) element.remove()
  const whole = document.body.innerHTML
  const length = lengthOf(document.body)
  const article = wish.main_only ? new Readability(document, { keepClasses: true }).parse() : null
  const main = article?.content && (article.length ?? 0) >= length * LEAST_SHARE ? article.content : undefined
  const chosen = parseHTML(`<!doctype html><html><body>${main ?? whole}</body></html>`).document
  if (main === undefined && wish.main_only) for (const element of chosen.querySelectorAll(AROUND)) element.remove()
  return {
    ...facts,
    title: facts.title ?? (article?.title || null),
    author: facts.author ?? (article?.byline || null),
    published_time: facts.published_time ?? (article?.publishedTime || null),
    content: wish.format === 'markdown' ? toMarkdown(chosen.body.innerHTML) : asText(chosen.body.innerHTML),
    ...referencesIn(chosen),
    warnings: []
  }
}

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(selector => ({ selector, options: { uppercase: false } }))

const asText = (html: string): string =>
  convert(html, {
    wordwrap: false,
    limits: { maxInputLength: 20_000_000 },
    selectors: [{ selector: 'img', format: 'skip' }, { selector: 'a', options: { ignoreHref: true } }, ...HEADINGS]
  }).trim()

const lengthOf = ({ textContent }: { textContent: string | null }): number => (textContent ?? '').replace(/\s+/g, ' ').length

/** How deep elements are nested. Not by recursion: what is asked is whether that would go well. */
function depthOf(root: DefaultTreeAdapterTypes.Document): number {
  let deepest = 0
  const open: [DefaultTreeAdapterTypes.Node, number][] = [[root, 0]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, depth] = next
    deepest = Math.max(deepest, depth)
    if ('childNodes' in node) for (const child of node.childNodes) open.push([child, depth + 1])
  }
  return deepest
}
