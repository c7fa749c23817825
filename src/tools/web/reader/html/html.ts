import { parseHTML } from 'linkedom'
import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5'
import { removeHidden } from '../../../../lib/html/hidden.ts'
import { removedWarnings, withoutInvisible } from '../../../../lib/invisible.ts'
import type { ReadOptions, ReadText } from '../page.ts'
import { markFormulas } from './formulas.ts'
import { extractMainContent } from './main-content.ts'
import { toMarkdown } from './markdown.ts'
import { metadataOf } from './metadata.ts'
import { toPlainText } from './plain-text.ts'
import { isManageable, truncateHtml } from './size-limits.ts'
import { markShifted } from './superscript.ts'
import { markTasks } from './tasks.ts'
import { toText } from './text.ts'
import { removeUnspoken } from './unspoken.ts'
import { referencesIn, resolveUrls } from './urls.ts'

const CLUTTER = 'script,style,noscript,template,iframe,object,embed,svg,canvas,.mw-editsection'
/** Machine-readable metadata, which Readability understands. */
const FACTS = 'script[type="application/ld+json"]'

/** Parses HTML like browsers do, then extracts the main content as text. */
export function readHtml(html: string, url: string, { main_only, format }: ReadOptions): ReadText {
  const { parsed, warnings } = parsedFrom(html)
  if (!isManageable(parsed)) return toPlainText(parsed, [TOO_LARGE, ...warnings])
  const { text, found } = withoutInvisible(serialize(parsed))
  const { document } = parseHTML(text)
  resolveUrls(document, url)
  for (const element of document.body.querySelectorAll(FACTS)) document.head.append(element)
  markFormulas(document)
  markTasks(document)
  for (const element of document.body.querySelectorAll(CLUTTER)) element.remove()
  removeUnspoken(document.body)
  const { headline, ...facts } = metadataOf(document)
  const { tree, title, byline, published, warnings: left } = main_only ? extractMainContent(document) : { ...NOTHING_FOUND, tree: document }
  markShifted(tree.body, format === 'text')
  return {
    ...facts,
    title: title ?? headline ?? facts.title,
    author: facts.author ?? byline,
    published_time: facts.published_time ?? published,
    content: format === 'markdown' ? toMarkdown(tree.body.innerHTML) : toText(tree.body.innerHTML),
    ...referencesIn(tree),
    warnings: [...warnings, ...removedWarnings(found), ...left]
  }
}

/** Returns all text of a page, much faster. */
export function readAsText(html: string): ReadText {
  const { parsed, warnings } = parsedFrom(html)
  return toPlainText(parsed, [TOO_LARGE, ...warnings])
}

function parsedFrom(html: string): { parsed: DefaultTreeAdapterTypes.Document; warnings: string[] } {
  const beginning = truncateHtml(html)
  const parsed = parse(beginning)
  return { parsed, warnings: [...(beginning === html ? [] : [CUT]), ...removeHidden(parsed)] }
}

const NOTHING_FOUND = { title: null, byline: null, published: null, warnings: [] }

const TOO_LARGE = 'The page is too large or too deeply nested to find the main content: the whole text is returned without formatting.'

const CUT = 'The page has more than 200,000 tags: only its start was read.'
