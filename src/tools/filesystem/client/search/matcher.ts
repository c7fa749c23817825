import { findPositionsSync, foldCase } from '../../../../lib/find-text.ts'

/** What to search for: a literal text, or a regular expression that is matched line by line. */
export interface TextQuery {
  text?: string
  regex?: string
  caseSensitive: boolean
  /** Maximum number of matching lines per file. */
  maxMatches: number
  /** Lines to return before and after each matching line. */
  contextLines: number
}

export interface Matcher {
  /** Returns the start of each occurrence, or of each matching line, that starts at or after `from` and before `until`, in order. */
  find: (text: string, from: number, until: number) => number[]
  /** Returns whether the bytes, which are UTF-8, certainly contain no match. */
  excludes: (bytes: Buffer) => boolean
  /** Length of a match in characters, if all have the same; 0 for a regular expression. */
  length: number
  /** Line breaks within a match. */
  lineBreaks: number
}

/** A longer text is not searched with indexOf, which compares every position with all of it in the worst case. */
const MAX_INDEXED_BYTES = 64

/** Creates a matcher. It may take any time on a large text, so it runs in a worker thread. */
export async function createMatcher({ text = '', regex, caseSensitive }: TextQuery): Promise<Matcher> {
  if (regex !== undefined) return await regexMatcher(regex, caseSensitive)
  const wanted = caseSensitive ? text : foldCase(text)
  const bytes = Buffer.from(text)
  return {
    find(whole, from, until) {
      const found = findPositionsSync(caseSensitive ? whole : foldCase(whole), wanted, from)
      const end = found.findIndex(start => start >= until)
      return end === -1 ? found : found.slice(0, end)
    },
    excludes: caseSensitive && bytes.length <= MAX_INDEXED_BYTES ? content => !content.includes(bytes) : () => false,
    length: wanted.length,
    lineBreaks: text.split('\n').length - 1
  }
}

async function regexMatcher(source: string, caseSensitive: boolean): Promise<Matcher> {
  const expression = await compileRegex(source, caseSensitive)
  // Without the flag m, ^ and $ match in a line that is searched by itself, and not in the whole text.
  const readsLines = !/\(\?[a-zA-Z]{0,8}-[a-zA-Z]{0,8}m/.test(source)
  return {
    find(whole, from, until) {
      const text = whole.slice(from, until).replaceAll('\r\n', '\n')
      // A line that matches is a match in the whole text, too, so most texts are rejected at once.
      if (readsLines && !expression.test(text)) return []
      const found: number[] = []
      for (let start = from; start < whole.length && start < until; ) {
        const end = lineEndAt(whole, start)
        if (expression.test(whole.slice(start, whole[end - 1] === '\r' && end > start ? end - 1 : end))) found.push(start)
        start = end + 1
      }
      return found
    },
    excludes: () => false,
    length: 0,
    lineBreaks: 0
  }
}

/** A regular expression to compile. */
export interface RegexQuery {
  regex: string
  caseSensitive: boolean
}

/** Returns why an expression is not valid, or undefined. */
export async function problemOf({ regex, caseSensitive }: RegexQuery): Promise<string | undefined> {
  try {
    await compileRegex(regex, caseSensitive)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * Compiles an expression of RE2, which matches in linear time. Compiling a thousand characters may take a second, so it runs in a worker thread.
 * Loaded on first use.
 */
async function compileRegex(source: string, caseSensitive: boolean) {
  const { RE2JS } = await import('re2js')
  return RE2JS.compile(source, RE2JS.MULTILINE | (caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE))
}

/** Returns the index of the line break after a position, or the end of the text. */
export function lineEndAt(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}
