/** A part of a line. A link has an address that is safe to open. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'em'; children: Inline[] }
  | { kind: 'link'; href: string; text: string }
  | { kind: 'break' }

export type Block =
  | { kind: 'heading' | 'paragraph'; children: Inline[] }
  | { kind: 'code'; text: string; language: string }
  | { kind: 'list'; start: number | undefined; items: Block[][] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'rule' }

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([^`]*)$/
const HEADING = /^ {0,3}#{1,6}\s+(.*?)\s*#*$/
const RULE = /^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/
const ITEM = /^( *)(?:[-*+]|(\d{1,9})[.)])(?: +|$)/
const DIVIDER = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

/** Quotes and lists deeper than this are text. */
const MAX_DEPTH = 8

/** Reads the Markdown of a response. HTML is text, and so is everything that this does not know. */
export const readMarkdown = (text: string): Block[] => readBlocks(text.replaceAll('\r\n', '\n').split('\n'), 0)

function readBlocks(lines: readonly string[], depth: number): Block[] {
  const blocks: Block[] = []
  let at = 0
  const lineAt = (index: number): string => lines[index] ?? ''
  while (at < lines.length) {
    const line = lineAt(at)
    const fence = FENCE.exec(line)
    if (line.trim() === '') at += 1
    else if (fence) {
      const [, mark = '', language = ''] = fence
      const end = lines.findIndex(
        (one, index) => index > at && one.trim().startsWith(mark) && one.trim().replaceAll(mark.charAt(0), '') === ''
      )
      const last = end < 0 ? lines.length : end
      blocks.push({ kind: 'code', language, text: lines.slice(at + 1, last).join('\n') })
      at = last + 1
    } else if (HEADING.test(line)) {
      blocks.push({ kind: 'heading', children: readInline(HEADING.exec(line)?.[1] ?? '') })
      at += 1
    } else if (RULE.test(line)) {
      blocks.push({ kind: 'rule' })
      at += 1
    } else if (line.includes('|') && DIVIDER.test(lineAt(at + 1)) && lineAt(at + 1).includes('|')) {
      const end = endOf(lines, at + 2, one => one.includes('|'))
      const [head = [], ...rows] = [line, ...lines.slice(at + 2, end)].map(row => cellsOf(row).map(readInline))
      blocks.push({ kind: 'table', head, rows })
      at = end
    } else if (/^ {0,3}>/.test(line) && depth < MAX_DEPTH) {
      const end = endOf(lines, at, one => one.trim() !== '' && (/^ {0,3}>/.test(one) || !startsBlock(one)))
      blocks.push({
        kind: 'quote',
        blocks: readBlocks(
          lines.slice(at, end).map(one => one.replace(/^ {0,3}> ?/, '')),
          depth + 1
        )
      })
      at = end
    } else if (ITEM.test(line) && depth < MAX_DEPTH) {
      const { block, end } = readList(lines, at, depth)
      blocks.push(block)
      at = end
    } else {
      const end = endOf(lines, at + 1, one => one.trim() !== '' && !startsBlock(one))
      blocks.push({ kind: 'paragraph', children: readLines(lines.slice(at, end)) })
      at = end
    }
  }
  return blocks
}

const startsBlock = (line: string): boolean =>
  FENCE.test(line) || HEADING.test(line) || RULE.test(line) || ITEM.test(line) || /^ {0,3}>/.test(line)

/** Index of the first line from `from` on that is not part of the block. */
function endOf(lines: readonly string[], from: number, isPart: (line: string) => boolean): number {
  let end = from
  while (end < lines.length && isPart(lines[end] ?? '')) end += 1
  return end
}

function readList(lines: readonly string[], from: number, depth: number): { block: Block; end: number } {
  const [, margin = '', number] = ITEM.exec(lines[from] ?? '') ?? []
  const items: string[][] = []
  let at = from
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const found = ITEM.exec(line)
    const isItem = found !== null && (found[1] ?? '').length <= margin.length + 1 && (found[2] === undefined) === (number === undefined)
    const indent = line.length - line.trimStart().length
    if (isItem) items.push([line.slice(found[0].length)])
    else if (line.trim() === '') {
      const next = lines[at + 1] ?? ''
      if (next.trim() === '' || (next.length - next.trimStart().length <= margin.length && !ITEM.test(next))) break
      items.at(-1)?.push('')
    } else if (indent > margin.length || !startsBlock(line)) items.at(-1)?.push(line.slice(Math.min(indent, margin.length + 2)))
    else break
    at += 1
  }
  const blocks = items.map(item => readBlocks(item, depth + 1))
  return { block: { kind: 'list', start: number === undefined ? undefined : Number(number), items: blocks }, end: at }
}

/** The cells of a row: a bar after a backslash is text. */
function cellsOf(row: string): string[] {
  const cells = row
    .trim()
    .replace(/^\|/, '')
    .split(/(?<!\\)\|/)
  if ((cells.at(-1) ?? '').trim() === '') cells.pop()
  return cells.map(cell => cell.trim().replaceAll('\\|', '|'))
}

const readLines = (lines: readonly string[]): Inline[] =>
  lines.flatMap((line, at) => (at === 0 ? readInline(line) : [{ kind: 'break' } as const, ...readInline(line.trimStart())]))

/** A longer line is text: looking for the ends of its marks would take too long. */
const MAX_LINE = 10_000

const MARK = /\\[!-/:-@[-`{-~]|`+|\*\*?|__?|!?\[|https?:\/\/[^\s<>"'`)\]|]+/g

/** Reads the marks of a line. A mark without its end is text. */
function readInline(text: string): Inline[] {
  if (text.length > MAX_LINE) return [{ kind: 'text', text }]
  const parts: Inline[] = []
  let done = 0
  const plainUntil = (end: number): void => {
    if (end > done) parts.push({ kind: 'text', text: text.slice(done, end) })
  }
  const mark = new RegExp(MARK)
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    const { index, 0: sign } = found
    const read = readMark(text, index, sign)
    if (!read) {
      mark.lastIndex = index + sign.length
      continue
    }
    plainUntil(index)
    parts.push(read.part)
    done = read.end
    mark.lastIndex = done
  }
  plainUntil(text.length)
  return parts
}

function readMark(text: string, at: number, sign: string): { part: Inline; end: number } | undefined {
  const after = at + sign.length
  if (sign.startsWith('\\')) return { part: { kind: 'text', text: sign.slice(1) }, end: after }
  if (sign.startsWith('`')) {
    const end = text.indexOf(sign, after)
    return end < 0 ? undefined : { part: { kind: 'code', text: text.slice(after, end).trim() || ' ' }, end: end + sign.length }
  }
  if (sign.startsWith('http')) {
    const address = sign.replace(/[.,;:!?]+$/, '')
    return linkTo(address, address, at + address.length)
  }
  if (sign.endsWith('[')) {
    const found = /^([^\]]*)\]\(\s*<?([^\s)>]*)>?(?:\s+"[^"]*")?\s*\)/.exec(text.slice(after, after + 4_000))
    return found ? linkTo(found[2] ?? '', (found[1] ?? '').replace(/\\([!-/:-@[-`{-~])/g, '$1'), after + found[0].length) : undefined
  }
  // An underscore within a word, as in snake_case, is text.
  const isWord = sign.startsWith('_') && /\w/.test(text[at - 1] ?? '')
  const end = isWord || /^\s|^$/.test(text.slice(after, after + 1)) ? -1 : text.indexOf(sign, after + 1)
  if (end < 0 || /\s/.test(text[end - 1] ?? '') || (sign.startsWith('_') && /\w/.test(text[end + sign.length] ?? ''))) return undefined
  return { part: { kind: sign.length === 2 ? 'strong' : 'em', children: readInline(text.slice(after, end)) }, end: end + sign.length }
}

/** Only web and mail addresses are links. Anything else stays as it is written. */
function linkTo(address: string, text: string, end: number): { part: Inline; end: number } | undefined {
  if (!/^(https?:\/\/|mailto:)/i.test(address) || !URL.canParse(address)) return undefined
  return { part: { kind: 'link', href: address, text: text || address }, end }
}
