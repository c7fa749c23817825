import { OperationError } from '../contract/errors.ts'

const PLAIN = /[^\s'"\\;&|<>()]/
const USE_ARGS = 'quote it, or send the words as args, which need no quoting'

/**
 * Splits a command into words like a POSIX shell, without expansion: `$`, backquotes, `~`, `*` and `#` are literal. Refuses shell operators, because
 * they would not have the effect that the caller expects.
 */
export function splitWords(text: string): string[] {
  const words: string[] = []
  let word: string | undefined
  let at = 0
  while (at < text.length) {
    const sign = text.charAt(at)
    if (sign === ' ' || sign === '\t' || sign === '\r' || (sign === '\n' && text.slice(at).trim() === '')) {
      if (word !== undefined) words.push(word)
      word = undefined
      at += 1
    } else if (sign === "'" || sign === '"') {
      const piece = sign === "'" ? single(text, at) : double(text, at)
      word = (word ?? '') + piece.text
      at = piece.end
    } else if (sign === '\\') {
      if (at + 1 >= text.length) throw wrong('ends with a backslash', 'a character after it, or neither of the two')
      const next = text.charAt(at + 1)
      if (next !== '\n') word = (word ?? '') + next // a backslash at the end of a line joins it with the next one
      at += 2
    } else if (PLAIN.test(sign)) {
      word = (word ?? '') + sign
      at += 1
    } else throw operator(sign, at)
  }
  return word === undefined ? words : [...words, word]
}

function wrong(message: string, expected: string): OperationError {
  const issues = [{ path: 'command', message, expected }]
  return new OperationError('invalid_field_value', `command ${message}: ${expected}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    issues
  })
}

interface Piece {
  text: string
  /** Position after the closing quote. */
  end: number
}

function single(text: string, from: number): Piece {
  const end = text.indexOf("'", from + 1)
  if (end < 0) throw unclosed("'", from)
  return { text: text.slice(from + 1, end), end: end + 1 }
}

/** In double quotes, a backslash escapes only characters with a special meaning. */
function double(text: string, from: number): Piece {
  let piece = ''
  for (let at = from + 1; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign === '"') return { text: piece, end: at + 1 }
    const next = text.charAt(at + 1)
    if (sign === '\\' && next !== '' && '"\\$`\n'.includes(next)) {
      if (next !== '\n') piece += next
      at += 1
    } else piece += sign
  }
  throw unclosed('"', from)
}

const unclosed = (quote: string, at: number) => wrong(`has a ${quote} at ${at} that is not closed`, 'a closing quote for each opening one')

function operator(sign: string, at: number) {
  const name = sign === '\n' ? 'a line break' : sign
  return wrong(`contains ${name} at ${at}, which has no meaning here: no shell reads it`, `one command; ${USE_ARGS}`)
}

/** Quotes words for a shell, for display. */
export const quoted = (words: readonly string[]): string =>
  words.map(word => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')
