import { isRow, type Row } from '../../../lib/row.ts'

/** Names whose values let one in: `runners_token`, `ci_job_token`, `private_key`. */
const SECRET = /(^|_)(token|password|secret|private_key)$/

/** A thing with all that GitLab tells, but for what lets one in. */
export function redacted(row: Row): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, SECRET.test(name) && value !== null ? MARK : deep(value)]))
}

function deep(value: unknown): unknown {
  if (typeof value === 'string') return withoutTokens(value)
  if (Array.isArray(value)) return value.map(deep)
  return isRow(value) ? redacted(value) : value
}

export const MARK = '[redacted]'

/** What a terminal does not show: it may stand within a token, which is one all the same. */
const UNSEEN = String.raw`(?:\x1b\[[0-?]*[ -/]*[@-~]|[\0-\x08\x0b\x0c\x0e-\x1f\x7f])*`
const spelt = (word: string): string => [...word].join(UNSEEN)
/** A dot at the end is that of a sentence. */
const atLeast = (least: number, letter: string): string => String.raw`(?:${letter}${UNSEEN}){${least - 1},}[\w-]`

const KINDS = ['pat', 'oas', 'dt', 'rt', 'rtr', 'cbt', 'ptt', 'ft', 'imt', 'agent', 'soat', 'ffct', 'wt']

/** A name that tells a secret, and the sign after it; bounded, since it is looked for before each letter. */
const named = (names: string): string => String.raw`(?<=(?:${names})["']?[ \t]{0,4}[:=][ \t]{0,4}["']?`

/** What is no name of a variable, which is told. */
const VALUE = String.raw`)[^\s"'$][^\s"']*`

/** Tokens of GitLab by how they begin; what follows a name that tells a secret; and the password in an address, whatever signs it holds. */
const TOKENS = new RegExp(
  [
    `${spelt('gl')}${UNSEEN}(?:${KINDS.map(spelt).join('|')})${UNSEEN}-${UNSEEN}${atLeast(8, String.raw`[\w.-]`)}`,
    `${spelt('GR1348941')}${UNSEEN}${atLeast(8, String.raw`[\w-]`)}`,
    `${named('(?:PRIVATE|JOB|DEPLOY)-TOKEN')}${VALUE}`,
    `${named('Authorization')}${String.raw`(?:Bearer|Basic|token)[ \t]{1,4}`}${VALUE}`,
    String.raw`(?<=://[^ \t\r\n/:@]{0,100}:)[^ \t\r\n/]+(?=@)`
  ].join('|'),
  'gi'
)

export const withoutTokens = (text: string): string => text.replace(TOKENS, MARK)

/**
 * A part of bytes as text, without the tokens in it. It is cut from more than is told, so that a token is also known where an edge goes through
 * it: the part in which it begins has the mark, and no part any of its letters.
 */
export function textWithin(bytes: Buffer, begin: number, end: number): string {
  let [told, at] = ['', begin]
  // A letter for each byte, so that places in the text are places in the bytes.
  for (const { index, 0: token } of bytes.toString('latin1').matchAll(TOKENS)) {
    const after = index + token.length
    if (after <= begin || index >= end) continue
    if (index >= begin) told += bytes.toString('utf8', at, index) + MARK
    at = Math.min(after, end)
  }
  return told + bytes.toString('utf8', at, end)
}
