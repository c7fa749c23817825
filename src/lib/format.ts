// Formatting shared by definitions.

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** Formats a number of bytes: `1.2 MB`. */
export function byteSize(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)))
  const value = bytes / 1024 ** unit
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`
}

/** Returns a fenced code block, with a fence longer than any in the text. */
export function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map(run => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}${text.endsWith('\n') || text === '' ? '' : '\n'}${fence}`
}

/**
 * Returns a text as one line. A name that someone else chose may contain line breaks, and what follows one must not look like text of the gateway.
 */
export const inLine = (text: string): string => (isInLine(text) ? text : text.replace(BREAKS, ' '))

export const isInLine = (text: string): boolean => !BREAK.test(text)

const BREAK = /[\n\v\f\r\u0085\u2028\u2029]/
const BREAKS = new RegExp(`${BREAK.source}+`, 'g')

/** Formats a count with its noun: `1 file`, `2 files`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count.toLocaleString('en')} ${count === 1 ? one : many}`

const BRIEF = 60

/** Returns the first 60 characters of a text, for messages that a user confirms. */
export function brief(text: string): string {
  const characters = text.length > BRIEF ? Array.from(text) : []
  return characters.length > BRIEF ? `${characters.slice(0, BRIEF).join('')}…` : text
}

/** Whether two texts are equal apart from line endings and surrounding whitespace, which many systems change. */
export const isSameText = (a: string, b: string): boolean => plain(a) === plain(b)

const plain = (text: string): string => text.replaceAll('\r\n', '\n').trim()
