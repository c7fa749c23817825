import type { Reference } from './page.ts'

/** Links and pictures beyond these are left out of the lists; the text has them all. */
const MOST = 500

interface Element {
  getAttribute: (name: string) => string | null
  setAttribute: (name: string, value: string) => void
  removeAttribute: (name: string) => void
  textContent: string | null
  closest: (selector: string) => Tree | null
}
export interface Tree {
  querySelector: (selector: string) => Element | null
  querySelectorAll: (selector: string) => Iterable<Element>
}

/** Addresses become whole, so that they mean something outside of the page. Those that lead nowhere on the web go away. */
export function resolveAddresses(document: Tree, url: string): void {
  const base = URL.parse(document.querySelector('base[href]')?.getAttribute('href') ?? '', url)?.href ?? url
  for (const [selector, name] of [
    ['a[href]', 'href'],
    ['img', 'src']
  ] as const)
    for (const element of document.querySelectorAll(selector)) resolve(element, name, base)
}

/** Where pictures are loaded late, their address stands in another place. */
const PLACES = { href: ['href'], src: ['src', 'data-src', 'data-original'] } as const
const SETS = ['srcset', 'data-srcset'] as const

function resolve(element: Element, name: 'href' | 'src', base: string): void {
  const told = [...PLACES[name].map(place => element.getAttribute(place)), ...(name === 'src' ? inSets(element) : [])]
  const whole = told.flatMap(address => wholeOf(address, base) ?? [])[0]
  if (whole === undefined) element.removeAttribute(name)
  else element.setAttribute(name, whole)
}

/** The first of each set of sizes, its own or those of the picture that it belongs to. */
function inSets(image: Element): string[] {
  const sources = image.closest('picture')?.querySelectorAll('source') ?? []
  return [image, ...sources].flatMap(element => SETS.flatMap(name => element.getAttribute(name) ?? [])).map(firstOf)
}

/** `small.jpg 400w, large.jpg 800w`: an address ends at a space, and may hold commas. */
const firstOf = (set: string): string => (set.trim().split(/\s/)[0] ?? '').replace(/,+$/, '')

function wholeOf(address: string | null, base: string): string | undefined {
  const whole = address === null ? null : URL.parse(address.trim(), base)
  return whole && /^(https?|mailto|tel):$/.test(whole.protocol) ? whole.href : undefined
}

/** The links and pictures of what was chosen, each address once. */
export const referencesIn = (document: Tree): { links: Reference[]; images: Reference[] } => ({
  links: collected(document, 'a[href]', element => ({ text: oneLine(element.textContent), url: element.getAttribute('href') ?? '' })),
  images: collected(document, 'img[src]', element => ({
    text: oneLine(element.getAttribute('alt')),
    url: element.getAttribute('src') ?? ''
  }))
})

function collected(document: Tree, selector: string, read: (element: Element) => Reference): Reference[] {
  const found = new Map<string, Reference>()
  for (const element of document.querySelectorAll(selector)) {
    const reference = read(element)
    if (found.size < MOST && !found.has(reference.url)) found.set(reference.url, reference)
  }
  return [...found.values()]
}

const LONGEST_TEXT = 300

const oneLine = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT).toWellFormed()
