import type { DefaultTreeAdapterTypes } from 'parse5'
import { type Appearance, isReadable, type Judgment, judge } from './appearance/appearance.ts'
import { PAGE } from './appearance/box.ts'
import { BLACK, DARK, WHITE } from './appearance/color.ts'
import { kindOf, type Page } from './appearance/elements.ts'
import { type Cascade, createCascade, type Style } from './css/cascade.ts'
import { createMatching, type Element } from './css/selectors.ts'
import { readDataUrl, readRules, type Sheet } from './css/stylesheet.ts'
import { shadowOf, sheetsIn, slottedIn } from './shadow.ts'

type Node = DefaultTreeAdapterTypes.Node
type ChildNode = DefaultTreeAdapterTypes.ChildNode
type Parent = DefaultTreeAdapterTypes.ParentNode
type Document = DefaultTreeAdapterTypes.Document | DefaultTreeAdapterTypes.DocumentFragment

interface Visit {
  node: Node
  appearance: Appearance
  style: Style
}

/** Maximum cost of comparing the elements of a document with its rules. A million steps take less than 0.1 s. */
const MAX_STEPS = 20_000_000

/** Elements without text that could be shown or hidden. */
const NO_TEXT = new Set(['head', 'script', 'style', 'template', 'svg'])
const COLUMNS = new Set(['col', 'colgroup'])
/** Elements whose text is never shown by current browsers, whatever their style. */
const NEVER_SHOWN = new Set('audio canvas iframe meter noembed noframes progress video annotation annotation-xml mphantom'.split(' '))

/**
 * Removes text that browsers do not show to people, who could not notice that it addresses a machine. Judges by attributes, inline
 * styles and the style sheets in the document, as on a desktop screen. Returns warnings about removed text, and about what could not be
 * judged. Closed details, tab panels, and content that only a search in the page reveals (`hidden=until-found`) are kept. Not recursive.
 * `maxSteps` bounds the time: beyond it, style rules are ignored, with a warning.
 */
export function removeHidden(document: Document, maxSteps: number = MAX_STEPS): string[] {
  const page = pageOf(document)
  const matching = createMatching(maxSteps, page.isQuirky, page.hasScripts)
  const first = initialAppearance(page)
  const isHiding = (values: ReadonlyMap<string, string>): boolean => hidesText(values, first)
  const cascadeOf = (sheets: readonly Sheet[]): Cascade => createCascade(readRules(sheets, matching), matching, page.isQuirky, isHiding)
  const cascade = cascadeOf(page.sheets)
  const shownIn: ShownIn = element => {
    const shadow = shadowOf(element)
    if (element.tagName === 'maction') return { nodes: element.childNodes.filter(node => 'tagName' in node).slice(0, 1), isJudged: true }
    if (!shadow) return { nodes: element.childNodes, isJudged: true }
    const own = cascadeOf(sheetsIn(shadow).map(css => ({ css, media: '' })))
    const hides = (part: Element): boolean =>
      kindOf(part, page).display === 'none' || isHiding(own.styleOf(part, { values: new Map(), variables: undefined }).values)
    return { nodes: slottedIn(element, shadow, hides), isJudged: own.isComplete() }
  }
  const removal = removeFrom(document, page, { cascade, shownIn }, first)
  const isJudged = cascade.isComplete() && !removal.isDoubtful
  return [...(removal.characters === 0 ? [] : [leftOut(removal.characters)]), ...(isJudged ? [] : [NOT_JUDGED])]
}

const leftOut = (characters: number): string => `Hidden text was omitted (${characters} characters): browsers do not show it to people.`

const NOT_JUDGED = 'Some style rules could not be judged or are too large: the text may contain parts that are hidden from people.'

interface Removal {
  characters: number
  isDoubtful: boolean
}

/** Returns the children of an element that browsers show, and whether all rules of its shadow tree could be judged. */
type ShownIn = (element: Element) => { nodes: readonly ChildNode[]; isJudged: boolean }

interface Styles {
  cascade: Cascade
  shownIn: ShownIn
}

function removeFrom(document: Document, page: Page, { cascade, shownIn }: Styles, first: Appearance): Removal {
  const removal: Removal = { characters: 0, isDoubtful: false }
  const removed = new Map<Parent, Set<Node>>()
  const remove = (node: ChildNode): void => {
    removal.characters += textLength(node)
    const siblings = node.parentNode && (removed.get(node.parentNode) ?? new Set<Node>())
    if (node.parentNode && siblings) removed.set(node.parentNode, siblings.add(node))
    if (isOnlyHandle(node) && node.parentNode && 'tagName' in node.parentNode) remove(node.parentNode)
  }
  const removeOthers = ({ childNodes }: Element, shown: ReadonlySet<ChildNode>): void => {
    for (const child of childNodes) if (!shown.has(child)) remove(child)
  }
  const left = new Map<Parent, number>()
  /** Removes text, and the elements around it that contain nothing else. */
  const clear = (text: DefaultTreeAdapterTypes.TextNode): void => {
    const isBlank = text.value.trim() === ''
    let node: Node = text
    for (let parent = text.parentNode; !isBlank && parent && isRemovable(parent); parent = parent.parentNode) {
      const rest: number = (left.get(parent) ?? parent.childNodes.filter(isContent).length) - 1
      left.set(parent, rest)
      if (rest > 0) break
      node = parent
    }
    text.value = ''
    if (node !== text && node.parentNode) removed.set(node.parentNode, (removed.get(node.parentNode) ?? new Set<Node>()).add(node))
  }
  let rem = first.size
  const style: Style = { values: new Map(), variables: undefined }
  const open: Visit[] = visits(document.childNodes, first, style)
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { node, appearance } = visit
    if (isText(node)) {
      const isRead = isReadable(appearance)
      if (isRead) continue
      if (isRead === undefined || mayBeReadable(appearance)) {
        removal.isDoubtful ||= node.value.trim() !== ''
        continue
      }
      removal.characters += lengthOf(node.value)
      clear(node)
    } else if ('tagName' in node && !NO_TEXT.has(node.tagName)) {
      if (NEVER_SHOWN.has(node.tagName)) remove(node)
      else {
        const own = cascade.styleOf(node, visit.style)
        const judgment = judge(own.values, kindOf(node, page), appearance, rem)
        if (node.tagName === 'html') rem = judgment.appearance.size
        if (judgment.isNotShown) remove(node)
        else {
          const { nodes, isJudged } = shownIn(node)
          if (nodes.length < node.childNodes.length) removeOthers(node, new Set(nodes))
          // A column that collapses hides cells that are not in it.
          removal.isDoubtful ||= COLUMNS.has(node.tagName) && /^(?:collapse|hidden)$/.test(own.values.get('visibility') ?? '')
          removal.isDoubtful ||= (judgment.isDoubtful || !isJudged) && hasText(node)
          open.push(...visits(nodes, withScheme(node, own, judgment), own))
        }
      }
    }
  }
  for (const [parent, nodes] of removed) parent.childNodes = parent.childNodes.filter(node => !nodes.has(node))
  return removal
}

/** Whether text is hidden only by its color and may lie over an image. */
const mayBeReadable = (appearance: Appearance): boolean =>
  appearance.paint.isOverPicture && isReadable({ ...appearance, paint: { ...appearance.paint, background: undefined } }) !== false

/** Excludes the page and the elements that structure a table. */
const isRemovable = (node: Parent): node is Element =>
  'tagName' in node && !/^(?:html|body|head|table|tr|td|th|tbody|thead|tfoot|caption)$/.test(node.tagName)

const isContent = (node: Node): boolean => ('value' in node ? node.value.trim() !== '' : 'tagName' in node)

const visits = (nodes: readonly Node[], appearance: Appearance, style: Style): Visit[] =>
  nodes.map(node => ({ node, appearance, style })).toReversed()

const isText = (node: Node): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text'

/** Returns the appearance of a page without styles. Colors are unknown if some of its style sheets are. */
function initialAppearance({ hasLinks }: Page): Appearance {
  return {
    paint: {
      color: hasLinks ? undefined : BLACK,
      fill: 'currentcolor',
      background: hasLinks ? undefined : WHITE,
      isThroughLetters: false,
      isOverPicture: false,
      shadow: 'none',
      stroke: '0'
    },
    isVisible: true,
    opacity: 1,
    size: 16,
    scale: 1,
    box: PAGE,
    indent: '0',
    spacing: 'normal',
    wordSpacing: 'normal',
    isShrunk: false,
    lineHeight: 'normal',
    whiteSpace: 'normal',
    isSecret: false,
    isAligned: false,
    hasBackdrop: false,
    display: 'block'
  }
}

/** A page that declares only a dark scheme has different default colors. */
function withScheme({ tagName }: Element, { values }: Style, { appearance }: Judgment): Appearance {
  if (tagName !== 'html' || !/^(?:only )?dark(?: only)?$/.test(values.get('color-scheme') ?? '')) return appearance
  const { paint } = appearance
  return {
    ...appearance,
    paint: {
      ...paint,
      color: paint.color === BLACK ? WHITE : paint.color,
      background: paint.background === WHITE ? DARK : paint.background
    }
  }
}

/** Whether these values alone hide the text of an element. */
function hidesText(values: ReadonlyMap<string, string>, first: Appearance): boolean {
  const hints = { color: undefined, background: undefined, own: undefined, hasPicture: false }
  const kind = { display: 'block', size: 1, hints, isPage: false, isPanel: false, isBesidePicture: () => false }
  const { isNotShown, appearance } = judge(values, kind, first, first.size)
  return isNotShown || !isReadable(appearance)
}

/** Whether an element is the summary of closed details, which opens them. */
function isOnlyHandle(node: ChildNode): boolean {
  const { tagName, parentNode } = 'tagName' in node ? node : { tagName: '', parentNode: null }
  if (tagName !== 'summary' || !parentNode || !('tagName' in parentNode) || parentNode.tagName !== 'details') return false
  return !parentNode.attrs.some(({ name }) => name === 'open')
}

const MAX_LOOKED_AT = 1_000

/** Whether an element may contain text, without reading all of a large one. */
function hasText(root: Parent): boolean {
  const open: Node[] = [...root.childNodes]
  let left = MAX_LOOKED_AT
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (--left < 0 || (isText(node) && node.value.trim() !== '')) return true
    if ('childNodes' in node) for (const child of node.childNodes) open.push(child)
  }
  return false
}

function pageOf(document: Document): Page {
  const sheets: Sheet[] = []
  let hasLinks = false
  let hasScripts = false
  const open: Node[] = document.childNodes.toReversed()
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!('tagName' in node)) continue
    const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]))
    const media = attributes.get('media') ?? ''
    hasScripts ||= node.tagName === 'script' || node.attrs.some(({ name }) => name.startsWith('on'))
    if (node.tagName === 'link' && /\bstylesheet\b/i.test(attributes.get('rel') ?? '')) {
      const css = readDataUrl(attributes.get('href') ?? '')
      if (css === undefined) hasLinks = true
      else if (!/\balternate\b/i.test(attributes.get('rel') ?? '')) sheets.push({ css, media })
    } else if (node.tagName === 'style') {
      const css = node.childNodes.map(child => ('value' in child ? child.value : '')).join('')
      if (/^(?:text\/css)?$/i.test(attributes.get('type') ?? '')) sheets.push({ css, media })
    } else for (const child of node.childNodes.toReversed()) open.push(child)
  }
  return { sheets, hasLinks, hasScripts, isQuirky: 'mode' in document && document.mode === 'quirks' }
}

const lengthOf = (text: string): number => text.replace(/\s+/g, ' ').trim().length

function textLength(root: Node): number {
  let length = 0
  const open: Node[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isText(node)) length += lengthOf(node.value)
    else if ('childNodes' in node && !NO_TEXT.has(node.nodeName)) for (const child of node.childNodes) open.push(child)
  }
  return length
}
