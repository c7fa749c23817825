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

/** Invisible on a terminal. Inside a token, they do not make it another token. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are skipped
const INVISIBLE = /\x1b\[[0-?]*[ -/]*[@-~]|[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g

const TOKEN_TYPES = ['pat', 'oas', 'dt', 'rt', 'rtr', 'cbt', 'ptt', 'ft', 'imt', 'agent', 'soat', 'ffct', 'wt']

/** The name of a secret and the separator after it. Bounded, because it is tried at each character. */
const valueAfter = (names: string): string => String.raw`(?<=(?:${names})["']?[ \t]{0,4}[:=][ \t]{0,4}["']?`

/** Not a variable reference, which is not a secret. */
const VALUE = String.raw`)[^\s"'$][^\s"']*`

/** GitLab's tokens, by their prefix; values after the name of a secret header; and passwords in URLs, whatever characters they contain. */
const TOKENS = new RegExp(
  [
    // A final dot ends the sentence, not the token.
    String.raw`gl(?:${TOKEN_TYPES.join('|')})-[\w.-]{7,}[\w-]`,
    String.raw`GR1348941[\w-]{8,}`,
    `${valueAfter('(?:PRIVATE|JOB|DEPLOY)-TOKEN')}${VALUE}`,
    `${valueAfter('Authorization')}${String.raw`(?:Bearer|Basic|token)[ \t]{1,4}`}${VALUE}`,
    String.raw`(?<=://[^ \t\r\n/:@]{0,100}:)[^ \t\r\n/]+(?=@)`
  ].join('|'),
  'gi'
)

/** Returns the start and end of each token, in order. They are searched in what a terminal shows. */
function* tokensIn(text: string): Generator<[begin: number, end: number]> {
  const gaps = Array.from(text.matchAll(INVISIBLE), ({ index, 0: { length } }) => ({ index, length }))
  let [passed, skipped] = [0, 0]
  /** Position in the text of a character that is shown. Called in order. */
  const positionOf = (shown: number): number => {
    for (let gap = gaps[passed]; gap && gap.index <= shown + skipped; gap = gaps[++passed]) skipped += gap.length
    return shown + skipped
  }
  for (const { index, 0: token } of text.replace(INVISIBLE, '').matchAll(TOKENS))
    yield [positionOf(index), positionOf(index + token.length - 1) + 1]
}

export function redactTokens(text: string): string {
  let [redacted, position] = ['', 0]
  for (const [begin, end] of tokensIn(text)) {
    redacted += text.slice(position, begin) + MARK
    position = end
  }
  return redacted + text.slice(position)
}

/**
 * Returns the bytes from `begin` to `end` as text, without tokens. The surrounding bytes are searched, too, so that a token that crosses an edge is
 * found: the range in which it begins gets the mark, and no range contains any of its characters.
 */
export function redactedRange(bytes: Buffer, begin: number, end: number): string {
  let [text, position] = ['', begin]
  // One character per byte, so that offsets in the text are offsets in the bytes.
  for (const [first, after] of tokensIn(bytes.toString('latin1'))) {
    if (after <= begin || first >= end) continue
    if (first >= begin) text += bytes.toString('utf8', position, first) + MARK
    position = Math.min(after, end)
  }
  return text + bytes.toString('utf8', position, end)
}
