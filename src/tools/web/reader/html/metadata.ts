import type { PageFacts } from '../page.ts'
import type { Tree } from './urls.ts'

const LONGEST = 1000

/** Names of a headline, which is the title without the name of the site. */
const HEADLINES = ['dc:title', 'dcterm:title', 'dc.title', 'og:title', 'title', 'twitter:title', 'parsely-title']

/**
 * Returns the metadata of a page, with the headline that it states in addition to its title. Inline SVGs must be removed first, because they
 * have titles, too.
 */
export function metadataOf(document: Tree): PageFacts & { headline: string | null } {
  const meta = (...names: string[]): string | null => {
    for (const name of names) {
      const found = cleanText(document.querySelector(`meta[name="${name}"],meta[property="${name}"]`)?.getAttribute('content'))
      if (found !== null) return found
    }
    return null
  }
  return {
    headline: meta(...HEADLINES),
    title: cleanText(document.querySelector('title')?.textContent) ?? cleanText(document.querySelector('h1')?.textContent),
    description: meta('description', 'og:description', 'twitter:description'),
    author: meta('author', 'article:author', 'byl'),
    site_name: meta('og:site_name', 'application-name'),
    language: cleanText(document.querySelector('html')?.getAttribute('lang')) ?? meta('og:locale'),
    published_time:
      meta('article:published_time', 'date', 'dc.date', 'parsely-pub-date') ??
      cleanText(document.querySelector('time[datetime]')?.getAttribute('datetime'))
  }
}

export function cleanText(text: string | null | undefined): string | null {
  const clean = (text ?? '').replace(/\s+/g, ' ').trim().slice(0, LONGEST).toWellFormed()
  return clean === '' ? null : clean
}
