import { RUN } from '../../../../../lib/invisible.ts'
import { childOf, type Element, isBlank, isElement, macroName, type Node, parametersOf, textOf } from './tree.ts'

/** The page that is converted, and what is collected from it. */
export interface Source {
  storage: string
  hidden: ReadonlySet<Element>
  /** Display names by account ID, user key or username. */
  names: ReadonlyMap<string, string>
  /** Elements within text, with their Markdown. */
  atoms: { markdown: string; storage: string }[]
  /** What only a marked block can express. */
  marked: string[]
  /** How many marked blocks are not shown, because they hold hidden text. */
  omitted: number
  /** Whether it is what readers see: without storage, so that nothing can be marked. */
  isView?: boolean
}

/** Elements that Markdown has as HTML, because it has no other syntax for them. */
export const HTML_TAGS = new Set('u ins sub sup small big span font kbd q cite'.split(' '))

const EMPHASIS: ReadonlyMap<string, string> = new Map([
  ['strong', '**'],
  ['b', '**'],
  ['em', '*'],
  ['i', '*'],
  ['s', '~~'],
  ['del', '~~'],
  ['strike', '~~']
])

/** HTML that does what emphasis signs cannot do within words. */
export const EMPHASIS_TAGS: ReadonlyMap<string, string> = new Map([
  ['**', 'strong'],
  ['*', 'em'],
  ['~~', 's']
])

/** Macros of apps that show a formula. */
export const MATH_INLINE = ['mathinline', 'eazy-math-inline', 'mathjax-inline-macro', 'latex-inline']
export const MATH_BLOCK = ['mathblock', 'eazy-math-block', 'mathjax-block-macro', 'latex-block']

/** Macros that are part of a line of text. */
export const INLINE_MACROS = new Set(['status', 'anchor', 'footnote', 'jira', 'profile', 'emoticon', ...MATH_INLINE])

interface Style {
  /** In a cell of a table, a line break is a tag. */
  isOneLine: boolean
  /** Emphasis around it. */
  within: readonly string[]
}

const LINES: Style = { isOneLine: false, within: [] }
export const ONE_LINE: Style = { isOneLine: true, within: [] }

/** Separates signs that would be read as one. */
export const SEPARATOR = '<!-- -->'

/** Converts nodes within a line of text. */
export function inlineMarkdown(nodes: readonly Node[], source: Source, style: Style = LINES): string {
  const parts: string[] = []
  let last = ''
  const add = (text: string): void => {
    parts.push(text)
    if (text !== '') last = lastSign(text)
  }
  for (const [at, node] of nodes.entries()) {
    if (node.type === 'comment') continue
    if (node.type === 'text') {
      const text = escapeText(node.text.replace(/[ \t\r\n]+/g, ' '))
      // A brace after a link or image would be read as its attributes.
      add((last === ')' || last === '}') && text.startsWith('{') ? `\\${text}` : text)
    } else if (!source.hidden.has(node)) {
      const text = elementMarkdown(node, source, style, { last, after: nodes[at + 1] })
      add(last === '`' && text.startsWith('`') ? SEPARATOR + text : text)
    }
  }
  return parts.join('')
}

/** What surrounds an element: the last character of the text before it, and the next node. */
interface Around {
  last: string
  after: Node | undefined
}

/** The first and the last character of a text. */
const firstSign = (text: string): string => Array.from(text.slice(0, 2))[0] ?? ''
const lastSign = (text: string): string => Array.from(text.slice(-2)).at(-1) ?? ''

/** A line break in a paragraph. */
export const LINE_BREAK = '\\\n'

function elementMarkdown(element: Element, source: Source, style: Style, around: Around): string {
  const { name } = element
  const noteName = name === 'sup' ? footnoteReference(element) : undefined
  if (noteName !== undefined) return `[^${noteName}]`
  if (isReturnAnchor(element)) return ''
  const sign = EMPHASIS.get(name)
  if (sign !== undefined) return emphasis(sign, element, source, style, around)
  if (name === 'br') return style.isOneLine ? '<br>' : LINE_BREAK
  if (name === 'code') return codeSpan(element, source)
  if (HTML_TAGS.has(name)) return tagged(element, source, style)
  if (name === 'a') return anchorMarkdown(element, source, style)
  if (name === 'ac:inline-comment-marker')
    return `<mark data-comment="${attributeText(element.attributes['ac:ref'] ?? '')}">${inlineMarkdown(element.children, source, style)}</mark>`
  const markdown = atomMarkdown(element, source, style)
  if (markdown === undefined) return marked(element, source)
  source.atoms.push({ markdown, storage: source.storage.slice(element.from, element.to) })
  return markdown
}

/** Names of footnotes in anchors: the note itself, and the place that refers to it. */
export const NOTE_ANCHOR = /^fn-([\w-]{1,64})$/
const RETURN_ANCHOR = /^fnref-[\w-]{1,64}$/

/** The name of the anchor that a macro sets. */
export const anchorName = (element: Element): string | undefined =>
  macroName(element) === 'anchor' ? parametersOf(element)?.get('') : undefined

/** The name of the footnote that a superscript link leads to. */
function footnoteReference({ children }: Element): string | undefined {
  const [link, ...others] = children.filter(node => !isBlank(node))
  if (!link || others.length > 0 || !isElement(link) || link.name !== 'ac:link') return undefined
  return NOTE_ANCHOR.exec(link.attributes['ac:anchor'] ?? '')?.[1]
}

/** Whether an element only leads back to a footnote's reference, or is where it leads. */
export const isReturnAnchor = (element: Element): boolean =>
  RETURN_ANCHOR.test(element.name === 'ac:link' ? (element.attributes['ac:anchor'] ?? '') : (anchorName(element) ?? ''))

/** Characters that emphasis signs treat as punctuation. */
const PUNCTUATION = /[\p{P}\p{S}]/u
const WORD = /[\p{L}\p{N}]/u

function emphasis(sign: string, { children }: Element, source: Source, style: Style, { last, after }: Around): string {
  if (style.within.includes(sign)) return inlineMarkdown(children, source, style)
  const inner = inlineMarkdown(children, source, { ...style, within: [...style.within, sign] })
  const content = inner.trim()
  if (content === '') return inner
  const left = inner.slice(0, inner.length - inner.trimStart().length)
  const right = inner.slice(inner.trimEnd().length)
  const next = right === '' && after ? (after.type === 'text' ? firstSign(after.text) : 'x') : ''
  const opens = left !== '' || !WORD.test(last) || !PUNCTUATION.test(firstSign(content))
  const closes = right !== '' || !WORD.test(next) || !PUNCTUATION.test(lastSign(content))
  const isJoined = left === '' && last === sign.charAt(0)
  // Within emphasis, a sign between letters would end it.
  const mayEnd = left === '' && last !== '' && !/\s/.test(last) && style.within.some(one => one.charAt(0) === sign.charAt(0))
  const isBroken = content.includes('\n\n') || content.endsWith('\\')
  if (opens && closes && !isJoined && !isBroken && !mayEnd) return `${left}${sign}${content}${sign}${right}`
  const tag = EMPHASIS_TAGS.get(sign)
  return `${left}<${tag}>${content}</${tag}>${right}`
}

function codeSpan(element: Element, source: Source): string {
  if (element.children.some(isElement)) return marked(element, source)
  const code = textOf(element).replace(/[ \t\r\n]+/g, ' ')
  if (code.trim() === '') return marked(element, source)
  const fence = longerThanRuns(code, '`', 1)
  const isPadded = code.startsWith('`') || code.endsWith('`') || (code.startsWith(' ') && code.endsWith(' '))
  return isPadded ? `${fence} ${code} ${fence}` : `${fence}${code}${fence}`
}

/** Returns a run of the sign that is longer than each in the text. */
export const longerThanRuns = (text: string, sign: string, min: number): string =>
  sign.repeat((text.match(/`+|~+/g) ?? []).reduce((length, run) => (run.startsWith(sign) ? Math.max(length, run.length + 1) : length), min))

export const attributeText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replace(/[\r\n]+/g, ' ')

function tagged(element: Element, source: Source, style: Style): string {
  const attributes = Object.entries(element.attributes).filter(
    ([name, value]) => !NOISE.has(name) && !(name === 'class' && value === 'placeholder-inline-tasks')
  )
  const inner = inlineMarkdown(element.children, source, style)
  if (attributes.length === 0 && (element.name === 'span' || element.name === 'font')) return inner
  return `<${element.name}${attributes.map(([name, value]) => ` ${name}="${attributeText(value)}"`).join('')}>${inner}</${element.name}>`
}

/** Attributes that editors add to most elements. */
const NOISE = new Set(['local-id', 'ac:local-id', 'ri:local-id', 'ri:version-at-save', 'ac:schema-version', 'ac:macro-id', 'data-uuid'])

/** Attributes after a link or an image: `{width=300 title="A b"}`. */
export function attributesMarkdown(pairs: readonly (readonly [string, string])[]): string {
  if (pairs.length === 0) return ''
  const words = pairs.map(([name, value]) => (/^[\w./#%-]+$/.test(value) ? `${name}=${value}` : `${name}="${attributeText(value)}"`))
  return `{${words.join(' ')}}`
}

function anchorMarkdown(element: Element, source: Source, style: Style): string {
  const { href, ...rest } = element.attributes
  if (href === undefined) return marked(element, source)
  const text = inlineMarkdown(element.children, source, style)
  const attributes = Object.entries(rest).filter(([name]) => !NOISE.has(name))
  // An address with the scheme of a page or a person would be read as one.
  if (OURS.test(href) || href === '' || text.trim() === '') return marked(element, source)
  return `[${text}](${destination(href)})${attributesMarkdown(attributes)}`
}

/** Schemes of links that Confluence has and HTML does not. */
export const OURS = /^(?:page|attachment|space|content|user|userkey|username|date|status):|^#/i

/** Writes the address of a link, with angle brackets if it contains spaces or unbalanced parentheses. */
const destination = (address: string): string => {
  const text = address.replace(/[\r\n]+/g, '')
  return /^[^\s<>()]+$/.test(text) && !text.includes('\\') ? text : `<${text.replace(/[<>\\]/g, sign => `\\${sign}`)}>`
}

/** Encodes what would end a part of our addresses. */
const part = (text: string): string => text.replace(/[%/#?<>\\]/g, sign => encodeURIComponent(sign))

/** Returns the Markdown of an element that is whole in itself; undefined if Markdown cannot express it. */
function atomMarkdown(element: Element, source: Source, style: Style): string | undefined {
  const { name, attributes } = element
  if (name === 'time' && attributes['datetime'] !== undefined && element.children.every(isBlank))
    return `[${attributes['datetime']}](date:${attributes['datetime']})`
  if (name === 'ac:emoticon') return emoticonMarkdown(attributes)
  if (name === 'ac:image') return imageMarkdown(element)
  if (name === 'ac:link') return linkMarkdown(element, source, style)
  const macro = macroName(element)
  const parameters = macro === undefined ? undefined : parametersOf(element)
  if (macro === undefined || !parameters) return undefined
  if (macro === 'status') return statusMarkdown(parameters)
  if (MATH_INLINE.includes(macro)) return mathMarkdown(element, parameters)
  if (macro === 'footnote') return footnoteMarkdown(element, parameters, source)
  return undefined
}

function emoticonMarkdown(attributes: Readonly<Record<string, string>>): string | undefined {
  const short = attributes['ac:emoji-shortname'] ?? (attributes['ac:name'] === undefined ? '' : `:${attributes['ac:name']}:`)
  return SHORT_NAME.test(short) ? short : undefined
}

export const SHORT_NAME = /^:[a-z0-9_+-]{1,64}:$/i

function imageMarkdown(element: Element): string | undefined {
  const children = element.children.filter(isElement)
  const [target] = children
  if (children.length !== 1 || !target || target.children.some(isElement)) return undefined
  const address =
    target.name === 'ri:url'
      ? target.attributes['ri:value']
      : target.name === 'ri:attachment'
        ? target.attributes['ri:filename']
        : undefined
  if (address === undefined || address === '') return undefined
  const isFile = target.name === 'ri:attachment'
  // A file name that looks like an address, and an address that looks like a file name.
  const needsScheme = isFile && (/^[a-z][a-z0-9+.-]*:/i.test(address) || /^[/#]/.test(address))
  if (!isFile && !/^[a-z][a-z0-9+.-]*:|^\//i.test(address)) return undefined
  const rest = Object.entries(element.attributes)
    .filter(([name]) => name !== 'ac:alt' && !NOISE.has(name))
    .map(([name, value]) => [name.replace(/^ac:/, ''), value] as const)
  const alt = escapeText((element.attributes['ac:alt'] ?? '').replace(/\s+/g, ' '))
  return `![${alt}](${destination(needsScheme ? `attachment:${part(address)}` : isFile ? part(address) : address)})${attributesMarkdown(rest)}`
}

/** Where a link of Confluence leads, as an address; undefined if there is no address for it. */
function addressOf(target: Element | undefined, anchor: string | undefined): string | undefined {
  const end = anchor === undefined ? '' : `#${part(anchor)}`
  if (!target) return anchor === undefined ? undefined : end
  if (target.children.some(isElement)) return undefined
  const { name, attributes } = target
  const title = attributes['ri:content-title']
  const space = attributes['ri:space-key']
  const key = part(space ?? '')
  if (name === 'ri:page' && title !== undefined) return `page:${key === '' ? '' : `${key}/`}${part(title)}${end}`
  if (name === 'ri:attachment' && attributes['ri:filename'] !== undefined) return `attachment:${part(attributes['ri:filename'])}`
  if (name === 'ri:space' && space !== undefined) return `space:${key}`
  if (name === 'ri:content-entity' && attributes['ri:content-id'] !== undefined) return `content:${part(attributes['ri:content-id'])}${end}`
  return undefined
}

const USERS = [
  ['ri:account-id', 'user'],
  ['ri:userkey', 'userkey'],
  ['ri:username', 'username']
] as const

function linkMarkdown(element: Element, source: Source, style: Style): string | undefined {
  const children = element.children.filter(isElement)
  const target = children.find(({ name }) => name.startsWith('ri:'))
  const bodies = children.filter(({ name }) => name === 'ac:link-body' || name === 'ac:plain-text-link-body')
  if (children.length !== bodies.length + (target ? 1 : 0) || bodies.length > 1) return undefined
  if (target?.name === 'ri:user' && bodies.length === 0) {
    const [kind, scheme] = USERS.find(([one]) => target.attributes[one] !== undefined) ?? []
    const id = kind === undefined ? undefined : target.attributes[kind]
    return id === undefined
      ? undefined
      : `[@${escapeText(source.names.get(id) ?? element.attributes['shown-name'] ?? id)}](${destination(`${scheme}:${part(id)}`)})`
  }
  const address = addressOf(target, element.attributes['ac:anchor'])
  if (address === undefined) return undefined
  const [body] = bodies
  const text = body
    ? body.name === 'ac:link-body'
      ? inlineMarkdown(body.children, source, { ...style, isOneLine: true })
      : escapeText(textOf(body).replace(/\s+/g, ' '))
    : escapeText(labelOf(target, element.attributes['ac:anchor']))
  const rest = Object.entries(element.attributes)
    .filter(([name]) => name !== 'ac:anchor' && !NOISE.has(name))
    .map(([name, value]) => [name.replace(/^ac:/, ''), value] as const)
  return text.trim() === '' ? undefined : `[${text}](${destination(address)})${attributesMarkdown(rest)}`
}

/** What a link without text shows. */
function labelOf(target: Pick<Element, 'attributes'> | undefined, anchor: string | undefined): string {
  const { attributes = {} }: { attributes?: Readonly<Record<string, string>> } = target ?? {}
  return (
    attributes['ri:content-title'] ?? attributes['ri:filename'] ?? attributes['ri:space-key'] ?? attributes['ri:content-id'] ?? anchor ?? ''
  )
}

function statusMarkdown(parameters: ReadonlyMap<string, string>): string | undefined {
  const title = parameters.get('title') ?? ''
  if (title.trim() === '') return undefined
  const rest = [...parameters].filter(([name]) => name !== 'title' && name !== 'colour')
  return `[${escapeText(title)}](status:${part(parameters.get('colour') ?? '')})${attributesMarkdown(rest)}`
}

/** The formula of a macro, which has it as a parameter or as its body. */
export const formulaIn = (macro: Element, parameters: ReadonlyMap<string, string>): string =>
  (parameters.get('body') ?? parameters.get('equation') ?? textOf(childOf(macro, 'ac:plain-text-body') ?? macro)).trim()

function mathMarkdown(macro: Element, parameters: ReadonlyMap<string, string>): string | undefined {
  const formula = formulaIn(macro, parameters)
  return formula === '' || /[$\n]|\\$/.test(formula) ? undefined : `$${formula}$`
}

function footnoteMarkdown(macro: Element, parameters: ReadonlyMap<string, string>, source: Source): string | undefined {
  const rich = childOf(macro, 'ac:rich-text-body')
  if (!rich || parameters.size > 0) return undefined
  const shown = rich.children.filter(node => !isBlank(node))
  const [only] = shown
  const nodes = shown.length === 1 && only && isElement(only) && only.name === 'p' ? only.children : rich.children
  if (nodes.some(node => isElement(node) && /^(?:p|ul|ol|table|h\d)$/.test(node.name))) return undefined
  return `^[${inlineMarkdown(nodes, source, ONE_LINE).trim()}]`
}

/** Marks storage that Markdown cannot express, within a line: `…`{=storage}. */
export function marked(element: Element, source: Source): string {
  if (source.isView) return inlineMarkdown(element.children, source, ONE_LINE)
  if (concealed(element, source)) return ''
  const raw = source.storage.slice(element.from, element.to)
  source.marked.push(raw)
  const text = raw.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
  const fence = longerThanRuns(text, '`', 1)
  return text.startsWith('`') || text.endsWith('`') ? `${fence} ${text} ${fence}{=storage}` : `${fence}${text}${fence}{=storage}`
}

/** Whether the bytes of an element hold text that readers do not see: it is kept in the page, and not shown. */
export function concealed(element: Element, source: Source): boolean {
  const open: Node[] = [element]
  let hides = RUN.test(source.storage.slice(element.from, element.to))
  for (let node = open.pop(); node !== undefined && !hides; node = open.pop())
    if (isElement(node)) {
      hides = source.hidden.has(node)
      open.push(...node.children)
    }
  if (hides) source.omitted++
  return hides
}

/** Escapes text so that Markdown shows it as it is. */
export function escapeText(text: string): string {
  const isMath = (text.match(/\$/g) ?? []).length > 1
  return text
    .replaceAll('\\', '\\\\')
    .replace(/[`*[\]]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/~(?=~)|(?<=~)~/g, '\\~')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/:(?=[a-z0-9_+-]{1,64}:)/gi, '\\:')
    .replace(/\$/g, isMath ? '\\$' : '$')
}

/** Escapes what would begin a block at the start of a line. */
export const escapeStart = (line: string): string =>
  line
    .replace(/^(\s*)([#>+-])(?=\s|$|#|>|-|=)/, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^(\s*)(=+|-+)(\s*)$/, '$1\\$2$3')
    .replace(/^(\s*)(:{3}|~~~)/, '$1\\$2')
