import { convert, type HtmlToTextOptions } from 'html-to-text'

/** A longer text is not a title, excerpt or snippet; long or deeply nested ones would block the event loop. */
const MAX_HTML = 20_000
const MAX_DEPTH = 50

/** Excludes the zero-width space, because hidden text can consist of it and would become visible spaces. */
const WHITESPACE = ' \t\r\n\f'

/** Converts a title, excerpt or snippet to text: removes tags and decodes entities. */
export const shortText = (html: string, options: HtmlToTextOptions = {}): string =>
  convert(html.slice(0, MAX_HTML), { wordwrap: false, whitespaceCharacters: WHITESPACE, limits: { maxDepth: MAX_DEPTH }, ...options })
