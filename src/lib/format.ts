/** Texts as definitions show and compare them. */

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** `1234567` as `1.2 MB`. */
export function byteSize(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)))
  const value = bytes / 1024 ** unit
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`
}

/** A block of code, its fence longer than any within the text. */
export function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map(run => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}${text.endsWith('\n') || text === '' ? '' : '\n'}${fence}`
}

/** `1 file`, `2 files`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count.toLocaleString('en')} ${count === 1 ? one : many}`

const BRIEF = 60

/** A text as a question to a person shows it: its first 60 characters. */
export function brief(text: string): string {
  const characters = text.length > BRIEF ? Array.from(text) : []
  return characters.length > BRIEF ? `${characters.slice(0, BRIEF).join('')}…` : text
}

/** Whether a system keeps both alike: many change line ends, and drop blanks at the ends. */
export const isSameText = (a: string, b: string): boolean => plain(a) === plain(b)

const plain = (text: string): string => text.replaceAll('\r\n', '\n').trim()
