import type { DefaultTreeAdapterTypes } from 'parse5'
import type { Element, Node, Text } from './tree.ts'

type HtmlNode = DefaultTreeAdapterTypes.Node
type HtmlElement = DefaultTreeAdapterTypes.Element

/** HTML elements that storage format has as well, with the attributes that matter. */
const SAME: ReadonlyMap<string, readonly string[]> = new Map([
  ...'p br hr strong b em i s del strike u ins sub sup small big kbd q cite code blockquote ul li h1 h2 h3 h4 h5 h6 table thead tbody tfoot tr'
    .split(' ')
    .map((name): [string, string[]] => [name, []]),
  ['ol', ['start']],
  ['td', ['colspan', 'rowspan']],
  ['th', ['colspan', 'rowspan']],
  ['a', ['href']]
])

/** Elements without text for readers. */
const NOTHING = new Set(
  'script style template head title meta link noscript svg colgroup col input button select textarea object embed iframe'.split(' ')
)

/** Colors of status lozenges by their class. */
const COLOURS: readonly (readonly [string, string])[] = [
  ['success', 'Green'],
  ['error', 'Red'],
  ['removed', 'Red'],
  ['current', 'Yellow'],
  ['moved', 'Yellow'],
  ['inprogress', 'Blue'],
  ['complete', 'Blue'],
  ['new', 'Purple']
]

const PANEL = /confluence-information-macro-(information|info|note|tip|warning)\b/

const make = (name: string, attributes: Readonly<Record<string, string>>, children: Node[]): Element => ({
  type: 'element',
  name,
  attributes,
  children,
  from: 0,
  to: 0,
  innerFrom: 0,
  innerTo: 0
})

const textNode = (text: string, isCdata = false): Text => ({ type: 'text', text, isCdata, from: 0, to: 0 })
const parameter = (name: string, value: string): Element => make('ac:parameter', { 'ac:name': name }, [textNode(value)])
const macro = (name: string, parameters: readonly (readonly [string, string])[], body: Element[]): Element =>
  make('ac:structured-macro', { 'ac:name': name }, [...parameters.map(([key, value]) => parameter(key, value)), ...body])
const richBody = (children: Node[]): Element => make('ac:rich-text-body', {}, children)
const plainBody = (text: string): Element => make('ac:plain-text-body', {}, [textNode(text, true)])

const attributesOf = ({ attrs }: HtmlElement): Readonly<Record<string, string>> =>
  Object.fromEntries(attrs.map(({ name, value }) => [name, value]))

const isHtml = (node: HtmlNode): node is HtmlElement => 'tagName' in node

/** Converts the HTML that readers see to the elements of storage format that it was rendered from, as far as it shows them. */
export const elementsOfView = (nodes: readonly HtmlNode[]): Element => make('', {}, nodes.flatMap(convert))

function convert(node: HtmlNode): Node[] {
  if (node.nodeName === '#text' && 'value' in node) return [textNode(node.value)]
  if (!isHtml(node) || NOTHING.has(node.tagName)) return []
  const attributes = attributesOf(node)
  const classes = new Set((attributes['class'] ?? '').split(/\s+/))
  const special = specialOf(node, attributes, classes)
  if (special) return special
  const children = node.childNodes.flatMap(convert)
  const kept = SAME.get(node.tagName)
  if (!kept) return children
  const shown = Object.fromEntries(kept.flatMap(name => (attributes[name] === undefined ? [] : [[name, attributes[name] ?? '']])))
  // An anchor without an address only names a place.
  return node.tagName === 'a' && shown['href'] === undefined ? children : [make(node.tagName, shown, children)]
}

type Special = (node: HtmlElement, attributes: Readonly<Record<string, string>>, classes: ReadonlySet<string>) => Node[] | undefined

const specialOf: Special = (node, attributes, classes) => {
  for (const find of [panel, expand, code, tasks, status, picture, person, time, note, link]) {
    const found = find(node, attributes, classes)
    if (found) return found
  }
  return undefined
}

const panel: Special = (node, attributes, classes) => {
  const [, kind] = PANEL.exec(attributes['class'] ?? '') ?? []
  if (kind !== undefined && node.tagName === 'div' && !classes.has('confluence-information-macro-body')) {
    const body = withClass(node, 'confluence-information-macro-body')
    const title = withClass(node, 'title')
    const name = kind === 'information' ? 'info' : kind
    return [macro(name, titleOf(title), [richBody((body ?? node).childNodes.flatMap(convert))])]
  }
  if (!classes.has('panel') || classes.has('code') || classes.has('preformatted')) return undefined
  const body = withClass(node, 'panelContent')
  return body && [macro('panel', titleOf(withClass(node, 'panelHeader')), [richBody(body.childNodes.flatMap(convert))])]
}

const titleOf = (node: HtmlElement | undefined): [string, string][] => {
  const text = node ? textIn(node).trim() : ''
  return text === '' ? [] : [['title', text]]
}

const expand: Special = (node, _attributes, classes) => {
  if (node.tagName === 'details') {
    const summary = node.childNodes.find((one): one is HtmlElement => isHtml(one) && one.tagName === 'summary')
    const rest = node.childNodes.filter(one => one !== summary)
    return [macro('expand', titleOf(summary), [richBody(rest.flatMap(convert))])]
  }
  if (!classes.has('expand-container')) return undefined
  const body = withClass(node, 'expand-content')
  return body && [macro('expand', titleOf(withClass(node, 'expand-control-text')), [richBody(body.childNodes.flatMap(convert))])]
}

const code: Special = (node, _attributes, classes) => {
  if (node.tagName === 'pre') return [codeMacro(node, [])]
  if (!classes.has('code') && !classes.has('preformatted')) return undefined
  const pre = withTag(node, 'pre')
  if (!pre) return undefined
  const title = titleOf(withClass(node, 'codeHeader'))
  return classes.has('preformatted') ? [macro('noformat', title, [plainBody(textIn(pre))])] : [codeMacro(pre, title)]
}

function codeMacro(pre: HtmlElement, title: [string, string][]): Element {
  const attributes = attributesOf(pre)
  const inner = withTag(pre, 'code')
  const classes = `${attributes['class'] ?? ''} ${inner ? (attributesOf(inner)['class'] ?? '') : ''}`
  const language =
    /\bbrush:\s*([^;\s]+)/.exec(attributes['data-syntaxhighlighter-params'] ?? '')?.[1] ??
    attributes['data-language'] ??
    /\blanguage-([^\s"]+)/.exec(classes)?.[1]
  return macro(
    'code',
    [...(language === undefined ? [] : [['language', language] as const]), ...title],
    [plainBody(textIn(pre).replace(/\n$/, ''))]
  )
}

const tasks: Special = (node, _attributes, classes) => {
  if (!classes.has('inline-task-list')) return undefined
  const items = node.childNodes.filter(isHtml).filter(({ tagName }) => tagName === 'li')
  return [
    make(
      'ac:task-list',
      {},
      items.map(item => {
        const isDone = /\bchecked\b/.test(attributesOf(item)['class'] ?? '')
        const taskStatus = make('ac:task-status', {}, [textNode(isDone ? 'complete' : 'incomplete')])
        return make('ac:task', {}, [taskStatus, make('ac:task-body', {}, item.childNodes.flatMap(convert))])
      })
    )
  ]
}

const status: Special = (node, attributes, classes) => {
  if (!classes.has('status-macro') && !classes.has('aui-lozenge')) return undefined
  const title = textIn(node).trim()
  if (title === '') return []
  const [, colour] = COLOURS.find(([name]) => (attributes['class'] ?? '').includes(`aui-lozenge-${name}`)) ?? []
  return [macro('status', [...(colour === undefined ? [] : [['colour', colour] as const]), ['title', title]], [])]
}

const picture: Special = (node, attributes, classes) => {
  if (node.tagName !== 'img') return undefined
  const short = attributes['data-emoji-short-name']
  const emoticon = attributes['data-emoticon-name']
  if (short !== undefined) return [make('ac:emoticon', { 'ac:emoji-shortname': short }, [])]
  if (classes.has('emoticon') && emoticon !== undefined) return [make('ac:emoticon', { 'ac:name': emoticon }, [])]
  const alt = attributes['alt'] ?? ''
  if (/\b(?:latex|math|tex)\b/i.test(attributes['class'] ?? '') && alt !== '') return [macro('mathinline', [['body', alt]], [])]
  const file = attributes['data-linked-resource-default-alias']
  const address = attributes['data-image-src'] ?? attributes['src'] ?? ''
  if (file === undefined && address === '') return []
  const target = file === undefined ? make('ri:url', { 'ri:value': address }, []) : make('ri:attachment', { 'ri:filename': file }, [])
  const size = ['width', 'height'].flatMap(name => (attributes[name] ? [[`ac:${name}`, attributes[name] ?? '']] : []))
  return [make('ac:image', { ...(alt !== '' && alt !== file && { 'ac:alt': alt }), ...Object.fromEntries(size) }, [target])]
}

const person: Special = (node, attributes, classes) => {
  if (node.tagName !== 'a' || (!classes.has('user-mention') && !classes.has('confluence-userlink'))) return undefined
  const [kind, id] =
    attributes['data-account-id'] === undefined
      ? (['ri:username', attributes['data-username']] as const)
      : (['ri:account-id', attributes['data-account-id']] as const)
  if (id === undefined) return undefined
  const user = make('ri:user', { [kind]: id }, [])
  const name = textIn(node).replace(/^@/, '').trim()
  return [make('ac:link', { ...(name !== '' && { 'shown-name': name }) }, [user])]
}

const time: Special = (node, attributes) =>
  node.tagName === 'time' && attributes['datetime'] !== undefined ? [make('time', { datetime: attributes['datetime'] }, [])] : undefined

/** The part of a link's address after the last `#`. */
function fragmentOf(node: HtmlElement): string {
  const { href = '' } = attributesOf(node)
  return href.slice(href.lastIndexOf('#') + 1 || href.length)
}

/** A footnote: the link to it, and its paragraph. Its name has at most 64 characters, as in Markdown. */
const note: Special = (node, _attributes, classes) => {
  const first = node.childNodes.find(isHtml)
  if (node.tagName === 'sup' && first?.tagName === 'a') {
    const [, name] = /^(?:.*-)?fn-([\w-]{1,64})$/.exec(fragmentOf(first)) ?? []
    return name === undefined ? undefined : [make('sup', {}, [make('ac:link', { 'ac:anchor': `fn-${name}` }, [])])]
  }
  if (classes.has('confluence-anchor-link')) {
    const [, name] = /(?:^|-)((?:fn|fnref)-[\w-]{1,64})$/.exec(attributesOf(node)['id'] ?? '') ?? []
    return name === undefined ? [] : [macro('anchor', [['', name]], [])]
  }
  if (node.tagName === 'a' && /(?:^|-)fnref-[\w-]{1,64}$/.test(fragmentOf(node))) return []
  return undefined
}

const link: Special = (node, attributes) => {
  if (node.tagName !== 'a') return undefined
  const file = attributes['data-linked-resource-default-alias']
  if (attributes['data-linked-resource-type'] !== 'attachment' || file === undefined || withTag(node, 'img')) return undefined
  const body = make('ac:link-body', {}, node.childNodes.flatMap(convert))
  return [make('ac:link', {}, [make('ri:attachment', { 'ri:filename': file }, []), body])]
}

/** The first element below with this class. Not recursive. */
const withClass = (root: HtmlElement, name: string): HtmlElement | undefined =>
  below(root, node => (attributesOf(node)['class'] ?? '').split(/\s+/).includes(name))

const withTag = (root: HtmlElement, tag: string): HtmlElement | undefined => below(root, ({ tagName }) => tagName === tag)

function below(root: HtmlElement, fits: (node: HtmlElement) => boolean): HtmlElement | undefined {
  const open: HtmlNode[] = root.childNodes.toReversed()
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isHtml(node)) continue
    if (fits(node)) return node
    open.push(...node.childNodes.toReversed())
  }
  return undefined
}

function textIn(root: HtmlElement): string {
  let text = ''
  const open: HtmlNode[] = root.childNodes.toReversed()
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.nodeName === '#text' && 'value' in node) text += node.value
    else if (isHtml(node) && node.tagName === 'br') text += '\n'
    else if (isHtml(node)) open.push(...node.childNodes.toReversed())
  }
  return text
}
