import { applyEdits, type HeldLine, type LineRedactor } from './items.ts'
import { createJsonScanner } from './json.ts'
import { isSecretFlag, isSecretName } from './secret-names.ts'
import { createTableScanner } from './tables.ts'
import { endOfValue, HIDDEN, hiddenForm } from './values.ts'
import { createYamlScanner } from './yaml.ts'

/** Text that looks like a secret, anywhere. No pattern may scan a text more than once, because programs control the lines. */
const SECRETS: readonly RegExp[] = [
  /\bya29\.[\w.~+/-]+=*/g, // Google access tokens
  /\b1\/\/[\w-]{10,}/g, // Google refresh tokens
  /\bGOCSPX-[\w-]+/g, // Google client secrets
  /\bAIza[\w-]{35}\b/g, // Google API keys
  /(?<![\w-])eyJ[\w-]{8,65536}\.[\w-]{8,65536}\.[\w-]*/g, // JSON web tokens
  /\b(?:ghp|gho|ghs|ghu|github_pat|glpat|xox[abp]|sk_live|rk_live)[_-][\w-]{10,}/g,
  /\bLS0tLS1CRUdJTi(?:BQUklWQVRF|BSU0Eg|BFQy|BFTkNSWVBURUQ|BPUEVOU1NI|BEU0Eg)[\w+/]*=*/g, // private keys in base64
  /\bAKIA[A-Z0-9]{16}\b/g,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g
]

/** `"access_token": "…"`, `password=…`, `Authorization: Bearer …`: a name, whether it is quoted, and everything up to the value. */
const NAMED = /(?<![\w./-])([\w./-]+)((?:\\{0,16}["'])?)(\s{0,100}(?::=?|=>?)\s{0,100})(?:(?:bearer|basic)\s{1,100})?/gi

/** `--password …`, as gcloud prints its own arguments. */
const FLAGGED = /(?<!\S)--(?!(?:set|update|remove|clear|no|use|generate|prompt)-)([\w-]{1,100}) (?=[^\s-])/g

/** Parts of a URL that grant access: the password before its host, the signature or key in its query. */
const ADDRESS_PARTS: readonly RegExp[] = [
  /(\b[a-zA-Z][a-zA-Z0-9+.-]{1,20}:\/\/[^\s:/@"'<>]{0,200}:)[^\s@"'<>]{1,200}(?=@)/g,
  /([?&](?:X-(?:Goog|Amz)-Signature|sig|signature|access_token|token|key|secret)=)[^&\s"'#]+/gi
]

function hideForms(text: string): string {
  const formless = SECRETS.reduce((shown, secret) => shown.replace(secret, HIDDEN), text)
  return !text.includes('://') ? formless : ADDRESS_PARTS.reduce((shown, part) => shown.replace(part, `$1${HIDDEN}`), formless)
}

/** Returns a line without values with a secret name, and without text that looks like a secret. */
const hideNamed = (text: string): string => hideForms(hideAfter(hideAfter(text, NAMED, isNamed), FLAGGED, isNamed))

/** `image/my-token:v1` is not a name with a value. */
const isNamed = (name: string, sign = ' '): boolean => isSecretName(name) && !(name.includes('/') && sign === ':')

function hideAfter(text: string, names: RegExp, hides: (name: string, sign?: string) => boolean): string {
  const parts: string[] = []
  let done = 0
  for (const { 0: whole, 1: name = '', 2: quote, 3: sign, index } of text.matchAll(names)) {
    const at = index + whole.length
    if (index < done || !hides(name, sign)) continue // inside the previous value
    const end = endOfValue(text, at)
    parts.push(text.slice(done, at), hiddenForm(text.slice(at, end), quote === '"'))
    done = end
  }
  return done === 0 ? text : parts.join('') + text.slice(done)
}

/** Maximum nesting of texts within texts, such as JSON in a JSON string. */
const MAX_NESTING = 4

/** Returns a text without secrets. JSON stays valid. */
export const redact = (text: string): string => redactWithin(text, 0)

function redactWithin(text: string, depth: number): string {
  const { push, end } = createRedactor(depth)
  const lines = text.split('\n').flatMap(push)
  return [...lines, ...end()].join('\n')
}

/** `secrets`: texts to hide wherever they occur. */
export function createLineRedactor(secrets: readonly string[] = []): LineRedactor {
  const { push, end, unfinished } = createRedactor(0)
  if (secrets.length === 0) return { push, end, unfinished }
  const hide = (text: string): string => secrets.reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text)
  return { push: text => push(hide(text)), end, unfinished: text => (text === '' ? '' : HIDDEN) } // it may end within one
}

const HIDES_ALL: LineRedactor = { push: () => [HIDDEN], end: () => [], unfinished: () => HIDDEN }

/** More than any object has between a value and its name. Values that are undecided then are hidden. */
const MAX_HELD_LINES = 500
const MAX_HELD_CHARACTERS = 1_000_000

/** A value whose name may still follow, or a quoted text that may contain one. */
const UNNAMED = /(?:values?|val|content|data|plain_?text)["']?\s{0,100}[:=]|\\["']/i

const KEY_BEGINS = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/
const KEY_ENDS = /-----END [A-Z ]{0,40}PRIVATE KEY-----/

function createRedactor(depth: number): LineRedactor {
  const within = (text: string): string => (depth < MAX_NESTING ? redactWithin(text, depth + 1) : HIDDEN)
  const openWithin = (): LineRedactor => (depth < MAX_NESTING ? createRedactor(depth + 1) : HIDES_ALL)
  const [json, yaml, table] = [createJsonScanner(within), createYamlScanner(within, openWithin), createTableScanner()]
  let held: HeldLine[] = []
  let characters = 0
  let inKey = false

  function scan(text: string): HeldLine {
    const line: HeldLine = { text, edits: [], waiting: 0 }
    const wasInKey = inKey
    inKey = inKey ? !KEY_ENDS.test(text) : KEY_BEGINS.test(text) && !KEY_ENDS.test(text)
    if (wasInKey) return { ...line, text: HIDDEN }
    if (yaml.scan(line)) return line
    json.scan(line)
    table.scan(line)
    return line
  }

  function release(): string[] {
    const first = held.findIndex(({ waiting }) => waiting > 0)
    const ready = first < 0 ? held : held.slice(0, first)
    if (ready.length === 0) return []
    held = held.slice(ready.length)
    characters = held.reduce((sum, { text }) => sum + text.length, 0)
    return ready.map(line => hideNamed(applyEdits(line)))
  }

  return {
    push(text) {
      held.push(scan(text))
      characters += text.length
      if (held.length > MAX_HELD_LINES || characters > MAX_HELD_CHARACTERS) {
        json.end(true)
        yaml.giveUp()
      }
      return release()
    },
    end(isCut = false) {
      json.end(true) // an unclosed object is incomplete, too
      yaml.end(isCut)
      return release()
    },
    unfinished(text) {
      if (text === '') return ''
      if (inKey || json.mayHide() || yaml.mayHide() || table.mayHide()) return HIDDEN
      return UNNAMED.test(text) ? HIDDEN : redactWithin(text, depth)
    }
  }
}

/** Flags whose values are names of secrets, which the user who approves must see. */
const REFERENCES = /^--(?:(?:set|update|remove)-)?secrets$/

/**
 * Returns arguments without secrets: by the name of their flag (whose value follows `=` or is the next argument), by the names inside a
 * value, and by their form. `isPlain` recognizes flags that take no secret despite their name.
 */
export function redactArguments(words: readonly string[], isPlain: (flag: string) => boolean = () => false): string[] {
  const hides = (flag: string): boolean => takesSecret(flag) && !isPlain(flag)
  return words.map((word, at) => {
    const cut = /^--?[a-zA-Z][\w-]*=/.exec(word)?.[0].length ?? 0
    const before = words[at - 1] ?? ''
    const flag = cut > 0 ? word.slice(0, cut - 1) : before.startsWith('-') ? before : ''
    const isArgument = cut > 0 && before.startsWith(word.slice(0, cut)) && isSecretFlag(before.slice(cut))
    if (isArgument) return `${word.slice(0, cut)}${HIDDEN}`
    if (hides(flag) && (cut > 0 || !word.startsWith('-'))) return `${word.slice(0, cut)}${HIDDEN}`
    if (REFERENCES.test(flag)) return hideForms(word)
    return `${word.slice(0, cut)}${redact(flag === '' ? word : hideItems(word.slice(cut)))}`
  })
}

/** A shorter text may be part of any word. */
const MIN_HIDDEN = 6

/** More than any command has. Each is searched for in every line. */
const MAX_HIDDEN = 50

/**
 * Returns the texts that `shown` hides of the arguments, and their parts, the longest first: a program repeats the argument that it refuses, or a part of
 * it, without its name.
 */
export function hiddenTexts(words: readonly string[], shown: readonly string[]): string[] {
  const whole = words.flatMap((word, at) => hiddenIn(word, (shown[at] ?? '').split(HIDDEN)))
  const texts = whole.flatMap(text => [text, ...text.split(/[\s,;:=|"'{}[\]]+/)])
  const distinct = [...new Set([...whole, ...texts])].filter(({ length }) => length >= MIN_HIDDEN).slice(0, MAX_HIDDEN)
  return distinct.sort((a, b) => b.length - a.length)
}

/** `pieces`: what is shown of the word, before, between and after its hidden texts. */
function hiddenIn(word: string, pieces: readonly string[]): string[] {
  let from = pieces[0]?.length ?? 0
  return pieces.slice(1).map((piece, at) => {
    const isLast = at === pieces.length - 2
    const found = isLast && word.endsWith(piece) ? word.length - piece.length : word.indexOf(piece, from + 1)
    const end = found < from ? word.length : found
    const text = word.slice(from, end)
    from = end + piece.length
    return text
  })
}

/** A flag `--key` takes a secret, while a field `key` is the name of an item. */
const takesSecret = (flag: string): boolean => /^--?keys?$/.test(flag) || isSecretFlag(flag)

/** Hides the secret items of a list. An item ends at the separator of the list, or where the next name may start. */
function hideItems(value: string): string {
  const declared = /^\^([^^]+)\^/.exec(value)
  const separator = declared?.[1] ?? ','
  const start = declared?.[0] ?? ''
  const items = value.slice(start.length).split(declared ? separator : /[,;](?=[\w./-]{1,200}[=:])/)
  return (
    start +
    items
      .map(item =>
        item.replace(/^([\w./-]{1,200})([=:](?:bearer |basic )?).+$/is, (whole, name, sign) =>
          isSecretName(name) ? `${name}${sign}${HIDDEN}` : whole
        )
      )
      .join(separator)
      .replace(/(?<![\w-])(--?[\w-]{1,100}),([^,]+)/g, (whole, flag) => (isSecretFlag(flag) ? `${flag},${HIDDEN}` : whole))
  )
}
