import { parseHTML } from 'linkedom'
import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5'
import { referencesIn, resolveAddresses } from './addresses.ts'
import { beginningOf, isManageable } from './extent.ts'
import { factsOf } from './facts.ts'
import { mainOf, type Tree } from './main.ts'
import { toMarkdown } from './markdown.ts'
import type { ReadText, Wish } from './page.ts'
import { plainly } from './plain-text.ts'
import { markRaised } from './raised.ts'
import { toWords } from './words.ts'

const CLUTTER = 'script,style,noscript,template,iframe,object,embed,svg,canvas,dialog,[hidden]:not([hidden="until-found"]),.mw-editsection'
/** Facts in a form for machines, which the reader knows how to read. */
const FACTS = 'script[type="application/ld+json"]'

/** Reads HTML as browsers do, however broken it is; then what it is about, as text. */
export function readHtml(html: string, url: string, { main_only, format }: Wish): ReadText {
  const { parsed, warnings } = parsedFrom(html)
  if (!isManageable(parsed)) return plainly(parsed, [TOO_LARGE, ...warnings])
  const { document } = parseHTML(serialize(parsed))
  resolveAddresses(document, url)
  for (const element of document.body.querySelectorAll(FACTS)) document.head.append(element)
  for (const element of document.body.querySelectorAll(CLUTTER)) element.remove()
  removeUnspoken(document.body)
  const facts = factsOf(document)
  const { tree, title, byline, published, warnings: left } = main_only ? mainOf(document) : { ...NOTHING_FOUND, tree: document }
  markRaised(tree.body, format === 'text')
  return {
    ...facts,
    title: facts.title ?? title,
    author: facts.author ?? byline,
    published_time: facts.published_time ?? published,
    content: format === 'markdown' ? toMarkdown(tree.body.innerHTML) : toWords(tree.body.innerHTML),
    ...referencesIn(tree),
    warnings: [...warnings, ...left]
  }
}

const UNSPOKEN = '[aria-hidden="true"]'
/** What a page is about is in one of these. */
const HEART = 'main,article,h1'

/** Signs and pictures are kept from those who hear a page. So is all of it while a dialog about cookies is open, and that is its text all the same. */
function removeUnspoken(body: Tree['body']): void {
  const length = body.textContent.length
  for (const element of body.querySelectorAll(UNSPOKEN))
    if (element.textContent.length * 2 > length || element.querySelector(HEART)) element.removeAttribute('aria-hidden')
    else element.remove()
}

/** All of its words, in a fraction of the time. */
export function readEntangled(html: string): ReadText {
  const { parsed, warnings } = parsedFrom(html)
  return plainly(parsed, [TOO_LARGE, ...warnings])
}

function parsedFrom(html: string): { parsed: DefaultTreeAdapterTypes.Document; warnings: string[] } {
  const beginning = beginningOf(html)
  return { parsed: parse(beginning), warnings: beginning === html ? [] : [CUT] }
}

const NOTHING_FOUND = { title: null, byline: null, published: null, warnings: [] }

const TOO_LARGE =
  'The page is too large, or too deeply nested, to find what it is about: all of its words are answered, without their form.'

const CUT = 'The page has more than 200,000 tags: only its beginning was read.'
