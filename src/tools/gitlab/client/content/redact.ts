import { isSecretName } from '../../../../lib/process/redact/secret-names.ts'
import { isRow, type Row } from '../../../../lib/row.ts'

/** Returns all properties of a GitLab response, without credentials such as `runners_token` and `private_key`. */
export function redacted(row: Row): Record<string, unknown> {
  const isHidden = (name: string, value: unknown): boolean => isSecretName(name) && value !== null && typeof value !== 'boolean'
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, isHidden(name, value) ? MARK : redactedValue(value)]))
}

export function redactedValue(value: unknown): unknown {
  if (typeof value === 'string') return redactTokens(value)
  if (Array.isArray(value)) return value.map(redactedValue)
  return isRow(value) ? redacted(value) : value
}

const MARK = '[redacted]'

/** Invisible on a terminal. Inside a token, they do not make it another token. Bounded: a log of `g` and escapes would be read again from each `g`. */
const INVISIBLE = String.raw`(?:\x1b\[[0-?]{0,40}[ -/]{0,10}[@-~]|[\0-\x08\x0b\x0c\x0e-\x1f\x7f]){0,16}`
const spelled = (word: string): string => [...word].join(INVISIBLE)
/** A final dot ends the sentence, not the token. */
const atLeast = (length: number, character: string): string => String.raw`(?:${character}${INVISIBLE}){${length - 1},}[\w-]`

const TOKEN_TYPES = ['pat', 'oas', 'dt', 'rt', 'rtr', 'cbt', 'ptt', 'ft', 'imt', 'agent', 'soat', 'ffct', 'wt']

/** The name of a secret and the separator after it. Bounded, because it is tried at each character. */
const valueAfter = (names: string): string => String.raw`(?<=(?:${names})["']?[ \t]{0,4}[:=][ \t]{0,4}["']?`

/** Not a variable reference, which is no secret. */
const VALUE = String.raw`)[^\s"'$][^\s"']*`

/** GitLab's tokens, by their prefix; values after the name of a secret header; and passwords in URLs, whatever characters they contain. */
const TOKENS = new RegExp(
  [
    `${spelled('gl')}${INVISIBLE}(?:${TOKEN_TYPES.map(spelled).join('|')})${INVISIBLE}-${INVISIBLE}${atLeast(8, String.raw`[\w.-]`)}`,
    `${spelled('GR1348941')}${INVISIBLE}${atLeast(8, String.raw`[\w-]`)}`,
    `${valueAfter('(?:PRIVATE|JOB|DEPLOY)-TOKEN')}${VALUE}`,
    `${valueAfter('Authorization')}${String.raw`(?:Bearer|Basic|token)[ \t]{1,4}`}${VALUE}`,
    String.raw`(?<=://[^ \t\r\n/:@]{0,100}:)[^ \t\r\n/]+(?=@)`
  ].join('|'),
  'gi'
)

export const redactTokens = (text: string): string => text.replace(TOKENS, MARK)

/**
 * Returns the bytes from `begin` to `end` as text, without tokens. The surrounding bytes are searched, too, so that a token that crosses an edge is
 * found: the range in which it begins gets the mark, and no range any of its characters.
 */
export function redactedRange(bytes: Buffer, begin: number, end: number): string {
  let [text, position] = ['', begin]
  // One character per byte, so that offsets in the text are offsets in the bytes.
  for (const { index, 0: token } of bytes.toString('latin1').matchAll(TOKENS)) {
    const after = index + token.length
    if (after <= begin || index >= end) continue
    if (index >= begin) text += bytes.toString('utf8', position, index) + MARK
    position = Math.min(after, end)
  }
  return text + bytes.toString('utf8', position, end)
}
