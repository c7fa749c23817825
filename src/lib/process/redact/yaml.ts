import { addValue, type Edit, type HeldLine, hideValue, type Item, type LineRedactor, nameItem, newItem, settle } from './items.ts'
import { beforeSecret, holdsAnyItem, holdsItem, isSecretBranch, isSecretFlag, isSecretName, namesItem } from './secret-names.ts'
import { HIDDEN, hiddenForm } from './values.ts'

/** Lines that belong to an earlier one: deeper lines, and, in a map, list items of the same depth. */
interface Below {
  column: number
  /** undefined: the lines are part of a secret. Otherwise they are if the item has a secret name. */
  item: Item | undefined
  /** Whether they are a map or a list, whose names are shown. Otherwise they are one text. */
  isMap: boolean
  /** In a map: column of the field whose text may continue on the next lines. */
  field: number | undefined
}

interface Entry {
  /** Columns of the first character, and of the name after the dashes. */
  indent: number
  column: number
  isListItem: boolean
  /** undefined: the line has no name. */
  name: string | undefined
  /** Position after the name. */
  at: number
  rest: string
}

/** Quoted names are handled by the JSON scanner. */
const NAME = /([\w./@$[\]-]{1,200}):(?=[ \t]|$)[ \t]*/y
const DASHES = /[ \t]*(?:-[ \t]+|-$)*/y

function parseEntry(text: string): Entry {
  DASHES.lastIndex = 0
  const column = DASHES.test(text) ? DASHES.lastIndex : 0
  NAME.lastIndex = column
  const found = NAME.exec(text)
  const at = found ? NAME.lastIndex : column
  const indent = Math.max(0, text.search(/\S/))
  return {
    indent,
    column,
    isListItem: text.charAt(indent) === '-' && column > indent,
    name: found?.[1],
    at,
    rest: text.slice(at).trimEnd()
  }
}

const BLOCK = /^[|>][-+\d]{0,3}$/

/** A quoted text, folded over several lines if it is long. */
interface Quoted {
  lines: HeldLine[]
  /** The quotation mark. */
  sign: string
  start: number
  /** Lines that are not deeper do not belong to it. */
  column: number
  /** The item whose value it is, if any. */
  item: Item | undefined
  /** It is too long: all of its lines are hidden. */
  isGivenUp: boolean
}

/** The lines of a text after `|` or `>`, which is the value of an item. */
interface Block {
  redactor: LineRedactor
  /** Lines whose content is not redacted yet. */
  lines: HeldLine[]
  /** Lines that are not deeper do not belong to it. */
  column: number
  /** Column at which the content begins; undefined until its first line. */
  start: number | undefined
  item: Item
}

/** Returns the end of a quoted text that starts here or earlier, or undefined if it ends on a later line. */
function endOfQuoted(text: string, quote: string, from: number): number | undefined {
  for (let at = from; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign === '\\' && quote === '"') at += 1
    else if (sign === quote && quote === "'" && text.charAt(at + 1) === "'") at += 1
    else if (sign === quote) return at + 1
  }
  return undefined
}

/** A backslash at the end of a line joins it with the next one. A backslash before a space keeps the space. */
const unfold = (parts: readonly string[]): string =>
  parts.reduce((text, part) => (/\\$/.test(text) ? text.slice(0, -1) + part.replace(/^\\(?= )/, '') : `${text} ${part}`))

/** What YAML reads after a backslash, except codes of characters. */
const ESCAPED: ReadonlyMap<string, string> = new Map([
  ['0', '\0'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\u001b'],
  ['N', '\u0085'],
  ['_', '\u00a0'],
  ['L', '\u2028'],
  ['P', '\u2029']
])

/** Returns the content of a quoted text. */
function contentOf(folded: string): string {
  const inside = folded.slice(1, -1)
  if (folded.startsWith("'")) return inside.replaceAll("''", "'")
  return inside.replace(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|U(00[\da-f]{6})|([\s\S]))/gi,
    (_whole, short, code, long, sign: string | undefined) => {
      if (sign !== undefined) return ESCAPED.get(sign) ?? sign
      const point = Number.parseInt(short ?? code ?? long, 16)
      return point > 0x10_ff_ff ? '' : String.fromCodePoint(point)
    }
  )
}

/**
 * Tracks YAML over several lines by indentation, and hides values by the name of their field, of their item, or of an enclosing map. `within` redacts
 * the content of a quoted text, `openWithin` that of a text over several lines.
 */
export function createYamlScanner(within: (text: string) => string, openWithin: () => LineRedactor) {
  let below: Below | undefined
  let quoted: Quoted | undefined
  let block: Block | undefined
  let isFlagged = false
  let items: { column: number; item: Item }[] = []

  function leaveItems(isLeft: (column: number) => boolean): void {
    for (const { column, item } of items) if (isLeft(column)) settle(item, false)
    items = items.filter(({ column }) => !isLeft(column))
  }

  function itemAt({ column, isListItem }: Entry): Item {
    leaveItems(other => other > column || (isListItem && other >= column))
    const known = items.find(other => other.column === column)
    if (known) return known.item
    const item = newItem()
    items.push({ column, item })
    return item
  }

  /** Handles a line that belongs to an earlier one. */
  function continued(line: HeldLine, entry: Entry, { item, isMap, field }: Below): void {
    const isText = !isMap || (field !== undefined && entry.indent > field)
    const start = isText ? entry.indent : entry.at
    if (below && !isText) below.field = entry.name !== undefined && entry.rest !== '' ? entry.column : undefined
    if (line.text.slice(start).trim() === '' || (!isText && BLOCK.test(entry.rest))) return
    const edit = { line, start, end: line.text.length, hidden: isText ? HIDDEN : hiddenForm(entry.rest, false) }
    if (item) addValue(item, edit)
    else hideValue(edit)
  }

  function begin(line: HeldLine, { name = '', column, at, rest }: Entry, item: Item | undefined): void {
    const isMap = rest === ''
    below = { column, item, isMap, field: undefined }
    if (isMap || BLOCK.test(rest)) return
    const scheme = /^(?:bearer|basic) /i.exec(rest)?.[0].length ?? 0
    const hidden = `${rest.slice(0, scheme)}${hiddenForm(rest.slice(scheme), false)}`
    const edit = { line, start: at, end: at + rest.length, hidden }
    if (!item) hideValue(edit)
    else if (holdsItem(name)) addValue(item, edit)
  }

  /** A list item of arguments or variables. It may contain a secret, or be the value of the flag before it. */
  function argument(line: HeldLine, { isListItem, at, rest }: Entry): boolean {
    const text = rest.replace(/^["']|["']$/g, '')
    const isValue = isListItem && isFlagged
    isFlagged = isListItem && isSecretFlag(text)
    const before = isListItem ? beforeSecret(text) : undefined
    if (!isValue && before === undefined) return false
    const quote = rest === text ? '' : rest.charAt(0)
    hideValue({ line, start: at, end: at + rest.length, hidden: `${quote}${isValue ? '' : before}${HIDDEN}${quote}` })
    return true
  }

  /** Whether a quoted text starts here that takes at least the rest of the line. In JSON, something follows it. */
  function startsQuoted(line: HeldLine, { name, isListItem, indent, column, at, rest }: Entry, item?: Item): boolean {
    if (!/^["']/.test(rest) || (name === undefined && !isListItem)) return false
    const end = endOfQuoted(line.text, rest.charAt(0), at + 1)
    if (end !== undefined && end < at + rest.length) return false
    quote(
      line,
      { lines: [], start: at, column: name === undefined ? indent : column, sign: rest.charAt(0), item, isGivenUp: false },
      at + 1
    )
    return true
  }

  /** Adds a line to a quoted text. */
  function quote(line: HeldLine, open: Quoted, from: number): void {
    const isWhole = endOfQuoted(line.text, open.sign, from) !== undefined
    quoted = isWhole ? undefined : open
    if (open.isGivenUp) {
      hideValue({ line, start: 0, end: line.text.length, hidden: HIDDEN })
      return
    }
    open.lines.push(line)
    line.waiting += 1
    if (isWhole) release(open)
  }

  /** Shows a quoted text without its secrets, in its first line, because a secret may span lines. */
  function release({ lines, start, item }: Quoted, isCut = false): void {
    const held = isCut ? undefined : contentOf(unfold(lines.map(({ text }, at) => text.slice(at === 0 ? start : 0).trim())))
    const shown = held === undefined ? HIDDEN : within(held)
    for (const [at, line] of lines.entries()) {
      line.waiting -= 1
      const place = { line, start: at === 0 ? start : 0, end: line.text.length }
      const plain = shown === held ? undefined : at === 0 ? `'${shown.replaceAll("'", "''")}'` : ''
      addRedacted(place, at === 0 ? `'${HIDDEN}'` : '', plain, item)
    }
  }

  /** The text only started with a quote: each line is shown separately. */
  function leaveOpen({ lines, start, item }: Quoted): void {
    quoted = undefined
    for (const [at, line] of lines.entries()) {
      line.waiting -= 1
      const from = at === 0 && item ? start : 0
      const text = line.text.slice(from)
      const shown = within(text)
      addRedacted({ line, start: from, end: line.text.length }, HIDDEN, shown === text ? undefined : shown, item)
    }
  }

  /** Adds the value of an item, which is shown as `plain` unless it is a secret. Outside an item, it is always shown so. */
  function addRedacted(
    place: Pick<Edit, 'line' | 'start' | 'end'>,
    hidden: string,
    plain: string | undefined,
    item: Item | undefined
  ): void {
    if (item) addValue(item, { ...place, hidden, plain })
    else if (plain !== undefined) hideValue({ ...place, hidden: plain })
  }

  function addToBlock(line: HeldLine, open: Block): void {
    if (line.text.trim() !== '') open.start ??= line.text.search(/\S/)
    line.waiting += 1
    open.lines.push(line)
    showBlock(open, open.redactor.push(line.text.slice(open.start ?? 0)))
  }

  /** Shows the next lines of a block as they are redacted. */
  function showBlock({ lines, start = 0, item }: Block, shown: readonly string[]): void {
    for (const [at, line] of lines.splice(0, shown.length).entries()) {
      line.waiting -= 1
      const text = line.text.slice(start)
      if (text.trim() === '') continue
      addRedacted({ line, start, end: line.text.length }, HIDDEN, shown[at] === text ? undefined : shown[at], item)
    }
  }

  function leaveBlock(open: Block, isCut = false): void {
    block = undefined
    showBlock(open, open.redactor.end(isCut))
  }

  return {
    /** Whether the next value may be part of a secret. */
    mayHide: (): boolean =>
      isFlagged || below !== undefined || quoted !== undefined || block !== undefined || items.some(({ item }) => item.name === 'secret'),
    /** Returns whether the whole line is handled, so that other scanners can skip it. */
    scan(line: HeldLine): boolean {
      if (block && (line.text.trim() === '' || line.text.search(/\S/) > block.column)) {
        addToBlock(line, block)
        return true
      }
      if (block) leaveBlock(block)
      if (quoted && (line.text.trim() === '' || line.text.search(/\S/) > quoted.column)) {
        quote(line, quoted, 0)
        return true
      }
      if (quoted) leaveOpen(quoted)
      if (line.text.trim() === '') return below !== undefined
      const entry = parseEntry(line.text)
      if (below?.isMap && below.item?.name === 'plain') below = undefined
      if (below && (entry.indent > below.column || (below.isMap && entry.isListItem && entry.indent === below.column))) {
        continued(line, entry, below)
        return below.item === undefined || below.item.name !== 'plain'
      }
      below = undefined
      const { name, rest } = entry
      if (/^[{[]/.test(rest)) return false
      if (name === undefined) return argument(line, entry) || startsQuoted(line, entry)
      const item = itemAt(entry)
      if (isSecretName(name)) {
        if (rest !== '' || isSecretBranch(name)) begin(line, entry, undefined)
      } else if (holdsItem(name) && BLOCK.test(rest) && item.name !== 'secret')
        block = { redactor: openWithin(), lines: [], column: entry.column, start: undefined, item }
      else if (holdsItem(name) && item.name !== 'secret' && startsQuoted(line, entry, item)) return true
      else if (holdsItem(name) && (rest !== '' || item.name === 'secret' || holdsAnyItem(name))) begin(line, entry, item)
      else if (namesItem(name)) nameItem(item, rest.replace(/^["']|["']$/g, ''))
      return below === undefined && startsQuoted(line, entry)
    },
    /** Hides what waits for a name, so that it can be shown. A text over several lines continues. */
    giveUp(): void {
      if (quoted && !quoted.isGivenUp) {
        release(quoted, true)
        quoted = { ...quoted, lines: [], isGivenUp: true }
      }
      for (const { item } of items) settle(item, true)
    },
    end(isSecret: boolean): void {
      if (block) leaveBlock(block, isSecret)
      if (quoted && !quoted.isGivenUp) release(quoted, true)
      quoted = undefined
      for (const { item } of items) settle(item, isSecret)
    }
  }
}
