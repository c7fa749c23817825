import { failure } from '../errors.ts'
import type { FileCall } from '../volume.ts'
import { regexProblem } from './search-threads.ts'

/** A construct that RE2 does not have, because it does not match in linear time or depends on the position in the file. */
interface Construct {
  source: RegExp
  name: string
  advice: string
}

const NO_LINEAR = 'Search for the parts that a line must contain, and check the matching lines yourself.'

/** Checked at each position outside character classes. */
const UNSUPPORTED: readonly Construct[] = [
  { source: /^\(\?=/, name: 'a lookahead', advice: NO_LINEAR },
  { source: /^\(\?!/, name: 'a negative lookahead', advice: NO_LINEAR },
  { source: /^\(\?<=/, name: 'a lookbehind', advice: NO_LINEAR },
  { source: /^\(\?<!/, name: 'a negative lookbehind', advice: NO_LINEAR },
  { source: /^\(\?>/, name: 'an atomic group', advice: 'Use (?:…): matching takes linear time anyway.' },
  { source: /^\(\?\(/, name: 'a conditional group', advice: 'Use alternatives: a|b.' },
  { source: /^\(\?(?:R|\d|&|P>)/, name: 'a recursive pattern', advice: NO_LINEAR },
  { source: /^\\(?:[1-9]\d?|k[<{']|g[<{'\d-])|^\(\?P=/, name: 'a backreference', advice: NO_LINEAR },
  {
    source: /^\\[AzZG]/,
    name: 'an anchor to the start or end of the text',
    advice: 'Use ^ and $, which match at the start and end of a line.'
  },
  {
    source: /^(?:[*+?]|\{\d+(?:,\d*)?\})\+/,
    name: 'a possessive quantifier',
    advice: 'Leave out the last +: matching takes linear time anyway.'
  }
]

/** Throws a validation error that names the construct if the expression cannot be matched in linear time, or is not valid. */
export async function checkRegex(source: string, caseSensitive: boolean, call: FileCall): Promise<void> {
  const found = unsupportedIn(source)
  if (found) throw invalidRegex(`contains ${found.name} (${found.text}), which regular expressions here do not support`, found.advice)
  const problem = await regexProblem({ regex: source, caseSensitive }, call)
  if (problem !== undefined)
    throw invalidRegex(
      `is not a valid regular expression: ${problem}`,
      'an expression in the syntax of RE2 (https://github.com/google/re2/wiki/Syntax)'
    )
}

function invalidRegex(message: string, expected: string) {
  return failure('invalid_field_value', `\`regex\` ${message}.`, {
    issues: [{ path: 'regex', message, expected }],
    suggestions: [expected]
  })
}

function unsupportedIn(source: string): (Construct & { text: string }) | undefined {
  let inClass = false
  for (let at = 0; at < source.length; at++) {
    const rest = source.slice(at, at + 40)
    if (/^\\Q/.test(rest)) {
      const end = source.indexOf('\\E', at + 2)
      if (end === -1) return undefined
      at = end + 1
      continue
    }
    const match = inClass
      ? undefined
      : UNSUPPORTED.map(row => ({ ...row, text: row.source.exec(rest)?.[0] })).find(row => row.text !== undefined)
    if (match?.text !== undefined) return { ...match, text: match.text }
    if (source[at] === '\\') at++
    else if (inClass) inClass = source[at] !== ']'
    else if (source[at] === '[') {
      inClass = true
      // A bracket right after the start of a class is a member of it.
      if (source[at + 1] === '^') at++
      if (source[at + 1] === ']') at++
    }
  }
  return undefined
}
