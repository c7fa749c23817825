import sax from 'sax'
import { refuse } from './refusal.ts'
import { displayNameOf } from './state/users.ts'

/**
 * Conversion between storage and Atlassian Document Format (ADF): the nodes of
 * https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/. Macros and elements without a node become extensions.
 */

interface Element {
  name: string
  attributes: Readonly<Record<string, string>>
  children: (Element | string)[]
}

interface Mark {
  type: string
  attrs?: Record<string, unknown>
}

interface Node {
  type: string
  text?: string
  marks?: Mark[]
  attrs?: Record<string, unknown>
  content?: Node[]
  version?: number
}

function parse(storage: string): Element {
  const root: Element = { name: '', attributes: {}, children: [] }
  const open = [root]
  const parser = sax.parser(true)
  const add = (child: Element | string): void => void open.at(-1)?.children.push(child)
  parser.onopentag = ({ name, attributes }) => {
    const element = {
      name,
      attributes: Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, String(value)])),
      children: []
    }
    add(element)
    open.push(element)
  }
  parser.onclosetag = () => void open.pop()
  parser.ontext = add
  parser.oncdata = add
  parser.write(`<storage>${storage}</storage>`).close()
  const [storageElement] = root.children
  return typeof storageElement === 'object' ? storageElement : root
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const quoted = (text: unknown): string => escaped(String(text)).replaceAll('"', '&quot;')
const cdata = (text: string): string => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

function serialize(node: Element | string): string {
  if (typeof node === 'string') return escaped(node)
  const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}="${quoted(value)}"`)
  const text = node.children.every(child => typeof child === 'string') ? node.children.join('') : ''
  const inner = /plain-text/.test(node.name) ? cdata(text) : node.children.map(serialize).join('')
  return inner === '' ? `<${node.name}${attributes.join('')} />` : `<${node.name}${attributes.join('')}>${inner}</${node.name}>`
}

const elements = (element: Element): Element[] => element.children.filter(child => typeof child === 'object')
const childOf = (element: Element, name: string): Element | undefined => elements(element).find(child => child.name === name)
const textOf = (element: Element | undefined): string =>
  element?.children.map(child => (typeof child === 'string' ? child : textOf(child))).join('') ?? ''
const parameterOf = (macro: Element, name: string): string | undefined => {
  const found = elements(macro).find(child => child.name === 'ac:parameter' && child.attributes['ac:name'] === name)
  return found && textOf(found)
}

const MARKS: ReadonlyMap<string, Mark> = new Map(
  Object.entries<Mark>({
    strong: { type: 'strong' },
    b: { type: 'strong' },
    em: { type: 'em' },
    i: { type: 'em' },
    u: { type: 'underline' },
    s: { type: 'strike' },
    del: { type: 'strike' },
    code: { type: 'code' },
    sub: { type: 'subsup', attrs: { type: 'sub' } },
    sup: { type: 'subsup', attrs: { type: 'sup' } }
  })
)

/** Types of panels, by the names of the macros. */
const PANELS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ info: 'info', note: 'warning', warning: 'error', tip: 'success' })
)

const LEGACY = { extensionType: 'com.atlassian.confluence.migration', extensionKey: 'legacy-content' }
const legacy = (type: 'extension' | 'inlineExtension', element: Element): Node => ({
  type,
  attrs: { ...LEGACY, parameters: { storage: serialize(element) } }
})

function markOf({ name, attributes }: Element): Mark | undefined {
  if (name === 'a') return { type: 'link', attrs: { href: attributes['href'] ?? '' } }
  if (name === 'ac:inline-comment-marker')
    return { type: 'annotation', attrs: { annotationType: 'inlineComment', id: attributes['ac:ref'] ?? '' } }
  const [, color] = name === 'span' ? (/^color: *([^;]+);?$/.exec(attributes['style'] ?? '') ?? []) : []
  return color === undefined ? MARKS.get(name) : { type: 'textColor', attrs: { color } }
}

function inlineNode(element: Element): Node {
  const { name, attributes } = element
  const user = name === 'ac:link' ? childOf(element, 'ri:user')?.attributes['ri:account-id'] : undefined
  if (name === 'br') return { type: 'hardBreak' }
  if (name === 'ac:placeholder') return { type: 'placeholder', attrs: { text: textOf(element) } }
  if (name === 'time') return { type: 'date', attrs: { timestamp: String(Date.parse(attributes['datetime'] ?? '')) } }
  if (user !== undefined) return { type: 'mention', attrs: { id: user, text: `@${displayNameOf(user) ?? user}` } }
  if (name === 'ac:emoticon' && attributes['ac:emoji-shortname'])
    return {
      type: 'emoji',
      attrs: { shortName: attributes['ac:emoji-shortname'], id: attributes['ac:emoji-id'], text: attributes['ac:emoji-fallback'] }
    }
  if (attributes['ac:name'] === 'status')
    return {
      type: 'status',
      attrs: { text: parameterOf(element, 'title') ?? '', color: (parameterOf(element, 'colour') ?? 'neutral').toLowerCase() }
    }
  return legacy('inlineExtension', element)
}

/** Comments of the storage leave texts side by side. */
function joined(nodes: readonly Node[]): Node[] {
  const all: Node[] = []
  for (const node of nodes) {
    const before = all.at(-1)
    if (before?.type === 'text' && node.type === 'text' && JSON.stringify(before.marks) === JSON.stringify(node.marks))
      before.text = `${before.text}${node.text}`.replace(/\s+/g, ' ')
    else all.push({ ...node })
  }
  return all
}

function inlineNodes(children: Element['children'], marks: Mark[] = []): Node[] {
  const nodes = children.flatMap((child): Node[] => {
    if (typeof child === 'string') {
      const text = child.replace(/\s+/g, ' ')
      return text === '' ? [] : [{ type: 'text', text, ...(marks.length > 0 && { marks }) }]
    }
    const mark = markOf(child)
    return mark ? inlineNodes(child.children, [...marks, mark]) : [inlineNode(child)]
  })
  return joined(nodes)
}

const BLOCKS = /^(?:p|h[1-6]|ul|ol|blockquote|hr|table|ac:(?:task-list|layout|structured-macro))$/
const isBlock = (child: Element | string): boolean =>
  typeof child === 'object' && BLOCKS.test(child.name) && child.attributes['ac:name'] !== 'status'

/** Text between blocks becomes paragraphs. */
function blockNodes(children: Element['children']): Node[] {
  const nodes: Node[] = []
  let loose: Element['children'] = []
  const close = (): void => {
    if (loose.some(child => typeof child === 'object' || child.trim() !== ''))
      nodes.push({ type: 'paragraph', content: inlineNodes(loose) })
    loose = []
  }
  for (const child of children) {
    if (typeof child === 'string' || !isBlock(child)) {
      loose.push(child)
      continue
    }
    close()
    nodes.push(...blockNode(child))
  }
  close()
  return nodes
}

const rowsOf = (table: Element): Element[] =>
  elements(table).flatMap(child => (child.name === 'tr' ? [child] : child.name === 'colgroup' ? [] : rowsOf(child)))

const spanOf = ({ attributes }: Element) =>
  Object.fromEntries(['colspan', 'rowspan'].flatMap(name => (attributes[name] ? [[name, Number(attributes[name])]] : [])))

function blockNode(element: Element): Node[] {
  const { name, children } = element
  const items = (child: string, type: string): Node[] =>
    elements(element)
      .filter(one => one.name === child)
      .map(one => ({ type, content: blockNodes(one.children) }))
  if (name === 'p') return [{ type: 'paragraph', content: inlineNodes(children) }]
  if (/^h[1-6]$/.test(name)) return [{ type: 'heading', attrs: { level: Number(name[1]) }, content: inlineNodes(children) }]
  if (name === 'ul') return [{ type: 'bulletList', content: items('li', 'listItem') }]
  if (name === 'ol') return [{ type: 'orderedList', attrs: { order: 1 }, content: items('li', 'listItem') }]
  if (name === 'blockquote') return [{ type: 'blockquote', content: blockNodes(children) }]
  if (name === 'hr') return [{ type: 'rule' }]
  if (name === 'table') return [{ type: 'table', content: rowsOf(element).map(rowNode) }]
  if (name === 'ac:task-list') return [taskList(element)]
  if (name === 'ac:layout')
    return elements(element).map(section => ({
      type: 'layoutSection',
      content: elements(section).map(cell => ({
        type: 'layoutColumn',
        attrs: { width: 100 / elements(section).length },
        content: blockNodes(cell.children)
      }))
    }))
  return [macroNode(element)]
}

const rowNode = (row: Element): Node => ({
  type: 'tableRow',
  content: elements(row).map(cell => ({
    type: cell.name === 'th' ? 'tableHeader' : 'tableCell',
    attrs: spanOf(cell),
    content: blockNodes(cell.children)
  }))
})

const taskList = (element: Element): Node => ({
  type: 'taskList',
  attrs: { localId: 'tasks' },
  content: elements(element).map(task => ({
    type: 'taskItem',
    attrs: {
      localId: textOf(childOf(task, 'ac:task-id')),
      state: textOf(childOf(task, 'ac:task-status')) === 'complete' ? 'DONE' : 'TODO'
    },
    content: inlineNodes(childOf(task, 'ac:task-body')?.children ?? [])
  }))
})

function macroNode(macro: Element): Node {
  const name = macro.attributes['ac:name'] ?? ''
  const body = childOf(macro, 'ac:rich-text-body')
  const panelType = PANELS.get(name)
  if (name === 'code') {
    const text = textOf(childOf(macro, 'ac:plain-text-body'))
    const language = parameterOf(macro, 'language')
    return { type: 'codeBlock', attrs: { ...(language && { language }) }, content: text === '' ? [] : [{ type: 'text', text }] }
  }
  if (panelType && body) return { type: 'panel', attrs: { panelType }, content: blockNodes(body.children) }
  if (name === 'expand' && body)
    return { type: 'expand', attrs: { title: parameterOf(macro, 'title') ?? '' }, content: blockNodes(body.children) }
  const parameters = elements(macro).filter(child => child.name === 'ac:parameter')
  if (childOf(macro, 'ac:plain-text-body') || parameters.some(one => elements(one).length > 0)) return legacy('extension', macro)
  const macroParams = Object.fromEntries(parameters.map(one => [one.attributes['ac:name'] ?? '', { value: textOf(one) }]))
  const attrs = { extensionType: 'com.atlassian.confluence.macro.core', extensionKey: name, parameters: { macroParams } }
  return body ? { type: 'bodiedExtension', attrs, content: blockNodes(body.children) } : { type: 'extension', attrs }
}

/** Returns storage as an ADF document, in JSON. */
export const storageToAdf = (storage: string): string =>
  JSON.stringify({ type: 'doc', version: 1, content: blockNodes(parse(storage).children) })

const invalid = (what: string): Error => refuse(400, `Invalid ADF: ${what}`)

/** Converts an ADF document to storage, and refuses one that is not valid. */
export function adfToStorage(text: string): string {
  let document: Node
  try {
    document = JSON.parse(text)
  } catch {
    throw invalid('it is not JSON')
  }
  if (document?.type !== 'doc' || document.version !== 1 || !Array.isArray(document.content)) throw invalid('it is not a document')
  return storageOf(document.content)
}

const storageOf = (nodes: Node[] = []): string => nodes.map(storageOfNode).join('')

const TAGS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    paragraph: 'p',
    bulletList: 'ul',
    orderedList: 'ol',
    blockquote: 'blockquote',
    strong: 'strong',
    em: 'em',
    underline: 'u',
    strike: 'del',
    code: 'code'
  })
)

const macro = (name: string, parameters: Record<string, unknown>, body = ''): string => {
  const parts = Object.entries(parameters).map(
    ([key, value]) => `<ac:parameter ac:name="${quoted(key)}">${escaped(String(value))}</ac:parameter>`
  )
  return `<ac:structured-macro ac:name="${quoted(name)}" ac:schema-version="1">${parts.join('')}${body}</ac:structured-macro>`
}
const rich = (content: Node[] | undefined): string => `<ac:rich-text-body>${storageOf(content)}</ac:rich-text-body>`

function marked(text: string, { type, attrs = {} }: Mark): string {
  const tag = type === 'subsup' ? String(attrs['type']) : TAGS.get(type)
  if (tag !== undefined) return `<${tag}>${text}</${tag}>`
  if (type === 'link') return `<a href="${quoted(attrs['href'])}">${text}</a>`
  if (type === 'annotation') return `<ac:inline-comment-marker ac:ref="${quoted(attrs['id'])}">${text}</ac:inline-comment-marker>`
  if (type === 'textColor') return `<span style="color: ${quoted(attrs['color'])};">${text}</span>`
  throw invalid(`unknown mark ${type}`)
}

function storageOfNode({ type, text, marks = [], attrs = {}, content }: Node): string {
  const tag = TAGS.get(type)
  if (tag !== undefined) return `<${tag}>${storageOf(content)}</${tag}>`
  switch (type) {
    case 'text':
      return marks.toReversed().reduce(marked, escaped(text ?? ''))
    case 'heading':
      return `<h${Number(attrs['level'])}>${storageOf(content)}</h${Number(attrs['level'])}>`
    case 'listItem':
      return `<li>${storageOf(content)}</li>`
    case 'rule':
      return '<hr />'
    case 'hardBreak':
      return '<br />'
    case 'table':
      return `<table><tbody>${storageOf(content)}</tbody></table>`
    case 'tableRow':
      return `<tr>${storageOf(content)}</tr>`
    case 'tableHeader':
    case 'tableCell': {
      const cell = type === 'tableHeader' ? 'th' : 'td'
      const spans = Object.entries(attrs).flatMap(([name, value]) =>
        /^(?:col|row)span$/.test(name) ? [` ${name}="${Number(value)}"`] : []
      )
      return `<${cell}${spans.join('')}>${storageOf(content)}</${cell}>`
    }
    case 'taskList':
      return `<ac:task-list>${storageOf(content)}</ac:task-list>`
    case 'taskItem': {
      const status = attrs['state'] === 'DONE' ? 'complete' : 'incomplete'
      return `<ac:task><ac:task-id>${quoted(attrs['localId'])}</ac:task-id><ac:task-status>${status}</ac:task-status><ac:task-body>${storageOf(content)}</ac:task-body></ac:task>`
    }
    case 'layoutSection':
      return `<ac:layout><ac:layout-section ac:type="${['single', 'two_equal', 'three_equal'][(content?.length ?? 1) - 1] ?? 'single'}">${storageOf(content)}</ac:layout-section></ac:layout>`
    case 'layoutColumn':
      return `<ac:layout-cell>${storageOf(content)}</ac:layout-cell>`
    default:
      return storageOfExtension({ type, attrs, content: content ?? [] })
  }
}

function storageOfExtension({ type, attrs = {}, content }: Node): string {
  const panel = [...PANELS].find(([, panelType]) => panelType === attrs['panelType'])?.[0] ?? 'info'
  switch (type) {
    case 'codeBlock': {
      const code = (content ?? []).map(({ text = '' }) => text).join('')
      const { language } = attrs
      return macro('code', language ? { language } : {}, `<ac:plain-text-body>${cdata(code)}</ac:plain-text-body>`)
    }
    case 'panel':
      return macro(panel, {}, rich(content))
    case 'expand':
    case 'nestedExpand':
      return macro('expand', { title: attrs['title'] ?? '' }, rich(content))
    case 'status':
      return macro('status', { colour: attrs['color'], title: attrs['text'] })
    case 'date':
      return `<time datetime="${new Date(Number(attrs['timestamp'])).toISOString().slice(0, 10)}" />`
    case 'placeholder':
      return `<ac:placeholder>${quoted(attrs['text'])}</ac:placeholder>`
    case 'mention':
      return `<ac:link><ri:user ri:account-id="${quoted(attrs['id'])}" /></ac:link>`
    case 'emoji':
      return `<ac:emoticon ac:name="emoji" ac:emoji-shortname="${quoted(attrs['shortName'])}" ac:emoji-id="${quoted(attrs['id'])}" ac:emoji-fallback="${quoted(attrs['text'])}" />`
    case 'extension':
    case 'inlineExtension':
    case 'bodiedExtension': {
      const parameters = Object(attrs['parameters'])
      if (attrs['extensionKey'] === LEGACY.extensionKey) return String(parameters.storage)
      const values = Object.entries(Object(parameters.macroParams)).map(([name, value]) => [name, Object(value).value])
      return macro(String(attrs['extensionKey']), Object.fromEntries(values), type === 'bodiedExtension' ? rich(content) : '')
    }
    default:
      throw invalid(`unknown node ${type}`)
  }
}
