import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'

export type Tree = ReturnType<typeof parseHTML>['document']

/** A shorter text Readability itself is not sure of. */
const SURE_LENGTH = 500
/** What must be left of a page for it to be an article. Less, and it is a list, a form or a start page. */
const LEAST_SHARE = 0.1
/** Of what is not plainly around it. Answering less of that is told: what looks like comments or links may be what was asked for. */
const UNTOLD_SHARE = 0.5

/** Not forms: some sites put all of a page into one. */
const AROUND = 'nav,aside,button,select,textarea,label'
/** Of the page, that is; an article may have its own. */
const EDGES = 'header,footer'
const WITHIN = 'article,main'

/** What a page is about, and what its words say of it. */
export interface Main {
  tree: Tree
  title: string | null
  byline: string | null
  published: string | null
  warnings: string[]
}

/** The article of a page; where there is none to be sure of, all that is not plainly around it. Takes the document apart. */
export function mainOf(document: Tree): Main {
  const whole = document.body.innerHTML
  const length = lengthOf(document.body)
  const own = length - aroundOf(document).reduce((sum, element) => sum + lengthOf(element), 0)
  const article = new Readability(document, { keepClasses: true }).parse()
  const facts = { title: article?.title || null, byline: article?.byline || null, published: article?.publishedTime || null }
  const found = treeOf(article?.content ?? '')
  const size = lengthOf(found.body)
  if (size >= SURE_LENGTH && size >= length * LEAST_SHARE)
    return { ...facts, tree: found, warnings: size < own * UNTOLD_SHARE ? [partOf(size / own)] : [] }
  const rest = treeOf(whole)
  for (const element of aroundOf(rest)) element.remove()
  return { ...facts, tree: rest, warnings: [] }
}

type Element = Tree['body']

/** What is plainly around what a page is about, nothing of it within another. */
function aroundOf({ body }: Tree): Element[] {
  const edges = [...body.querySelectorAll(EDGES)].filter(element => !element.closest(WITHIN))
  const all = new Set<Element>([...body.querySelectorAll(AROUND), ...edges])
  return [...all].filter(element => !isBelow(element, all))
}

function isBelow(element: Element, others: ReadonlySet<Element>): boolean {
  for (let above = element.parentElement; above; above = above.parentElement) if (others.has(above)) return true
  return false
}

const partOf = (share: number): string =>
  `Only about ${Math.max(1, Math.round(share * 100))} % of the text of the page is answered, which looks like what it is about. The rest, as comments or lists, comes with main_only: false.`

export const treeOf = (body: string): Tree => parseHTML(`<!doctype html><html><body>${body}</body></html>`).document

const lengthOf = ({ textContent }: Element): number => (textContent ?? '').replace(/\s+/g, ' ').length
