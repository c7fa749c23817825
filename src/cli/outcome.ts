/** Control characters except tab and line feed, line separators, and characters that change the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it finds
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Returns a text with what a terminal would obey as escapes, which JSON can contain, too: results and errors have texts that others wrote. */
export const printable = (text: string): string => text.replace(CONTROLS, escaped)

/** The same for a text that must stay on its line. */
export const printableLine = (text: string): string => printable(text).replace(/[\t\n]/g, escaped)

const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The output of a command and its exit code: 0 done, 1 problem found, 2 usage error, 3 waiting for a user, 130 interrupted. */
export interface Outcome {
  code: 0 | 1 | 2 | 3 | 130
  out?: string
  err?: string
}
