import { convert } from 'html-to-text'

/** Brave marks words with tags, and writes signs as entities. */
export const plain = (html: unknown): string =>
  typeof html === 'string' ? convert(html, { wordwrap: false, selectors: [{ selector: 'a', options: { ignoreHref: true } }] }).trim() : ''

export const plainOrNull = (html: unknown): string | null => plain(html) || null
