import { ident, tokenTypes as T, tokenize } from 'css-tree'

/** A declaration without comments and escapes. Names are in lower case, except custom properties. */
export interface Declaration {
  property: string
  value: string
  important: boolean
}

/** The content of a block, parsed when iterated. */
export type Block = () => Generator<Item>

export type Item =
  | { type: 'declaration'; declaration: Declaration }
  | { type: 'rule'; prelude: string; block: Block }
  | { type: 'at-rule'; name: string; prelude: string; block: Block | undefined }

/**
 * Parses a style sheet, or a `style` attribute with nested rules, with the error recovery of CSS Syntax 3: an invalid rule ends where
 * browsers end it. Linear in the length of the text, however deeply its blocks are nested.
 */
export function readSyntax(css: string, isNested: boolean): Generator<Item> {
  const source = sourceOf(css)
  return items(source, 0, source.types.length, isNested)
}

interface Source {
  css: string
  types: number[]
  starts: number[]
  ends: number[]
  /** For each opening bracket, the token that closes it, or the end of the text. */
  closings: Map<number, number>
}

const CLOSED_BY: ReadonlyMap<number, number> = new Map([
  [T.LeftCurlyBracket, T.RightCurlyBracket],
  [T.LeftParenthesis, T.RightParenthesis],
  [T.Function, T.RightParenthesis],
  [T.LeftSquareBracket, T.RightSquareBracket]
])

function sourceOf(css: string): Source {
  const source: Source = { css, types: [], starts: [], ends: [], closings: new Map() }
  const open: { index: number; closedBy: number }[] = []
  tokenize(css, (type, start, end) => {
    const index = source.types.push(type) - 1
    source.starts.push(start)
    source.ends.push(end)
    const closedBy = CLOSED_BY.get(type)
    if (closedBy !== undefined) open.push({ index, closedBy })
    else if (open.at(-1)?.closedBy === type) source.closings.set(open.pop()?.index ?? 0, index)
  })
  for (const { index } of open) source.closings.set(index, source.types.length)
  return source
}

const BLANK: ReadonlySet<number | undefined> = new Set([T.WhiteSpace, T.Comment])

function* items(source: Source, from: number, to: number, isNested: boolean): Generator<Item> {
  const ignored = new Set([...BLANK, ...(isNested ? [T.Semicolon] : [T.CDO, T.CDC])])
  for (let at = from; at < to; ) {
    if (ignored.has(source.types[at])) {
      at++
      continue
    }
    const isAtRule = source.types[at] === T.AtKeyword
    const stop = stopOf(source, at, to, isNested || isAtRule, isNested && !isAtRule && isCustom(source, at, to))
    const end = source.types[stop] === T.LeftCurlyBracket && stop < to ? Math.min(source.closings.get(stop) ?? to, to) : stop
    yield* itemOf(source, { at, stop, end, isNested })
    at = end + 1
  }
}

interface Extent {
  at: number
  /** The semicolon or opening brace that ends the prelude or declaration. */
  stop: number
  /** The closing brace. */
  end: number
  isNested: boolean
}

function* itemOf(source: Source, { at, stop, end, isNested }: Extent): Generator<Item> {
  const hasBlock = end !== stop
  const block = hasBlock ? () => items(source, stop + 1, end, true) : undefined
  if (source.types[at] === T.AtKeyword) {
    const name = ident.decode(source.css.slice((source.starts[at] ?? 0) + 1, source.ends[at])).toLowerCase()
    const within = name === 'media' || name === 'supports' || name === 'layer' || name === 'container' || name === 'scope'
    const inner = within && !isNested ? () => items(source, stop + 1, end, false) : block
    yield { type: 'at-rule', name, prelude: rawText(source, at + 1, stop), block: hasBlock ? inner : undefined }
  } else if (block) {
    yield { type: 'rule', prelude: rawText(source, at, stop), block }
  } else if (isNested) {
    const declaration = declarationOf(source, at, stop)
    if (declaration) yield { type: 'declaration', declaration }
  }
}

/** Returns the first semicolon (if it ends the item) or opening brace outside other brackets. */
function stopOf(source: Source, from: number, to: number, endsAtSemicolon: boolean, isCustom: boolean): number {
  for (let at = from; at < to; at++) {
    const type = source.types[at]
    if (endsAtSemicolon && type === T.Semicolon) return at
    if (type === T.LeftCurlyBracket && !isCustom) return at
    at = source.closings.get(at) ?? at
  }
  return to
}

const skipBlank = ({ types }: Source, from: number, to: number): number => {
  let at = from
  while (at < to && BLANK.has(types[at])) at++
  return at
}

/** Whether a custom property starts here, whose value may contain braces. */
const isCustom = (source: Source, at: number, to: number): boolean =>
  source.css.startsWith('--', source.starts[at]) && source.types[skipBlank(source, at + 1, to)] === T.Colon

function declarationOf(source: Source, at: number, to: number): Declaration | undefined {
  const colon = skipBlank(source, at + 1, to)
  if (source.types[at] !== T.Ident || colon >= to || source.types[colon] !== T.Colon) return undefined
  const name = ident.decode(source.css.slice(source.starts[at], source.ends[at]))
  const value = textOf(source, colon + 1, to)
  const important = /!\s*important$/i.exec(value.slice(-30))
  return {
    property: name.startsWith('--') ? name : name.toLowerCase(),
    value: important ? value.slice(0, -important[0].length).trimEnd() : value,
    important: important !== null
  }
}

/** The original text, for a parser that handles comments and escapes itself. */
const rawText = ({ css, starts, ends }: Source, from: number, to: number): string =>
  to > from ? css.slice(starts[from], ends[to - 1]).trim() : ''

/** The text without comments; escapes are kept only where a name needs them. */
function textOf(source: Source, from: number, to: number): string {
  const text = rawText(source, from, to)
  if (!text.includes('/*') && !text.includes('\\')) return text
  const parts: string[] = []
  for (let at = from; at < to; at++) {
    const part = source.css.slice(source.starts[at], source.ends[at])
    parts.push(source.types[at] === T.Comment ? ' ' : part.includes('\\') ? unescaped(part, source.types[at]) : part)
  }
  return parts.join('').trim()
}

function unescaped(token: string, type: number | undefined): string {
  if (type === T.Ident) return ident.encode(ident.decode(token))
  if (type === T.Function) return `${ident.encode(ident.decode(token.slice(0, -1)))}(`
  return type === T.Dimension || type === T.Hash ? ident.decode(token) : token
}
