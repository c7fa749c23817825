import { signal } from '@preact/signals'

const BASE = '/console'

export interface Place {
  /** Parts of the path below /console, decoded. */
  parts: readonly string[]
  query: URLSearchParams
}

function here(): Place {
  const { pathname, search } = window.location
  const parts = pathname.slice(BASE.length).split('/').filter(Boolean).map(decode)
  return { parts, query: new URLSearchParams(search) }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The page that is shown. */
export const place = signal<Place>(here())

/** Address of a page: `hrefOf('jobs', id)`. */
export const hrefOf = (...parts: readonly string[]): string => [BASE, ...parts.filter(Boolean).map(encodeURIComponent)].join('/')

/** Opens a page of the console. */
export function navigate(href: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', href)
  else history.pushState(null, '', href)
  place.value = here()
  if (!replace) window.scrollTo(0, 0)
}

/** Updates the query of this page in place, so that a filtered view has an address and does not fill the history. Empty values are removed. */
export function setQuery(values: Readonly<Record<string, string | undefined>>): void {
  const query = new URLSearchParams(place.peek().query)
  for (const [name, value] of Object.entries(values)) {
    if (value) query.set(name, value)
    else query.delete(name)
  }
  const text = query.toString()
  navigate(`${window.location.pathname}${text && `?${text}`}`, { replace: true })
}

/** Starts to follow the back button and links within the console. Links that leave it, or open a tab, work as in any page. */
export function startRouter(): void {
  window.addEventListener('popstate', () => {
    place.value = here()
  })
  document.addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!link || !isPlain || event.defaultPrevented || link.target || link.hasAttribute('download')) return
    if (link.origin !== window.location.origin || !(link.pathname === BASE || link.pathname.startsWith(`${BASE}/`))) return
    event.preventDefault()
    // The link that skips the navigation only moves the focus: the address may hold the input of an operation after its #.
    const part = link.hash && link.pathname === window.location.pathname ? document.getElementById(link.hash.slice(1)) : null
    if (part) (part.querySelector('h1') ?? part).focus()
    else navigate(link.href)
  })
}
