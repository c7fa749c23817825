/** More levels than any text within a text has. */
const MAX_LEVELS = 6

/** An escaped line break of YAML, which has five of them, leaves nothing. */
const ESCAPE = /\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|U([\da-fA-F]{8})|((?:\r\n|[\r\n\u0085\u2028\u2029])[ \t]*)|([\s\S]))/g

/** Escapes of JSON and YAML that are whitespace. */
const BLANK = /[abtnvfre0N_LP\t ]/

/**
 * Returns a text and what JSON and YAML read in it, at every level: `\u002f` is a slash, and `\\u002f` is one in a text within a text. Returns
 * undefined if there are more levels than any value has.
 */
export function unescaped(word: string): string[] | undefined {
  const found = [word]
  for (let text = word, next = decode(text); next !== text; text = next, next = decode(text)) {
    if (found.length > MAX_LEVELS) return undefined
    found.push(next)
  }
  return found
}

const decode = (text: string): string =>
  text.replace(ESCAPE, (_whole, short, hex, long, lineBreak: string | undefined, character: string | undefined) => {
    const code = short ?? hex ?? long
    if (code !== undefined) return characterAt(Number.parseInt(code, 16))
    if (lineBreak !== undefined || character === undefined) return ''
    return BLANK.test(character) ? ' ' : character
  })

const characterAt = (code: number): string => (code > 0x10_ff_ff ? '' : String.fromCodePoint(code))
