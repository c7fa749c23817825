import { POIS, type Poi, SITES, type Site } from './corpus.ts'

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const holds = (text: string, words: string[]): boolean =>
  words.length > 0 && words.every(word => wordsOf(text).some(has => has.startsWith(word)))

/** Returns pages that contain every word, in the order of the corpus. */
export const findSites = (query: string): Site[] =>
  SITES.filter(({ title, description, html }) => holds(`${title} ${description} ${html.replace(/<[^>]+>/g, ' ')}`, wordsOf(query)))

export const findPois = (query: string): Poi[] => POIS.filter(({ words, poi }) => holds(`${words} ${poi['title']}`, wordsOf(query)))

/** Returns the page with this URL, without query and fragment. */
export function siteAt(url: string): Site | undefined {
  const { origin, pathname } = new URL(url)
  return SITES.find(site => site.url === `${origin}${pathname}`)
}

export const isKnownHost = (url: string): boolean => SITES.some(site => new URL(site.url).host === new URL(url).host)
