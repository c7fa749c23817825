/** More levels of brackets than any page needs. The parser and the matcher of selectors are recursive. */
const MAX_LEVELS = 50

/** Whether brackets are nested too deeply to be parsed. Linear; brackets in quotes count, too. */
export function isTooDeep(text: string): boolean {
  let level = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '(' || character === '[' || character === '{') level += 1
    else if (character === ')' || character === ']' || character === '}') level = Math.max(0, level - 1)
    if (level > MAX_LEVELS) return true
  }
  return false
}
