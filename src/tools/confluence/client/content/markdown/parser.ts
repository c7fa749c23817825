import { createRequire } from 'node:module'
import type MarkdownIt from 'markdown-it'
import { emoticonOf } from './emoji.ts'
import { EMPHASIS_TAGS, HTML_TAGS, OURS, SEPARATOR, SHORT_NAME } from './inline.ts'
import { MERGED } from './table.ts'

export type Parser = InstanceType<typeof MarkdownIt>
export type Token = ReturnType<Parser['parse']>[number]
type BlockRule = Parameters<Parser['block']['ruler']['push']>[1]
type BlockState = Parameters<BlockRule>[0]
type InlineRule = Parameters<Parser['inline']['ruler']['push']>[1]
type InlineState = Parameters<InlineRule>[0]
type CoreState = Parameters<Parameters<Parser['core']['ruler']['push']>[1]>[0]

type ParserEnv = NonNullable<Parameters<Parser['parse']>[1]>

/** What a conversion needs and finds. */
export interface Env extends ParserEnv {
  /** Storage of elements that the page has already, by the storage that Markdown would give them. */
  known: ReadonlyMap<string, string>
  /** Macros that the page has for formulas. */
  math: { block: string; inline: string }
  /** A macro that was written as text, which its author did not intend. */
  macro?: string
}

/** Panels, and the names that other systems have for them. */
const ALERTS: ReadonlyMap<string, string> = new Map([
  ['INFO', 'info'],
  ['NOTE', 'note'],
  ['TIP', 'tip'],
  ['WARNING', 'warning'],
  ['PANEL', 'panel'],
  ['IMPORTANT', 'note'],
  ['CAUTION', 'warning']
])

/** The first line of a panel: `[!WARNING] Title`. */
const ALERT = /^\[!([A-Z]+)\](.*)$/i

export const alertOf = (line: string): { macro: string; title: string } | undefined => {
  const [, name = '', title = ''] = ALERT.exec(line) ?? []
  const macro = ALERTS.get(name.toUpperCase())
  return macro === undefined ? undefined : { macro, title: title.trim() }
}

/** Escapes text of an element. */
export const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const attribute = (text: string): string => escaped(text).replaceAll('"', '&quot;')

/** Code is stored as CDATA, whose end mark the code may contain. */
export const cdata = (text: string): string => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

const parameter = (name: string, value: string): string => `<ac:parameter ac:name="${attribute(name)}">${escaped(value)}</ac:parameter>`

const macroOf = (name: string, content: string): string =>
  `<ac:structured-macro ac:name="${attribute(name)}">${content}</ac:structured-macro>`

let parser: Parser | undefined

/** Created on first use. */
export function markdownParser(): Parser {
  parser ??= makeParser()
  return parser
}

function makeParser(): Parser {
  const load: (name: string) => { default?: typeof MarkdownIt } & typeof MarkdownIt = createRequire(import.meta.url)
  const loaded = load('markdown-it')
  const Parser = loaded.default ?? loaded
  const made = new Parser({ html: false, xhtmlOut: true })
  const alt = ['paragraph', 'reference', 'blockquote', 'list']
  made.block.ruler.before('fence', 'details', detailsRule, { alt })
  made.block.ruler.before('fence', 'math_block', mathRule, { alt })
  made.block.ruler.before('fence', 'empty_comment', commentRule, { alt })
  made.block.ruler.before('reference', 'footnote', footnoteRule, { alt: ['paragraph', 'reference'] })
  made.inline.ruler.before('backticks', 'marked', markedRule)
  made.inline.ruler.before('autolink', 'tag', tagRule)
  made.inline.ruler.before('link', 'note', noteRule)
  made.inline.ruler.before('link', 'math', mathInlineRule)
  made.inline.ruler.before('link', 'emoji', emojiRule)
  made.core.ruler.after('block', 'structure', structureRule)
  // Runs before `text_join`, which merges escaped characters with the text around them.
  made.core.ruler.before('text_join', 'confluence', inlineRule)
  addRenderers(made)
  return made
}

/** The index of the token that closes the one at an index; -1 if there is none. */
export function placeOfClose(tokens: readonly Token[], at: number, type: string): number {
  const level = tokens[at]?.level
  for (let place = at + 1; place < tokens.length; place++) if (tokens[place]?.type === type && tokens[place]?.level === level) return place
  return -1
}

const lineAt = (state: BlockState, line: number): string =>
  state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line] ?? 0)

const isIndentedCode = (state: BlockState, line: number): boolean => (state.sCount[line] ?? 0) - state.blkIndent >= 4

/** `<details>` … `</details>`, with Markdown between them: an expand macro. */
function detailsRule(state: BlockState, from: number, end: number, silent: boolean): boolean {
  if (isIndentedCode(state, from) || !/^<details(?: open)?>\s*$/i.test(lineAt(state, from))) return false
  const close = endOfDetails(state, from, end)
  if (close === undefined) return false
  if (silent) return true
  const [, title] = /^<summary>(.*)<\/summary>\s*$/i.exec(lineAt(state, from + 1)) ?? []
  const token = state.push('details_open', '', 1)
  token.map = [from, close + 1]
  token.meta = { title: title ?? '', content: from + (title === undefined ? 1 : 2) }
  const { lineMax, parentType } = state
  state.lineMax = close
  state.md.block.tokenize(state, from + (title === undefined ? 1 : 2), close)
  state.lineMax = lineMax
  state.parentType = parentType
  state.push('details_close', '', -1)
  state.line = close + 1
  return true
}

/** As deep as the parser nests blocks. It also bounds how many tags without an end are searched for one. */
const MAX_DETAILS = 100

/** The line of the end tag, which may have others within, and code that shows one. */
function endOfDetails(state: BlockState, from: number, end: number): number | undefined {
  let depth = 0
  let fence = ''
  for (let line = from; line < end; line++) {
    const text = lineAt(state, line)
    // The end of the item of a list that it is in.
    if (text !== '' && (state.sCount[line] ?? 0) < state.blkIndent) return undefined
    const [mark = ''] = /^(?:`{3,}|~{3,})/.exec(text) ?? []
    if (fence !== '') {
      if (mark.startsWith(fence) && text.trim() === mark) fence = ''
    } else if (mark !== '') fence = mark
    else if (/^<details(?: open)?>\s*$/i.test(text)) {
      if (++depth > MAX_DETAILS) return undefined
    } else if (/^<\/details>\s*$/i.test(text) && --depth === 0) return line
  }
  return undefined
}

function mathRule(state: BlockState, from: number, end: number, silent: boolean): boolean {
  if (isIndentedCode(state, from)) return false
  const line = lineAt(state, from)
  if (!line.startsWith('$$')) return false
  const rest = line.slice(2).trimEnd()
  if (rest !== '' && (rest === '$$' || !rest.endsWith('$$'))) return false
  const alone = rest === '' ? undefined : rest.slice(0, -2).trimEnd()
  let close = from
  if (alone === undefined) {
    close = from + 1
    while (close < end && lineAt(state, close).trim() !== '$$') close++
    if (close >= end) return false
  }
  if (silent) return true
  const token = state.push('math_block', '', 0)
  token.content = alone ?? state.getLines(from + 1, close, state.sCount[from] ?? 0, false)
  token.map = [from, close + 1]
  state.line = close + 1
  return true
}

/** `<!-- -->` separates two lists. */
function commentRule(state: BlockState, from: number, _end: number, silent: boolean): boolean {
  if (isIndentedCode(state, from) || !/^<!--\s*-->\s*$/.test(lineAt(state, from))) return false
  if (silent) return true
  const token = state.push('separator', '', 0)
  token.map = [from, from + 1]
  state.line = from + 1
  return true
}

/** `[^1]: text` */
function footnoteRule(state: BlockState, from: number, end: number, silent: boolean): boolean {
  const [, name, text] = isIndentedCode(state, from) ? [] : (/^\[\^([\w-]{1,64})\]:(.*)$/.exec(lineAt(state, from)) ?? [])
  if (name === undefined) return false
  if (silent) return true
  let next = from + 1
  const lines = [text ?? '']
  while (next < end && lineAt(state, next) !== '' && (state.sCount[next] ?? 0) >= state.blkIndent + 2) lines.push(lineAt(state, next++))
  const open = state.push('footnote_open', 'p', 1)
  open.map = [from, next]
  open.meta = { name }
  const token = state.push('inline', '', 0)
  token.content = lines.join('\n').trim()
  token.map = [from, next]
  token.children = []
  state.push('footnote_close', 'p', -1).meta = { name }
  state.line = next
  return true
}

/** `…`{=storage} */
function markedRule(state: InlineState, silent: boolean): boolean {
  if (state.src.charAt(state.pos) !== '`') return false
  if (state.src.charAt(state.pos - 1) === '`') return false
  const from = endOfTicks(state, state.pos)
  const close = closeOfTicks(state, from, from - state.pos)
  if (close === undefined) return false
  if (!silent) {
    const content = state.src.slice(from, close)
    const isPadded = content.startsWith(' ') && content.endsWith(' ') && /^ `|` $/.test(content)
    atom(
      state,
      (isPadded ? content.slice(1, -1) : content).replace(/\\(.)/gs, (_all, sign) => (sign === 'n' ? '\n' : sign === 'r' ? '\r' : sign))
    )
  }
  state.pos = close + (from - state.pos) + MARK.length
  return true
}

const MARK = '{=storage}'

function endOfTicks({ src, posMax }: InlineState, from: number): number {
  let end = from
  while (end < posMax && src.charAt(end) === '`') end++
  return end
}

/** Where the next run of as many backticks begins, if the mark follows it. */
function closeOfTicks(state: InlineState, from: number, length: number): number | undefined {
  const { src, posMax } = state
  for (let start = src.indexOf('`', from); start >= 0 && start < posMax; ) {
    const end = endOfTicks(state, start)
    if (end - start === length) return src.startsWith(MARK, end) && end + MARK.length <= posMax ? start : undefined
    start = src.indexOf('`', end)
  }
  return undefined
}

function atom(state: InlineState, html: string): void {
  state.push('atom', '', 0).content = html
}

/** Tokens of the text between two positions, between tags. Emphasis within them does not end outside. */
function within(state: InlineState, [before, after]: readonly [before: string, after: string], from: number, to: number): void {
  const { posMax } = state
  state.push('tag_open', '', 1).content = before
  state.pos = from
  state.posMax = to
  state.md.inline.tokenize(state)
  state.posMax = posMax
  state.push('tag_close', '', -1).content = after
}

const OPENING = /^<([a-z][a-z0-9]*)((?:\s+[a-z][a-z-]*="[^"<]*")*)\s*>/
/** HTML that Markdown may contain. The cells of a table have lists and code as well. */
const ALLOWED = new Set([...HTML_TAGS, ...EMPHASIS_TAGS.values(), 'mark', 'ul', 'ol', 'li', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

function tagRule(state: InlineState, silent: boolean): boolean {
  if (state.src.charAt(state.pos) !== '<') return false
  const rest = state.src.slice(state.pos, state.posMax)
  if (rest.startsWith(SEPARATOR)) {
    if (!silent) atom(state, '')
    state.pos += SEPARATOR.length
    return true
  }
  const [lineBreak] = /^<br\s*\/?>/i.exec(rest) ?? []
  if (lineBreak !== undefined) {
    if (!silent) state.push('hardbreak', 'br', 0)
    state.pos += lineBreak.length
    return true
  }
  const [open, name = '', attributes = ''] = OPENING.exec(rest) ?? []
  if (open === undefined || !ALLOWED.has(name)) return false
  const close = closeOfTag(state)
  if (!close) return false
  const from = state.pos + open.length
  if (!silent) {
    const decoded = attributes.replace(/\s+/g, ' ')
    if (name === 'pre') atom(state, codeInCell(state, decoded, state.src.slice(from, close.from)))
    else within(state, tagsOf(name, decoded), from, close.from)
  }
  state.pos = close.to
  return true
}

function tagsOf(name: string, attributes: string): [before: string, after: string] {
  const [, reference] = name === 'mark' ? (/ data-comment="([^"]*)"/.exec(attributes) ?? []) : []
  if (reference !== undefined) return [`<ac:inline-comment-marker ac:ref="${reference}">`, '</ac:inline-comment-marker>']
  if (name === 'mark') return ['<span style="background-color: rgb(255,240,179);">', '</span>']
  return [`<${name}${attributes}>`, `</${name}>`]
}

/** Where an end tag begins and ends. */
interface EndTag {
  from: number
  to: number
}

/** The end tags of each text that is parsed, by the positions of their tags. */
const endTags = new WeakMap<InlineState, ReadonlyMap<number, EndTag>>()

/** The end of the tag at the position, if it is within the text that is parsed. */
function closeOfTag(state: InlineState): EndTag | undefined {
  const ends = endTags.get(state) ?? endTagsIn(state.src)
  endTags.set(state, ends)
  const end = ends.get(state.pos)
  return end && end.to <= state.posMax ? end : undefined
}

function endTagsIn(text: string): Map<number, EndTag> {
  const ends = new Map<number, EndTag>()
  const open = new Map<string, number[]>()
  for (const found of text.matchAll(/<(\/?)([a-z][a-z0-9]*)(?:\s[^<>]*)?>/g)) {
    const [tag, slash, name = ''] = found
    if (slash === '/') {
      const start = open.get(name)?.pop()
      if (start !== undefined) ends.set(start, { from: found.index, to: found.index + tag.length })
    } else {
      const starts = open.get(name) ?? []
      starts.push(found.index)
      open.set(name, starts)
    }
  }
  return ends
}

function codeInCell({ md }: InlineState, attributes: string, text: string): string {
  const pairs = [...attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g)].map(([, name = '', value = '']): [string, string] => [
    name === 'lang' ? 'language' : name.replace(/^data-/, ''),
    md.utils.unescapeAll(value)
  ])
  return codeMacro('code', pairs, md.utils.unescapeAll(text.replace(/<br\s*\/?>/gi, '\n')))
}

/** `[^1]` and `^[text]` */
function noteRule(state: InlineState, silent: boolean): boolean {
  const rest = state.src.slice(state.pos, state.pos + 70)
  const [reference, name] = /^\[\^([\w-]{1,64})\]/.exec(rest) ?? []
  if (reference !== undefined && name !== undefined) {
    if (!silent) atom(state, footnoteReference(name))
    state.pos += reference.length
    return true
  }
  if (!rest.startsWith('^[')) return false
  const end = state.md.helpers.parseLinkLabel(state, state.pos + 1)
  if (end < 0) return false
  if (!silent) within(state, FOOTNOTE, state.pos + 2, end)
  state.pos = end + 1
  return true
}

const FOOTNOTE = [
  '<ac:structured-macro ac:name="footnote"><ac:rich-text-body><p>',
  '</p></ac:rich-text-body></ac:structured-macro>'
] as const

const anchorMacro = (name: string): string => macroOf('anchor', parameter('', name))
const anchorLink = (anchor: string, text: string): string =>
  `<ac:link ac:anchor="${anchor}"><ac:plain-text-link-body>${cdata(text)}</ac:plain-text-link-body></ac:link>`
const footnoteReference = (name: string): string => `${anchorMacro(`fnref-${name}`)}<sup>${anchorLink(`fn-${name}`, name)}</sup>`

/** `$x$`: the signs touch the formula, and no digit follows, as in prices. */
function mathInlineRule(state: InlineState, silent: boolean): boolean {
  if (state.src.charAt(state.pos) !== '$') return false
  const [whole, formula] = /^\$(?!\s)((?:[^$\\\n]|\\[^\n])+?)(?<!\s)\$(?!\d)/.exec(state.src.slice(state.pos, state.posMax)) ?? []
  if (whole === undefined || formula === undefined || state.src.charAt(state.pos - 1) === '$') return false
  if (!silent) state.push('math_inline', '', 0).content = formula
  state.pos += whole.length
  return true
}

function emojiRule(state: InlineState, silent: boolean): boolean {
  if (state.src.charAt(state.pos) !== ':') return false
  const [name] = /^:[a-z0-9_+-]{1,64}:/i.exec(state.src.slice(state.pos, state.pos + 70)) ?? []
  if (name === undefined || !SHORT_NAME.test(name)) return false
  const html = knownStorage(name, state.env) ?? emoticonOf(name.slice(1, -1))
  if (html === undefined) return false
  if (!silent) atom(state, html)
  state.pos += name.length
  return true
}

/** Finds panels, and lists of tasks. */
function structureRule({ tokens }: CoreState): void {
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'blockquote_open') readAlert(tokens, at)
    if (token.type === 'bullet_list_open') readTasks(tokens, at)
  }
}

function readAlert(tokens: Token[], at: number): void {
  const [quote, open, inline, close] = [tokens[at], tokens[at + 1], tokens[at + 2], tokens[at + 3]]
  if (!quote || open?.type !== 'paragraph_open' || inline?.type !== 'inline' || !close) return
  const [first = '', ...rest] = inline.content.split('\n')
  const alert = alertOf(first)
  if (!alert) return
  quote.meta = { ...alert }
  const last = tokens[placeOfClose(tokens, at, 'blockquote_close')]
  if (last) last.meta = { ...alert }
  inline.content = rest.join('\n')
  if (inline.content !== '') return
  for (const one of [open, inline, close]) {
    one.type = 'nothing'
    one.children = null
    one.hidden = true
  }
}

/** A list is one of tasks if each item is. */
function readTasks(tokens: Token[], at: number): void {
  const list = tokens[at]
  if (!list) return
  const items: { item: Token; inline: Token }[] = []
  let end = at + 1
  for (; end < tokens.length; end++) {
    const token = tokens[end]
    if (!token || (token.type === 'bullet_list_close' && token.level === list.level)) break
    if (token.type !== 'list_item_open' || token.level !== list.level + 1) continue
    const inline = tokens[end + 2]
    if (inline?.type !== 'inline' || !/^\[[ xX]\](?:\s|$)/.test(inline.content)) return
    items.push({ item: token, inline })
  }
  const close = tokens[end]
  if (items.length === 0 || !close) return
  list.meta = { tasks: true }
  close.meta = { tasks: true }
  for (const { item, inline } of items) {
    item.meta = { done: inline.content.charAt(1).toLowerCase() === 'x' }
    inline.content = inline.content.slice(3).trimStart()
  }
  for (let place = at; place < end; place++) {
    const token = tokens[place]
    if (token?.type === 'list_item_close' && token.level === list.level + 1) token.meta = { task: true }
  }
}

const MACRO_TAG = /<\/?(?:ac|ri):[a-z-]+/i
const MACRO_LINK = /^(?:ac|ri):/i

/** A macro in Markdown would be shown to readers as text. */
function macroIn(token: Token): string | undefined {
  if (token.type === 'text') return MACRO_TAG.exec(token.content)?.[0]
  const link = token.type === 'link_open' ? String(token.attrGet('href') ?? '') : ''
  return MACRO_LINK.test(link) ? `<${link}`.slice(0, 100) : undefined
}

/** Converts links and images to what Confluence has for them. */
function inlineRule({ tokens, env, md }: CoreState): void {
  for (const token of tokens) {
    if (token.children === null) continue
    for (const child of token.children) env['macro'] ??= macroIn(child)
    token.children = linked(token.children, md, env)
  }
}

function linked(children: Token[], md: Parser, env: ParserEnv | undefined): Token[] {
  const found: Token[] = []
  for (let at = 0; at < children.length; at++) {
    const token = children[at]
    if (!token) break
    if (token.type === 'image') {
      const attributes = attributesAfter(children, at, md)
      token.meta = { attributes }
    }
    if (token.type === 'link_open') {
      const end = placeOfClose(children, at, 'link_close')
      const attributes = attributesAfter(children, end, md)
      const href = String(token.attrGet('href') ?? '')
      if (end > at && token.info !== 'auto' && OURS.test(href)) {
        const inner = linked(children.slice(at + 1, end), md, env)
        const made = linkOf(decoded(href), inner, attributes, md, env)
        if (made !== undefined) {
          const replaced = Object.assign(Object.create(Object.getPrototypeOf(token)), token)
          found.push(Object.assign(replaced, { type: 'atom', nesting: 0, content: made, attrs: null, meta: null }))
          at = end
          continue
        }
      }
      for (const [name, value] of attributes) token.attrSet(name, value)
    }
    found.push(token)
  }
  return found
}

/** The attributes that follow a token: `{width=300}`. They are removed from the text. */
function attributesAfter(children: readonly Token[], at: number, md: Parser): [string, string][] {
  const next = children[at + 1]
  if (next?.type !== 'text') return []
  const [whole, words = ''] = /^\{((?:[a-z][\w:-]*=(?:"[^"]*"|[\w./#%-]+)(?:\s+|(?=\})))+)\}/i.exec(next.content) ?? []
  if (whole === undefined) return []
  next.content = next.content.slice(whole.length)
  return pairsIn(words, md)
}

const pairsIn = (words: string, md: Parser): [string, string][] =>
  [...words.matchAll(/(?<![\w:-])[\d_:-]*([a-z][\w:-]*)=(?:"([^"]*)"|([\w./#%-]+))/gi)].map(([, name = '', quoted, bare]) => [
    name,
    quoted === undefined ? (bare ?? '') : md.utils.unescapeAll(quoted)
  ])

function decoded(href: string): string {
  try {
    return decodeURI(href)
  } catch {
    return href
  }
}

const decodedPart = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns the element for a link to a page, a file, a person, a date or a status; undefined if the address is none of these. */
function linkOf(
  href: string,
  inner: Token[],
  pairs: readonly [string, string][],
  md: Parser,
  env: ParserEnv | undefined
): string | undefined {
  const [, scheme = '', rest = ''] = /^([a-z]+):(.*)$/is.exec(href) ?? []
  const kind = scheme.toLowerCase()
  const text = textIn(inner)
  if (kind === 'date') return `<time datetime="${attribute(rest)}" />`
  if (kind === 'status') {
    const colour = decodedPart(rest)
    const more = pairs.map(([name, value]) => parameter(name, value)).join('')
    return macroOf('status', `${colour === '' ? '' : parameter('colour', colour)}${parameter('title', text)}${more}`)
  }
  const user = PEOPLE.get(kind)
  if (user !== undefined) return `<ac:link><ri:user ${user}="${attribute(decodedPart(rest))}" /></ac:link>`
  const target = targetOf(kind, rest, href)
  if (!target) return undefined
  const more = pairs.map(([name, value]) => ` ac:${name}="${attribute(value)}"`).join('')
  const opening = `<ac:link${target.anchor === undefined ? '' : ` ac:anchor="${attribute(target.anchor)}"`}${more}>${target.element}`
  if (text === target.label && inner.every(({ type }) => TEXT.has(type))) return `${opening}</ac:link>`
  if (inner.every(({ type }) => TEXT.has(type)))
    return `${opening}<ac:plain-text-link-body>${cdata(text)}</ac:plain-text-link-body></ac:link>`
  return `${opening}<ac:link-body>${md.renderer.render(inner, md.options, env)}</ac:link-body></ac:link>`
}

/** Attributes that identify people, by the scheme of their links. */
const PEOPLE: ReadonlyMap<string, string> = new Map([
  ['user', 'ri:account-id'],
  ['userkey', 'ri:userkey'],
  ['username', 'ri:username']
])

const TEXT = new Set(['text', 'text_special', 'softbreak'])

const textIn = (tokens: readonly Token[]): string =>
  tokens.map(({ type, content }) => (type === 'softbreak' ? ' ' : TEXT.has(type) || type === 'code_inline' ? content : '')).join('')

function targetOf(kind: string, rest: string, href: string): { element: string; anchor?: string; label: string } | undefined {
  if (href.startsWith('#')) {
    const anchor = decodedPart(href.slice(1))
    return anchor === '' ? undefined : { element: '', anchor, label: anchor }
  }
  const [address = '', fragment] = rest.split('#')
  const anchor = fragment === undefined ? {} : { anchor: decodedPart(fragment) }
  const name = decodedPart(address)
  if (kind === 'attachment') return { element: `<ri:attachment ri:filename="${attribute(name)}" />`, label: name }
  if (kind === 'space') return { element: `<ri:space ri:space-key="${attribute(name)}" />`, label: name }
  if (kind === 'content') return { element: `<ri:content-entity ri:content-id="${attribute(name)}" />`, label: name, ...anchor }
  if (kind !== 'page' || address === '') return undefined
  const slash = address.indexOf('/')
  const [space, title] = slash < 0 ? ['', address] : [address.slice(0, slash), address.slice(slash + 1)]
  const key = space === '' ? '' : ` ri:space-key="${attribute(decodedPart(space))}"`
  const label = decodedPart(title)
  return { element: `<ri:page${key} ri:content-title="${attribute(label)}" />`, label, ...anchor }
}

function codeMacro(name: string, parameters: readonly (readonly [string, string])[], code: string): string {
  return macroOf(
    name,
    `${parameters.map(([key, value]) => parameter(key, value)).join('')}<ac:plain-text-body>${cdata(code)}</ac:plain-text-body>`
  )
}

const withoutLastBreak = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text)

/** Splits `js {title="A"}` into the words and the attributes. Nothing of it counts if the brace is not closed at the end. */
function partsOfInfo(info: string): [words: string, braces: string] {
  const brace = info.indexOf('{')
  if (brace < 0) return [info, '']
  return info.endsWith('}') ? [info.slice(0, brace), info.slice(brace + 1, -1)] : ['', '']
}

/** The storage of a fenced block. */
function fenceStorage(info: string, content: string, md: Parser): string {
  const text = withoutLastBreak(content)
  if (info === '{=storage}') return text
  if (info === '{=pre}') return `<pre>${escaped(text)}</pre>\n`
  const [words, braces] = partsOfInfo(info)
  const language = words.trim().split(/\s+/)[0] ?? ''
  const pairs = pairsIn(braces, md)
  if (language === 'noformat') return `${codeMacro('noformat', pairs, text)}\n`
  const macro = pairs.find(([name]) => name === 'macro')?.[1]
  if (language === 'mermaid' && macro !== undefined)
    return `${codeMacro(
      macro,
      pairs.filter(([name]) => name !== 'macro'),
      text
    )}\n`
  const named: [string, string][] = language === '' ? [] : [['language', language]]
  return `${codeMacro('code', [...named, ...pairs], text)}\n`
}

function imageStorage(token: Token, md: Parser): string {
  const source = String(token.attrGet('src') ?? '')
  const alt = textOfImage(token)
  const pairs: unknown = token.meta?.['attributes']
  const more = (Array.isArray(pairs) ? pairs : []).map(([name, value]) => ` ac:${name}="${attribute(String(value))}"`).join('')
  const isAddress = /^(?!attachment:)[a-z][a-z0-9+.-]*:|^\//i.test(source)
  const target = isAddress
    ? `<ri:url ri:value="${attribute(md.utils.unescapeAll(source))}" />`
    : `<ri:attachment ri:filename="${attribute(decodedPart(source.replace(/^attachment:/, '')))}" />`
  return `<ac:image${alt === '' ? '' : ` ac:alt="${attribute(alt)}"`}${more}>${target}</ac:image>`
}

const textOfImage = (token: Token): string => textIn(token.children ?? [])

function mathMacro(name: string, formula: string): string {
  return /^(?:eazy|mathinline|mathjax)/.test(name)
    ? macroOf(name, parameter(name.startsWith('mathjax') ? 'equation' : 'body', formula))
    : codeMacro(name, [], formula)
}

/** Returns the storage that the page has already for an element, or else the given one. */
const asKnown = (html: string, env: ParserEnv | undefined): string => knownStorage(html, env) ?? html

function knownStorage(name: string, env: ParserEnv | undefined): string | undefined {
  const known = env?.['known']
  const found: unknown = known instanceof Map ? known.get(name) : undefined
  return typeof found === 'string' ? found : undefined
}

function mathName(kind: keyof Env['math'], env: ParserEnv | undefined): string {
  const math = env?.['math']
  const name: unknown = typeof math === 'object' && math !== null ? Object.entries(math).find(([key]) => key === kind)?.[1] : undefined
  return typeof name === 'string' ? name : `math${kind}`
}

function addRenderers(made: Parser): void {
  const { rules } = made.renderer
  rules['text'] = (tokens, at) => escaped(tokens[at]?.content ?? '')
  rules['nothing'] = () => ''
  rules['separator'] = () => ''
  rules['atom'] = (tokens, at, _options, env) => asKnown(tokens[at]?.content ?? '', env)
  rules['tag_open'] = (tokens, at) => tokens[at]?.content ?? ''
  rules['tag_close'] = (tokens, at) => tokens[at]?.content ?? ''
  rules['fence'] = (tokens, at) => fenceStorage(tokens[at]?.info.trim() ?? '', tokens[at]?.content ?? '', made)
  rules['code_block'] = (tokens, at) => `${codeMacro('code', [], withoutLastBreak(tokens[at]?.content ?? ''))}\n`
  rules['image'] = (tokens, at, _options, env) => {
    const token = tokens[at]
    return token ? asKnown(imageStorage(token, made), env) : ''
  }
  rules['math_inline'] = (tokens, at, _options, env) => asKnown(mathMacro(mathName('inline', env), tokens[at]?.content ?? ''), env)
  rules['math_block'] = (tokens, at, _options, env) => `${mathMacro(mathName('block', env), (tokens[at]?.content ?? '').trim())}\n`
  rules['details_open'] = (tokens, at) => {
    const title = made.utils.unescapeAll(String(tokens[at]?.meta?.['title'] ?? ''))
    return `<ac:structured-macro ac:name="expand">${title === '' ? '' : parameter('title', title)}<ac:rich-text-body>\n`
  }
  rules['details_close'] = () => '</ac:rich-text-body></ac:structured-macro>\n'
  rules['blockquote_open'] = (tokens, at) => {
    const { macro, title }: Record<string, unknown> = tokens[at]?.meta ?? {}
    if (typeof macro !== 'string') return '<blockquote>\n'
    const shown = made.utils.unescapeAll(String(title ?? ''))
    return `<ac:structured-macro ac:name="${macro}">${shown === '' ? '' : parameter('title', shown)}<ac:rich-text-body>\n`
  }
  rules['blockquote_close'] = (tokens, at) =>
    tokens[at]?.meta?.['macro'] === undefined ? '</blockquote>\n' : '</ac:rich-text-body></ac:structured-macro>\n'
  rules['bullet_list_open'] = (tokens, at) => (tokens[at]?.meta?.['tasks'] ? '<ac:task-list>\n' : '<ul>\n')
  rules['bullet_list_close'] = (tokens, at) => (tokens[at]?.meta?.['tasks'] ? '</ac:task-list>\n' : '</ul>\n')
  const listItem = rules['list_item_open']
  rules['list_item_open'] = (tokens, at, options, env, self) => {
    const done = tokens[at]?.meta?.['done']
    if (typeof done === 'boolean') return `<ac:task><ac:task-status>${done ? 'complete' : 'incomplete'}</ac:task-status><ac:task-body>`
    return listItem?.(tokens, at, options, env, self) ?? self.renderToken(tokens, at, options)
  }
  rules['list_item_close'] = (tokens, at) => (tokens[at]?.meta?.['task'] ? '</ac:task-body></ac:task>\n' : '</li>\n')
  rules['footnote_open'] = (tokens, at) => {
    const name = String(tokens[at]?.meta?.['name'] ?? '')
    return `<p>${anchorMacro(`fn-${name}`)}<sup>${escaped(name)}</sup> `
  }
  rules['footnote_close'] = (tokens, at) => ` ${anchorLink(`fnref-${String(tokens[at]?.meta?.['name'] ?? '')}`, '↩')}</p>\n`
  rules['table_open'] = (tokens, at, options, env) => tableStorage(tokens, at, made, options, env)
}

/** Renders a whole table and empties its tokens. Merged cells span rows and columns. */
function tableStorage(tokens: Token[], at: number, made: Parser, options: Parser['options'], env: ParserEnv | undefined): string {
  const end = placeOfClose(tokens, at, 'table_close')
  const rows = cellsOf(tokens.slice(at, end))
  const shown = rows.filter(({ cells, isHead }) => !isHead || cells.some(cell => cell.content.trim() !== ''))
  const grid = shown.map(({ cells }) => cells.map(({ content }) => content.trim()))
  const lines = shown.map(({ cells, isHead }, y) =>
    cells.map((cell, x) => {
      const text = cell.content.trim()
      if ((text === MERGED.left && x > 0) || (text === MERGED.above && y > 0)) return ''
      return cellStorage(cell, isHead, spansOf(grid, x, y), made, options, env)
    })
  )
  for (const token of tokens.slice(at + 1, end + 1)) {
    token.type = 'nothing'
    token.children = null
    token.content = ''
  }
  return `<table><tbody>\n${lines.map(cells => `<tr>${cells.join('')}</tr>\n`).join('')}</tbody></table>\n`
}

interface Row {
  isHead: boolean
  cells: Token[]
}

function cellsOf(tokens: readonly Token[]): Row[] {
  const rows: Row[] = []
  let isHead = false
  for (const [place, token] of tokens.entries()) {
    if (token.type === 'thead_open') isHead = true
    if (token.type === 'thead_close') isHead = false
    if (token.type === 'tr_open') rows.push({ isHead, cells: [] })
    const inline = tokens[place + 1]
    if ((token.type === 'th_open' || token.type === 'td_open') && inline?.type === 'inline') rows.at(-1)?.cells.push(inline)
  }
  return rows
}

/** How many columns and rows a cell spans, by the marks after and below it. */
export function spansOf(grid: readonly (readonly string[])[], x: number, y: number): { across: number; down: number } {
  let [across, down] = [1, 1]
  while (grid[y]?.[x + across] === MERGED.left) across++
  while (grid[y + down]?.[x] === MERGED.above) down++
  return { across, down }
}

function cellStorage(
  cell: Token,
  isHead: boolean,
  { across, down }: { across: number; down: number },
  made: Parser,
  options: Parser['options'],
  env: ParserEnv | undefined
): string {
  const name = isHead ? 'th' : 'td'
  const spans = `${across > 1 ? ` colspan="${across}"` : ''}${down > 1 ? ` rowspan="${down}"` : ''}`
  return `<${name}${spans}>${cellContent(cell.children ?? [], made, options, env)}</${name}>`
}

/** The content of a cell: paragraphs, unless it has lists or code. */
export function cellContent(children: Token[], made: Parser, options: Parser['options'], env: ParserEnv | undefined): string {
  const html = made.renderer.render(children, options, env).trim().replaceAll('<br />\n', '<br />')
  if (html === '') return '<p />'
  if (/<(?:ul|ol|h[1-6]|table|pre|blockquote|div|ac:task-list|ac:rich-text-body|ac:plain-text-body)[\s>]/.test(html)) return html
  return html
    .split('<br /><br />')
    .map(text => `<p>${text}</p>`)
    .join('')
}
