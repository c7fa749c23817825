export const HIDDEN = '[redacted]'

/**
 * Returns the end of a value. Not a regular expression, because its stack grows with the length of a value with escapes. An unclosed
 * quote ends with the text.
 */
export function endOfValue(text: string, at: number): number {
  const escaped = openingAt(text, at)
  if (escaped !== undefined) {
    const end = text.indexOf(escaped, at + escaped.length)
    return end < 0 ? text.length : end + escaped.length
  }
  const quote = text.charAt(at)
  if (quote !== '"' && quote !== "'") return endOfWord(text, at)
  const triple = quote.repeat(3) // as in Python and TOML
  if (text.startsWith(triple, at)) {
    const end = text.indexOf(triple, at + 3)
    return end < 0 ? text.length : end + 3
  }
  let end = text.indexOf(quote, at + 1)
  while (end > 0 && isEscaped(text, end)) end = text.indexOf(quote, end + 1)
  return end < 0 ? text.length : end + 1
}

/** Returns the escaped quote at a position inside a quoted text. It ends at the next one of the same depth. */
export function openingAt(text: string, at: number): string | undefined {
  const opening = /\\{1,16}["']/y
  opening.lastIndex = at
  return opening.exec(text)?.[0]
}

/** A word ends at whitespace or a quote. A comma or bracket belongs to it unless a new value follows. */
function endOfWord(text: string, at: number): number {
  const word = /(?:[^\s,;}\]"'[]|[,;](?![\s"'{[]|$|[\w./-]{1,100}["']?[=:])|[}\]](?![\s,;}\]"']|$))*/y
  word.lastIndex = at
  word.test(text)
  const end = word.lastIndex
  return end > at && /["']/.test(text.charAt(end)) && isEscaped(text, end) ? end - 1 : end // the quote stays escaped
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text.charAt(at - 1 - slashes) === '\\') slashes += 1
  return slashes % 2 === 1
}

/**
 * Values that are never secret, whatever their name: empty values, booleans, and resource names, such as that of a secret in Secret
 * Manager.
 */
const HARMLESS =
  /^(?:|[{[]|""|''|\\{1,16}["']\\{1,16}["']|null|true|false|\[redacted\]|["']?projects\/[\w.:-]{1,200}\/[\w./:@-]{1,1000}["']?)$/i

/** A quoted name means JSON, so a number becomes a string. */
export function hiddenForm(value: string, isJson: boolean): string {
  if (HARMLESS.test(value)) return value
  const escaped = openingAt(value, 0)
  if (escaped !== undefined) return `${escaped}${HIDDEN}${value.length > escaped.length && value.endsWith(escaped) ? escaped : ''}`
  const quote = /^["']/.exec(value)?.[0] ?? (isJson ? '"' : '')
  const isOpen = /^["']/.test(value) && (value.length === 1 || !value.endsWith(quote))
  return `${quote}${HIDDEN}${isOpen ? '' : quote}`
}
