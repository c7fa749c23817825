const HIDDEN = '[redacted]'

/** What looks like a secret, wherever it stands. None may scan a text more than once: whoever prints a line chooses it. */
const SECRETS: readonly RegExp[] = [
  /\bya29\.[\w.~+/-]+=*/g, // access tokens of Google
  /\b1\/\/[\w-]{10,}/g, // its refresh tokens
  /\bGOCSPX-[\w-]+/g, // its client secrets
  /\bAIza[\w-]{35}\b/g, // its API keys
  /(?<![\w-])eyJ[\w-]{8,65536}\.[\w-]{8,65536}\.[\w-]*/g, // JSON web tokens
  /\b(?:ghp|gho|ghs|glpat|xox[abp])[_-][\w-]{10,}/g,
  /\bAKIA[A-Z0-9]{16}\b/g,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g
]

const NAMES =
  '(?:access|refresh|id|auth|session|security)[-_]?token|(?:client|shared)[-_]?secret|(?:private|api|secret|access)[-_]?key|passw(?:or)?d|passphrase|authorization'

/** `"access_token": "…"`, `password=…`, `Authorization: Bearer …`: the name, whether it is quoted, and all up to the value. */
const NAMED = new RegExp(`(?:${NAMES})(["']?)\\s{0,100}[:=]\\s{0,100}(?:bearer\\s{1,100})?`, 'gi')

/** A text without what looks like a secret. JSON is still JSON afterwards. */
export const redact = (text: string): string => SECRETS.reduce((shown, secret) => shown.replace(secret, HIDDEN), hideNamed(text))

function hideNamed(text: string): string {
  const parts: string[] = []
  let told = 0
  for (const { 0: name, 1: key, index } of text.matchAll(NAMED)) {
    const at = index + name.length
    if (index < told) continue // it stands within the value before
    const end = endOfValue(text, at)
    parts.push(text.slice(told, at), hiddenAs(text.slice(at, end), key === '"'))
    told = end
  }
  return told === 0 ? text : parts.join('') + text.slice(told)
}

/** By hand, since a regular expression needs a stack as deep as a value with escapes is long. A quote that is open ends with the text. */
function endOfValue(text: string, at: number): number {
  const quote = text.charAt(at)
  if (quote !== '"' && quote !== "'") return endOfWord(text, at)
  let end = text.indexOf(quote, at + 1)
  while (quote === '"' && end > 0 && isEscaped(text, end)) end = text.indexOf(quote, end + 1)
  return end < 0 ? text.length : end + 1
}

function endOfWord(text: string, at: number): number {
  const word = /[^\s,;}"'[]*/y
  word.lastIndex = at
  word.test(text)
  return word.lastIndex
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text.charAt(at - 1 - slashes) === '\\') slashes += 1
  return slashes % 2 === 1
}

/** Where the name is quoted this is JSON: a word without quotes is no secret there, and a number becomes a text. */
function hiddenAs(value: string, isJson: boolean): string {
  if (/^(?:\{?|""|'')$/.test(value) || (isJson && /^(?:null|true|false)$/.test(value))) return value
  const quote = /^["']/.exec(value)?.[0] ?? (isJson ? '"' : '')
  const isOpen = /^["']/.test(value) && (value.length === 1 || !value.endsWith(quote))
  return `${quote}${HIDDEN}${isOpen ? '' : quote}`
}

/** Flags that are given a secret, as an option of this name or of one that ends so. */
const SECRET_FLAG = /^--?(?:[\w-]*[-_])?(?:passwords?|passwd|passphrase|secrets?|tokens?|keys?|credentials?)$/i

/** The value of a name within an argument, up to where the next may begin. */
const NAMED_WITHIN = new RegExp(`((?:${NAMES})["']?\\s{0,100}[:=])[^,;]+`, 'gi')

/**
 * Arguments without their secrets: by the name of their flag, whose value follows a `=` or is the next argument, then by their form. `isPlain`
 * tells flags whose value is none though it sounds so.
 */
export function redactWords(words: readonly string[], isPlain: (flag: string) => boolean = () => false): string[] {
  const hides = (flag: string): boolean => SECRET_FLAG.test(flag) && !isPlain(flag)
  return words.map((word, at) => {
    const cut = word.indexOf('=')
    if (cut > 0 && hides(word.slice(0, cut))) return `${word.slice(0, cut + 1)}${HIDDEN}`
    if (!word.startsWith('-') && hides(words[at - 1] ?? '')) return HIDDEN
    return redact(word.replace(NAMED_WITHIN, `$1${HIDDEN}`))
  })
}

const KEY_BEGINS = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/
const KEY_ENDS = /-----END [A-Z ]{0,40}PRIVATE KEY-----/

/** The same for one line after another, since a key takes several; and for the end of the next, as far as it is there. */
export function lineRedactor(): { line: (text: string) => string; unfinished: (text: string) => string } {
  let inKey = false
  return {
    line(text) {
      if (inKey) {
        inKey = !KEY_ENDS.test(text)
        return HIDDEN
      }
      inKey = KEY_BEGINS.test(text) && !KEY_ENDS.test(text)
      return redact(text)
    },
    unfinished: text => (inKey && text !== '' ? HIDDEN : redact(text))
  }
}
