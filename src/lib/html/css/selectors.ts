import { compile, type Options } from 'css-select'
import { type CssNode, generate, ident, List, type ListItem, parse, type Selector, type SelectorList, walk } from 'css-tree'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { isTooDeep } from './nesting.ts'

type Node = DefaultTreeAdapterTypes.Node
export type Element = DefaultTreeAdapterTypes.Element
type Adapter = NonNullable<Options<Node, Element>['adapter']>

/** A selector to compare elements with. */
export interface Matcher {
  /** The ID (`#…`), class (`.…`) or tag that an element must have; `*` for any. */
  key: string
  /** The ID or class that an ancestor must have; undefined for none. */
  outerKey: string | undefined
  specificity: number
  /** Distance between the root of its `@scope` and a matching element. Nearer roots take precedence. */
  distance: (element: Element) => number
  /** Throws TooMuchWork when the budget of the page is used up. */
  fits: (element: Element) => boolean
}

/** Comparing the elements of a page with its selectors exceeded the budget. */
export class TooMuchWork extends Error {}

export interface Matching {
  /**
   * Returns the matchers of a selector list, without those that match nothing at rest, such as `:hover` or `::before`. Undefined if it
   * cannot be judged.
   */
  matchersOf: (list: SelectorList) => Matcher[] | undefined
  /** Returns the keys under which matchers of an element are stored. */
  keysOf: (element: Element) => readonly string[]
}

/** Pseudo-classes that match nothing on a page at rest. */
const NEVER = `hover active focus focus-visible focus-within visited target target-within current past future modal fullscreen popover-open
  picture-in-picture user-valid user-invalid autofill -webkit-autofill placeholder-shown indeterminate default invalid out-of-range
  has-slotted buffering seeking stalled muted volume-locked`.split(/\s+/)
/** Pseudo-classes that match everything after the scripts of a page ran. */
const ALWAYS = ['valid', 'in-range', 'read-only', 'paused']

const IN_NO_CASE = new Set(NEVER)

const STRUCTURAL =
  `defined is where not has root scope empty lang dir link any-link checked disabled enabled required optional open first-child
  last-child only-child first-of-type last-of-type only-of-type nth-child nth-last-child nth-of-type nth-last-of-type`.split(/\s+/)

const KNOWN = new Set([...NEVER, ...ALWAYS, ...STRUCTURAL])

/** Pseudo-elements that do not affect the text of an element, with one colon or two. */
const PARTS =
  /^(?:before|after|marker|placeholder|selection|backdrop|cue|file-selector-button|highlight|-webkit-.*|-moz-.*|-ms-.*|-o-.*|scroll-.*|view-transition.*)$/
/** Prefixes of other browsers. */
const FOREIGN = /^-(?:moz|ms|o|khtml)-/

const MAX_SELECTOR = 2_000

/** Parses a selector list; undefined if it is invalid or nested too deeply. */
export function parsedSelectors(text: string): SelectorList | undefined {
  if (isTooDeep(text)) return undefined
  try {
    const list = parse(text, { context: 'selectorList' })
    return list.type === 'SelectorList' && list.children.toArray().every(isWellFormed) ? list : undefined
  } catch {
    return undefined
  }
}

/** Whether tags come first and combinators have operands, which the library does not check. */
function isWellFormed(selector: CssNode): boolean {
  const nodes = selector.type === 'Selector' ? selector.children.toArray() : []
  return nodes.every((node, at) => {
    const before = nodes[at - 1]
    if (node.type === 'TypeSelector') return before === undefined || before.type === 'Combinator'
    return node.type !== 'Combinator' || (nodes[at + 1] !== undefined && before?.type !== 'Combinator')
  })
}

/** Resolves a nested rule: `&` becomes the parent's selectors. Undefined if the result is too long. */
export function unnested(list: SelectorList, parent: SelectorList): SelectorList | undefined {
  for (const selector of list.children) {
    if (selector.type !== 'Selector') continue
    const isRelative = selector.children.first?.type === 'Combinator'
    if (isRelative || !includes(selector, node => node.type === 'NestingSelector')) {
      if (!isRelative) selector.children.prependData({ type: 'Combinator', name: ' ' })
      selector.children.prependData({ type: 'NestingSelector' })
    }
  }
  return replaced(list, node => node.type === 'NestingSelector', parent, 'is')
}

/** Resolves a rule in `@scope`: its selectors match below the root unless they name it. */
export function scoped(list: SelectorList, root: SelectorList): SelectorList | undefined {
  const isScope = (node: CssNode): boolean =>
    node.type === 'NestingSelector' || (node.type === 'PseudoClassSelector' && node.name.toLowerCase() === 'scope')
  for (const selector of list.children) {
    if (selector.type !== 'Selector') continue
    const isRelative = selector.children.first?.type === 'Combinator'
    if (!isRelative && includes(selector, isScope)) continue
    if (!isRelative) selector.children.prependData({ type: 'Combinator', name: ' ' })
    selector.children.prependData({ type: 'NestingSelector' })
  }
  return replaced(list, isScope, root, 'where')
}

function replaced(
  list: SelectorList,
  isReplaced: (node: CssNode) => boolean,
  by: SelectorList,
  name: 'is' | 'where'
): SelectorList | undefined {
  walk(list, {
    enter(node: CssNode, item: ListItem<CssNode>) {
      if (isReplaced(node) && item) item.data = { type: 'PseudoClassSelector', name, children: new List<CssNode>().appendData(by) }
    }
  })
  const text = generate(list)
  return text.length > MAX_SELECTOR ? undefined : parsedSelectors(text)
}

function includes(node: CssNode, isMeant: (node: CssNode) => boolean): boolean {
  let found = false
  walk(node, one => {
    found ||= isMeant(one)
  })
  return found
}

type Kind = 'known' | 'never' | 'unknown'

/** In `:is()` and `:where()`, browsers ignore unknown selectors. Inner lists come first, so each is judged when its own lists are filtered. */
function withoutUnknown(selector: CssNode): void {
  walk(selector, {
    leave(node: CssNode) {
      if (node.type !== 'PseudoClassSelector' || !/^(?:is|where)$/i.test(node.name)) return
      for (const list of node.children ?? [])
        if (list.type === 'SelectorList') list.children = list.children.filter(one => includes(one, isPart) || kindIn(one) !== 'unknown')
    }
  })
}

const isPart = (node: CssNode): boolean => node.type === 'PseudoElementSelector'

function kindOf(selector: CssNode): Kind {
  withoutUnknown(selector)
  return kindIn(selector)
}

function kindIn(selector: CssNode): Kind {
  const own: readonly CssNode[] = selector.type === 'Selector' ? selector.children.toArray() : []
  let kind: Kind = 'known'
  walk(selector, node => {
    if (node.type === 'PseudoElementSelector') kind = PARTS.test(node.name.toLowerCase()) ? 'never' : 'unknown'
    if (node.type !== 'PseudoClassSelector') return
    const name = node.name.toLowerCase()
    if (kind === 'known' && IN_NO_CASE.has(name) && own.includes(node)) kind = 'never'
    if (!KNOWN.has(name) && kind !== 'never') kind = FOREIGN.test(name) || PARTS.test(name) ? 'never' : 'unknown'
  })
  return kind
}

/**
 * `budget`: maximum number of comparison steps. `isQuirky`: whether the document has no doctype, so that classes and IDs are
 * case-insensitive.
 */
export function createMatching(budget: number, isQuirky: boolean, hasScripts = true): Matching {
  let left = budget
  const spend = (steps: number): void => {
    left -= steps
    if (left < 0) throw new TooMuchWork('Comparing the style rules of the page with its elements is too expensive.')
  }
  const folded = (name: string): string => (isQuirky ? name.toLowerCase() : name)
  const attributes = attributesOf(spend)
  const adapter = adapterOf(spend, attributes)
  const pseudos = { ...statePseudos(attributes, hasScripts), ...positionPseudos(spend) }
  const options: Options<Node, Element> = {
    adapter,
    quirksMode: isQuirky,
    pseudos: { ...statePseudos(attributes, hasScripts) },
    cacheResults: true
  }

  function matcherOf(selector: Selector): Matcher {
    // The generator omits a space that the matcher needs, and the matcher rejects an empty list.
    const text = generate(selector)
      .replace(/(nth-(?:last-)?child\([^()]{1,40}?\sof)\s*/gi, '$1 ')
      .replace(/:(?:is|where)\(\)/gi, ':not(*)')
    const used = /\sof\s/i.test(text) ? options : { ...options, pseudos }
    const compiled = compile<Node, Element>(text, used)
    const fits = (element: Element): boolean => {
      spend(1)
      return compiled(element)
    }
    return { ...keysIn(selector, folded), specificity: specificityOf(selector), distance: () => Number.POSITIVE_INFINITY, fits }
  }

  const keys = new WeakMap<Element, readonly string[]>()
  function keysOf(element: Element): readonly string[] {
    const found = keys.get(element)
    spend(1 + (found?.length ?? 0) / 8)
    if (found) return found
    const id = attributes(element).get('id')
    const classes = attributes(element).get('class') ?? ''
    spend(classes.length / 8)
    const names = new Set(classes.split(/\s+/).filter(Boolean))
    const own = [...(id === undefined ? [] : [`#${folded(id)}`]), ...[...names].map(name => `.${folded(name)}`), element.tagName, '*']
    keys.set(element, own)
    return own
  }

  return {
    matchersOf(list) {
      const selectors = list.children.toArray().flatMap(one => (one.type === 'Selector' ? [{ selector: one, kind: kindOf(one) }] : []))
      if (selectors.some(({ selector, kind }) => kind === 'unknown' || generate(selector).length > MAX_SELECTOR)) return undefined
      try {
        return selectors.filter(({ kind }) => kind === 'known').map(({ selector }) => matcherOf(selector))
      } catch {
        return undefined // not supported by the library
      }
    },
    keysOf
  }
}

const isElement = (node: Node): node is Element => 'tagName' in node

function attributesOf(spend: (steps: number) => void): (element: Element) => ReadonlyMap<string, string> {
  const known = new WeakMap<Element, ReadonlyMap<string, string>>()
  return element => {
    const found = known.get(element)
    if (found) return found
    spend(element.attrs.length)
    const attributes = new Map(element.attrs.map(({ name, value }) => [name, value]))
    known.set(element, attributes)
    return attributes
  }
}

function adapterOf(spend: (steps: number) => void, attributes: (element: Element) => ReadonlyMap<string, string>): Adapter {
  const childrenOf = (node: Node): Node[] => {
    const children = 'childNodes' in node ? node.childNodes : []
    spend(1 + children.length / 2)
    return children
  }
  const parentOf = (node: Node): Node | null => {
    spend(1)
    return 'parentNode' in node ? node.parentNode : null
  }
  return {
    isTag: isElement,
    getAttributeValue(element, name) {
      const value = attributes(element).get(name)
      spend(1 + (value?.length ?? 0) / 8)
      return value
    },
    getChildren: childrenOf,
    getName: element => element.tagName,
    getParent: parentOf,
    getSiblings(node) {
      const parent = parentOf(node)
      return parent ? childrenOf(parent) : [node]
    },
    getText: node => ('value' in node ? node.value : ''),
    hasAttrib: (element, name) => attributes(element).has(name),
    removeSubsets: nodes => nodes
  }
}

type Pseudo = (element: Element, value?: string | null) => boolean

function statePseudos(attributes: (element: Element) => ReadonlyMap<string, string>, hasScripts: boolean): Record<string, Pseudo | string> {
  const same = (names: readonly string[], selector: string) => names.map(name => [name, selector] as const)
  return {
    ...Object.fromEntries([...same(NEVER, ':not(*)'), ...same(ALWAYS, '*')]),
    // Only scripts define elements.
    defined: element => hasScripts || !element.tagName.includes('-'),
    open: element => /^(?:details|dialog)$/.test(element.tagName) && attributes(element).has('open'),
    dir(element, value) {
      let direction: string | undefined
      for (let node: Node | null = element; node && isElement(node) && direction === undefined; node = node.parentNode)
        direction = attributes(node).get('dir')?.toLowerCase()
      return (direction ?? 'ltr') === value?.trim().toLowerCase()
    }
  }
}

/** The position of an element among its siblings, and among those of its type, from either end. */
interface Position {
  child: number
  lastChild: number
  ofType: number
  lastOfType: number
}

/** The library counts the siblings again for each element. */
function positionPseudos(spend: (steps: number) => void): Record<string, Pseudo> {
  const known = new WeakMap<Element, Position>()
  const positionOf = (element: Element): Position => {
    const found = known.get(element)
    if (found) return found
    const siblings = (element.parentNode?.childNodes ?? [element]).filter(isElement)
    spend(siblings.length)
    const counts = new Map<string, number>()
    const positions = siblings.map((sibling, at) => {
      const ofType = (counts.get(sibling.tagName) ?? 0) + 1
      counts.set(sibling.tagName, ofType)
      return { child: at + 1, lastChild: siblings.length - at, ofType }
    })
    for (const [at, sibling] of siblings.entries()) {
      const position = positions[at]
      if (position) known.set(sibling, { ...position, lastOfType: (counts.get(sibling.tagName) ?? 0) - position.ofType + 1 })
    }
    return known.get(element) ?? { child: 1, lastChild: 1, ofType: 1, lastOfType: 1 }
  }
  const nth =
    (side: keyof Position): Pseudo =>
    (element, value) =>
      isNth(positionOf(element)[side], value ?? '')
  return {
    'nth-child': nth('child'),
    'nth-last-child': nth('lastChild'),
    'nth-of-type': nth('ofType'),
    'nth-last-of-type': nth('lastOfType'),
    'first-child': element => positionOf(element).child === 1,
    'last-child': element => positionOf(element).lastChild === 1,
    'first-of-type': element => positionOf(element).ofType === 1,
    'last-of-type': element => positionOf(element).lastOfType === 1
  }
}

/** `An+B`. */
function isNth(position: number, formula: string): boolean {
  const text = formula.replace(/\s+/g, '').toLowerCase()
  if (text === 'odd') return position % 2 === 1
  if (text === 'even') return position % 2 === 0
  const [, step, offset] = /^(?:([+-]?\d*)n)?([+-]?\d+)?$/.exec(text) ?? []
  const a = step === undefined ? 0 : step === '' || step === '+' ? 1 : step === '-' ? -1 : Number(step)
  const rest = position - Number(offset ?? 0)
  return a === 0 ? rest === 0 : rest % a === 0 && rest / a >= 0
}

function keysIn(selector: Selector, folded: (name: string) => string): Pick<Matcher, 'key' | 'outerKey'> {
  let key = '*'
  let outerKey: string | undefined
  for (const node of selector.children) {
    if (node.type === 'Combinator') {
      // Something before a sibling need not be an ancestor of the element.
      if (/^[.#]/.test(key) && (node.name === ' ' || node.name === '>')) outerKey = key
      key = '*'
    } else if (node.type === 'IdSelector') key = `#${folded(ident.decode(node.name))}`
    else if (node.type === 'ClassSelector' && !key.startsWith('#')) key = `.${folded(ident.decode(node.name))}`
    else if (node.type === 'TypeSelector' && key === '*' && node.name !== '*') key = ident.decode(node.name).toLowerCase()
  }
  return { key, outerKey }
}

const ID = 1_000_000
const CLASS = 1_000

/** Combines the counts of IDs, then classes, attributes and pseudo-classes, then tags into one number. */
function specificityOf(selector: CssNode): number {
  if (selector.type !== 'Selector') return 0
  let sum = 0
  for (const node of selector.children) {
    if (node.type === 'IdSelector') sum += ID
    else if (node.type === 'ClassSelector' || node.type === 'AttributeSelector') sum += CLASS
    else if (node.type === 'TypeSelector') sum += node.name === '*' ? 0 : 1
    else if (node.type === 'PseudoClassSelector') sum += specificityOfPseudo(node.name.toLowerCase(), node.children?.toArray() ?? [])
  }
  return sum
}

function specificityOfPseudo(name: string, children: readonly CssNode[]): number {
  if (name === 'where') return 0
  const lists = children.map(child => (child.type === 'Nth' ? child.selector : child)).filter(child => child?.type === 'SelectorList')
  const highest = Math.max(0, ...lists.flatMap(list => (list?.type === 'SelectorList' ? list.children.toArray().map(specificityOf) : [])))
  return highest + (name === 'is' || name === 'not' || name === 'has' ? 0 : CLASS)
}
