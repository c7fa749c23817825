import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'

export type Tree = ReturnType<typeof parseHTML>['document']

/** A shorter text Readability itself is not sure of. */
const SURE_LENGTH = 500
/** What must be left of a page for it to be an article. Less, and it is a list, a form or a start page. */
const LEAST_SHARE = 0.1

/** Not forms: some sites put all of a page into one. */
const AROUND = 'nav,aside,button,select,textarea,label'
/** Of the page, that is; an article may have its own. */
const EDGES = 'header,footer'

/** What a page is about, and what its words say of it. */
export interface Main {
  tree: Tree
  title: string | null
  byline: string | null
  published: string | null
}

/** The article of a page; where there is none to be sure of, all that is not plainly around it. Takes the document apart. */
export function mainOf(document: Tree): Main {
  const whole = document.body.innerHTML
  const length = lengthOf(document)
  const article = new Readability(document, { keepClasses: true }).parse()
  const facts = { title: article?.title || null, byline: article?.byline || null, published: article?.publishedTime || null }
  const found = treeOf(article?.content ?? '')
  const size = lengthOf(found)
  if (size >= SURE_LENGTH && size >= length * LEAST_SHARE) return { ...facts, tree: found }
  const rest = treeOf(whole)
  for (const element of rest.body.querySelectorAll(AROUND)) element.remove()
  for (const element of rest.body.querySelectorAll(EDGES)) if (!element.closest('article,main')) element.remove()
  return { ...facts, tree: rest }
}

export const treeOf = (body: string): Tree => parseHTML(`<!doctype html><html><body>${body}</body></html>`).document

const lengthOf = ({ body }: Tree): number => body.textContent.replace(/\s+/g, ' ').length
