import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'

export type Tree = ReturnType<typeof parseHTML>['document']

/** Readability is unsure about shorter texts. */
const MIN_CERTAIN_LENGTH = 500
/** Minimum share of the page for an article. Less means a list, a form or a start page. */
const MIN_SHARE = 0.1
/** Minimum share of the rest for no warning: text that looks like comments or links may be what the caller needs. */
const MIN_SHARE_WITHOUT_WARNING = 0.5

/** Without forms, because some sites wrap the whole page in one. */
const BOILERPLATE = 'nav,aside,button,select,textarea,label'
/** Edges of the page; an article may have its own. */
const EDGES = 'header,footer'
const WITHIN = 'article,main'

/** The main content of a page and its metadata. */
export interface MainContent {
  tree: Tree
  title: string | null
  byline: string | null
  published: string | null
  warnings: string[]
}

/** Returns the article of a page or, if none is certain, everything except clear boilerplate. Modifies the document. */
export function extractMainContent(document: Tree): MainContent {
  const whole = document.body.innerHTML
  const length = lengthOf(document.body)
  const own = length - boilerplateIn(document).reduce((sum, element) => sum + lengthOf(element), 0)
  const article = new Readability(document, { keepClasses: true }).parse()
  const facts = { title: article?.title || null, byline: article?.byline || null, published: article?.publishedTime || null }
  const found = treeOf(article?.content ?? '')
  const size = lengthOf(found.body)
  if (size >= MIN_CERTAIN_LENGTH && size >= length * MIN_SHARE)
    return { ...facts, tree: found, warnings: size < own * MIN_SHARE_WITHOUT_WARNING ? [partOf(size / own)] : [] }
  const rest = treeOf(whole)
  for (const element of boilerplateIn(rest)) element.remove()
  return { ...facts, tree: rest, warnings: [] }
}

type Element = Tree['body']

/** Returns clear boilerplate elements, outermost only. */
function boilerplateIn({ body }: Tree): Element[] {
  const edges = [...body.querySelectorAll(EDGES)].filter(element => !element.closest(WITHIN))
  const all = new Set<Element>([...body.querySelectorAll(BOILERPLATE), ...edges])
  return [...all].filter(element => !isBelow(element, all))
}

function isBelow(element: Element, others: ReadonlySet<Element>): boolean {
  for (let above = element.parentElement; above; above = above.parentElement) if (others.has(above)) return true
  return false
}

const partOf = (share: number): string =>
  `Only about ${Math.max(1, Math.round(share * 100))}% of the text of the page is returned, which seems to be the main content. Set main_only: false for the rest, such as comments or lists.`

const treeOf = (body: string): Tree => parseHTML(`<!doctype html><html><body>${body}</body></html>`).document

const lengthOf = ({ textContent }: Element): number => (textContent ?? '').replace(/\s+/g, ' ').length
