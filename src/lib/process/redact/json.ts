import { addValue, type Edit, type HeldLine, hideValue, type Item, nameItem, newItem, settle, showValue } from './items.ts'
import { beforeSecret, holdsAnyItem, holdsItem, isSecretBranch, isSecretFlag, isSecretName, namesItem } from './secret-names.ts'
import { endOfValue, HIDDEN, hiddenForm, openingAt } from './values.ts'

/** An object or a list. */
interface Frame {
  item: Item
  /** Whether it belongs to a secret, with everything in it. */
  hides: boolean
  /** The item it is the value of, if the name of the item is not known yet. */
  owner: Item | undefined
  /** Whether it is a list whose last item is the flag of a secret. */
  isFlagged: boolean
  /** Whether it was opened in the middle of a text and ends with the line. */
  isLoose: boolean
}

const MAX_DEPTH = 500

/** A separator between a name and a value, with bounded whitespace. */
const SEPARATOR = /\s{0,100}(?::=?|=>?)(?!\/\/)\s{0,100}/y
const WORD = /[\w.$@/+-]+/y
/** In an object, an unquoted value ends at the next separator. */
const BARE = /[^,{}[\]"'\n]*/y

const match = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

/**
 * Tracks objects and lists over several lines, in JSON and similar formats, and hides values by the name of their field, of their item,
 * or of an enclosing object. `within` redacts the content of a quoted text.
 */
export function createJsonScanner(within: (text: string) => string) {
  let stack: Frame[] = []
  let root = frame()
  let tooDeep = 0
  let name: { text: string; isQuoted: boolean } | undefined

  const top = (): Frame => stack.at(-1) ?? root

  function open(line: HeldLine, at: number): void {
    const parent = top()
    const opened = name
    name = undefined
    if (stack.length >= MAX_DEPTH) {
      tooDeep += 1
      return
    }
    const isValue = opened !== undefined && holdsItem(opened.text) && stack.length > 0
    const hides = parent.hides || (opened !== undefined && isSecretBranch(opened.text)) || (isValue && parent.item.name === 'secret')
    const owner = parent.owner ?? (isValue && holdsAnyItem(opened.text) && parent.item.name === 'none' ? parent.item : undefined)
    const isLoose = stack.length === 0 && /\S/.test(line.text.slice(0, at)) && /\S/.test(line.text.slice(at + 1))
    stack.push(frame({ hides, owner, isLoose }))
  }

  function close(): void {
    name = undefined
    if (tooDeep > 0) {
      tooDeep -= 1
      return
    }
    const closed = stack.pop()
    if (closed) settle(closed.item, false)
  }

  function value(line: HeldLine, start: number, end: number, isQuoted: boolean): void {
    const { item, hides, owner } = top()
    const text = line.text.slice(start, end)
    const field = name
    name = undefined
    const edit: Edit = { line, start, end, hidden: hiddenForm(text, field?.isQuoted === true || (hides && stack.length > 0)) }
    const isNamed = field !== undefined && isSecretName(field.text)
    const before = isQuoted ? beforeSecret(unquoted(text)) : undefined
    const isArgument = field === undefined && top().isFlagged
    top().isFlagged = field === undefined && stack.length > 0 && isSecretFlag(unquoted(text))
    if (before !== undefined) edit.hidden = text.charAt(0) + before + HIDDEN + text.charAt(0)
    if (before !== undefined || isArgument || hides || (isNamed && (stack.length > 0 || isQuoted))) hideValue(edit)
    else {
      const whole = { ...edit, plain: isQuoted ? redactQuoted(text, within) : undefined }
      if (owner) addValue(owner, whole)
      else if (field && holdsItem(field.text)) addValue(item, whole)
      else {
        showValue(whole)
        if (field && namesItem(field.text)) nameItem(item, unquoted(text))
      }
    }
  }

  /** Reads one token. Returns the position of the next one. */
  function token(line: HeldLine, at: number): number {
    const { text } = line
    if (text.startsWith(HIDDEN, at)) {
      name = undefined
      return at + HIDDEN.length
    }
    const sign = text.charAt(at)
    if (sign === '{' || sign === '[') open(line, at)
    else if (sign === '}' || sign === ']') close()
    else if (sign === ',' || sign === ';') name = undefined
    else if (isQuote(text, at)) return quoted(line, at)
    else if (name !== undefined && /^[bru]["']/i.test(text.slice(at, at + 2)))
      return quoted(line, at + 1) // bytes in Python
    else if (name !== undefined && /\S/.test(sign)) return bare(line, at)
    else return word(line, at)
    return at + 1
  }

  function quoted(line: HeldLine, at: number): number {
    const end = endOfValue(line.text, at)
    const after = name === undefined ? match(SEPARATOR, line.text, end) : end
    if (after === end) value(line, at, end, true)
    else name = { text: unquoted(line.text.slice(at, end)), isQuoted: true }
    return after
  }

  function bare(line: HeldLine, at: number): number {
    const found = stack.length > 0 ? match(BARE, line.text, at) : endOfValue(line.text, at)
    const end = at + line.text.slice(at, found).trimEnd().length
    if (end > at) value(line, at, end, false)
    name = undefined
    return Math.max(end, at + 1)
  }

  function word(line: HeldLine, at: number): number {
    const end = match(WORD, line.text, at)
    if (end === at) return at + 1
    const after = match(SEPARATOR, line.text, end)
    if (after > end) name = { text: line.text.slice(at, end), isQuoted: false }
    else if (top().hides || top().owner) value(line, at, end, false)
    return after
  }

  return {
    isInside: (): boolean => stack.length > 0,
    /** Whether the next value may be part of a secret. */
    mayHide: (): boolean =>
      stack.some(({ hides, isFlagged, owner, item }) => hides || isFlagged || owner !== undefined || item.name === 'secret'),
    scan(line: HeldLine): void {
      for (let at = 0; at < line.text.length; ) at = token(line, at)
      const loose = stack.findIndex(({ isLoose }) => isLoose)
      if (loose >= 0) stack = stack.slice(0, loose)
      if (name?.isQuoted === false) name = undefined
      if (stack.length > 0) return
      settle(root.item, false)
      root = frame()
      name = undefined
    },
    /** Ends the input, or gives up on it: shows or hides the values without a name. */
    end(isSecret: boolean): void {
      for (const { item } of stack) settle(item, isSecret)
    }
  }
}

const frame = (overrides: Partial<Frame> = {}): Frame => ({
  item: newItem(),
  hides: false,
  owner: undefined,
  isFlagged: false,
  isLoose: false,
  ...overrides
})

/** An apostrophe inside a word is not a quote. */
const isQuote = (text: string, at: number): boolean =>
  text.charAt(at) === '"' || openingAt(text, at) !== undefined || (text.charAt(at) === "'" && !/\w/.test(text.charAt(at - 1)))

const unquoted = (text: string): string => text.replace(/^\\{0,16}["']|\\{0,16}["']$/g, '')

/** Returns a quoted text without the secrets in it, such as a script or nested JSON; undefined if it contains none. */
function redactQuoted(text: string, within: (text: string) => string): string | undefined {
  if (!/[\\{[]/.test(text) || text.length < 2 || !text.endsWith(text.charAt(0))) return undefined
  const isJson = text.startsWith('"')
  try {
    const held: unknown = isJson ? JSON.parse(text) : text.slice(1, -1)
    const shown = typeof held === 'string' ? within(held) : held
    if (shown === held) return undefined
    return isJson ? JSON.stringify(shown) : `'${shown}'`
  } catch {
    return undefined // only similar to JSON
  }
}
