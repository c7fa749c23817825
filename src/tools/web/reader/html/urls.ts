import type { Reference } from '../page.ts'

/** Maximum length of the lists of links and images. The text contains all of them. */
export const MAX_REFERENCES = 500

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

/** Makes URLs absolute, so that they are valid outside the page, and removes invalid ones. */
export function resolveUrls(document: Tree, url: string): void {
  const base = URL.parse(document.querySelector('base[href]')?.getAttribute('href') ?? '', url)?.href ?? url
  for (const [selector, name] of [
    ['a[href]', 'href'],
    ['img', 'src']
  ] as const)
    for (const element of document.querySelectorAll(selector)) resolve(element, name, base)
}

/** Attributes that contain the URL of an image, including those for lazy loading. */
const URL_ATTRIBUTES = { href: ['href'], src: ['src', 'data-src', 'data-original'] } as const
const SETS = ['srcset', 'data-srcset'] as const

function resolve(element: Element, name: 'href' | 'src', base: string): void {
  const candidates = [...URL_ATTRIBUTES[name].map(place => element.getAttribute(place)), ...(name === 'src' ? inSets(element) : [])]
  const whole = candidates.flatMap(address => wholeOf(address, base) ?? [])[0]
  if (whole === undefined) element.removeAttribute(name)
  else element.setAttribute(name, whole)
}

/** Returns the first URL of each srcset, of the image or of its picture element. */
function inSets(image: Element): string[] {
  const sources = image.closest('picture')?.querySelectorAll('source') ?? []
  return [image, ...sources].flatMap(element => SETS.flatMap(name => element.getAttribute(name) ?? [])).map(firstOf)
}

/** `small.jpg 400w, large.jpg 800w`: a URL ends at a space and may contain commas. */
const firstOf = (set: string): string => (set.trim().split(/\s/)[0] ?? '').replace(/(?<!,),+$/, '')

function wholeOf(address: string | null, base: string): string | undefined {
  const whole = address === null ? null : URL.parse(address.trim(), base)
  return whole && /^(https?|mailto|tel):$/.test(whole.protocol) ? whole.href : undefined
}

/** Returns the links and images of the selected content, each URL once. */
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
    if (found.size < MAX_REFERENCES && !found.has(reference.url)) found.set(reference.url, reference)
  }
  return [...found.values()]
}

const MAX_TEXT = 300

const oneLine = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT).toWellFormed()
