import type { Tree } from './main-content.ts'

type Element = Tree['body']

const UNSPOKEN = '[aria-hidden="true"]'
/** Closed overlays, and fonts whose ligatures show an icon in place of a word. */
const NOT_TEXT = '[role=dialog],[role=alertdialog],[class*="icon" i],[class^="material-"],[class*=" material-"]'
/** Elements that contain the main content. */
const MAIN_TAGS = 'main,article,h1'
/** How many elements around it may contain nothing else. */
const MAX_WRAPPERS = 3

/**
 * Removes what is hidden from screen readers only, if it is no text (icons, images, symbols), or if an element beside it has the same
 * text, such as a price that is written once for the eye and once for the ear. Other text is visible to people and kept. Elements
 * hidden by an open cookie dialog are kept, because they are the text of the page.
 */
export function removeUnspoken(body: Element): void {
  const length = body.textContent.length
  const known: Known = new Map()
  for (const element of body.querySelectorAll(UNSPOKEN)) {
    const text = lettersOf(element)
    const isMain = element.textContent.length * 2 > length || element.querySelector(MAIN_TAGS) !== null
    if (!isMain && (text === '' || element.matches(NOT_TEXT) || isBeside(element, text, known))) {
      element.remove()
      continue
    }
    element.removeAttribute('aria-hidden')
    const beside = element.parentElement && known.get(element.parentElement)
    if (beside) beside.set(text, (beside.get(text) ?? 0) + 1)
  }
}

const lettersOf = ({ textContent }: { textContent: string | null }): string =>
  (textContent ?? '').replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()

/** For each element, how often each text is among those of its children that are kept, and of all of these together. */
type Known = Map<Element, Map<string, number>>

/** Whether an element beside it, or beside what contains only it, has the same text. */
function isBeside(element: Element, text: string, known: Known): boolean {
  let parent = element.parentElement
  for (let level = 0; parent && level < MAX_WRAPPERS; level++) {
    const texts = known.get(parent) ?? textsIn(parent)
    known.set(parent, texts)
    // Further out, one of them is its own.
    if ((texts.get(text) ?? 0) > Math.min(1, level)) return true
    if (texts.size > Math.min(1, level) || parent.tagName === 'BODY') return false
    parent = parent.parentElement
  }
  return false
}

function textsIn(parent: Element): Map<string, number> {
  const hidden = new Set<unknown>([...parent.children].filter(child => child.matches(UNSPOKEN)))
  const texts = [...parent.childNodes].filter(child => !hidden.has(child) && child.nodeType !== COMMENT).map(lettersOf)
  const filled = texts.filter(text => text !== '')
  const counts = new Map<string, number>()
  for (const text of filled.length > 1 ? [...filled, filled.join('')] : filled) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

const COMMENT = 8
