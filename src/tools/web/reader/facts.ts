import type { Tree } from './addresses.ts'
import type { PageFacts } from './page.ts'

const LONGEST = 1000

/** What a page says of itself, mostly in its head; pictures within it, which have titles of their own, have gone before. */
export function factsOf(document: Tree): PageFacts {
  const meta = (...names: string[]): string | null => {
    for (const name of names) {
      const found = told(document.querySelector(`meta[name="${name}"],meta[property="${name}"]`)?.getAttribute('content'))
      if (found !== null) return found
    }
    return null
  }
  return {
    title: told(document.querySelector('title')?.textContent) ?? meta('og:title') ?? told(document.querySelector('h1')?.textContent),
    description: meta('description', 'og:description', 'twitter:description'),
    author: meta('author', 'article:author', 'byl'),
    site_name: meta('og:site_name', 'application-name'),
    language: told(document.querySelector('html')?.getAttribute('lang')) ?? meta('og:locale'),
    published_time:
      meta('article:published_time', 'date', 'dc.date', 'parsely-pub-date') ??
      told(document.querySelector('time[datetime]')?.getAttribute('datetime'))
  }
}

export function told(text: string | null | undefined): string | null {
  const clean = (text ?? '').replace(/\s+/g, ' ').trim().slice(0, LONGEST).toWellFormed()
  return clean === '' ? null : clean
}
