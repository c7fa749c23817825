import type { SelectorList } from 'css-tree'
import { fitsScreen, isSupported } from './conditions.ts'
import { isRelevant } from './declarations.ts'
import { type Element, type Matcher, type Matching, parsedSelectors, scoped, unnested } from './selectors.ts'
import { type Block, type Declaration, type Item, readSyntax } from './syntax.ts'

/** A `<style>` element. */
export interface Sheet {
  css: string
  media: string
}

export interface Rule {
  matcher: Matcher
  /** Rank of its layer. Rules outside layers come after all layers. */
  layer: number
  /** Of two rules with equal specificity, the later one applies. */
  order: number
  declarations: readonly Declaration[]
  /** Whether the condition of the rule cannot be judged, such as that of `@container`. */
  isDoubtful: boolean
}

/** The rules of one key: those for any element, and those that require a certain ancestor, by its key. */
interface KeyedRules {
  anywhere: Rule[]
  within: Map<string, Rule[]>
}

/** The values before the first frame of an animation ends, and after its last one. */
export interface Keyframes {
  first: readonly Declaration[]
  last: readonly Declaration[]
}

/** The rules of a page for properties that can hide text. */
export interface Rules {
  /** By the key of their matchers. */
  byKey: ReadonlyMap<string, KeyedRules>
  keyframes: ReadonlyMap<string, Keyframes>
  /** Initial values of registered custom properties. */
  initial: ReadonlyMap<string, string>
  /** Rules that could not be judged. */
  skipped: readonly Skipped[]
  /** Whether a limit was reached, so that some rules were not read. */
  isCut: boolean
  layers: number
}

interface Skipped {
  declarations: readonly Declaration[]
  /** The selector or condition. */
  why: string
}

/** The rest of the style sheets is not read. */
const MAX_CHARACTERS = 1_500_000
const MAX_RULES = 20_000
const MAX_DEPTH = 30

interface Context {
  /** The selectors of the enclosing rule. */
  parent: SelectorList | undefined
  scope: Scope | undefined
  layer: readonly string[]
  isDoubtful: boolean
  depth: number
}

interface Scope {
  root: SelectorList
  /** Distance from the root to an element; undefined outside the scope. */
  distance: (element: Element) => number | undefined
}

interface Layer {
  path: readonly string[]
  order: number
}

interface Reading {
  matching: Matching
  found: (Omit<Rule, 'layer'> & { layer: readonly string[] })[]
  /** By name, in the order of their first mention. */
  layers: Map<string, Layer>
  keyframes: Map<string, Keyframes>
  initial: Map<string, string>
  skipped: Skipped[]
  isCut: boolean
  unnamed: number
}

/** Reads the rules of all style sheets. An invalid one does not affect the others. */
export function readRules(sheets: readonly Sheet[], matching: Matching): Rules {
  const reading: Reading = {
    matching,
    found: [],
    layers: new Map(),
    keyframes: new Map(),
    initial: new Map(),
    skipped: [],
    isCut: false,
    unnamed: 0
  }
  let left = MAX_CHARACTERS
  for (const { css, media } of sheets) {
    const fits = fitsScreen(media)
    if (fits === false) continue
    reading.isCut ||= css.length > left
    const context = { parent: undefined, scope: undefined, layer: [], isDoubtful: fits === undefined, depth: 0 }
    for (const item of readSyntax(css.slice(0, left), false)) readItem(item, context, reading)
    left = Math.max(0, left - css.length)
  }
  const { keyframes, initial, skipped, isCut } = reading
  return { byKey: byKey(reading), keyframes, initial, skipped, isCut, layers: reading.layers.size }
}

function byKey({ found, layers }: Reading): Map<string, KeyedRules> {
  const order = new Map([...layers].toSorted(([, a], [, b]) => compareLayers(a.path, b.path, layers)).map(([name], at) => [name, at]))
  const rules = new Map<string, KeyedRules>()
  for (const one of found) {
    const rule = { ...one, layer: order.get(nameOf(one.layer)) ?? layers.size }
    const { key, outerKey } = rule.matcher
    const known = rules.get(key) ?? { anywhere: [], within: new Map<string, Rule[]>() }
    rules.set(key, known)
    const list = outerKey === undefined ? known.anywhere : (known.within.get(outerKey) ?? [])
    if (outerKey !== undefined) known.within.set(outerKey, list)
    list.push(rule)
  }
  return rules
}

const nameOf = (layer: readonly string[]): string => layer.join('.')

/** In the order of their first mention. A layer comes after its nested layers. */
function compareLayers(a: readonly string[], b: readonly string[], layers: ReadonlyMap<string, Layer>): number {
  const shorter = Math.min(a.length, b.length)
  let depth = 0
  while (depth < shorter && a[depth] === b[depth]) depth++
  if (depth === shorter) return b.length - a.length
  const orderOf = (path: readonly string[]): number => layers.get(nameOf(path.slice(0, depth + 1)))?.order ?? 0
  return orderOf(a) - orderOf(b)
}

function readItem(item: Item, context: Context, reading: Reading): void {
  if (reading.isCut || context.depth > MAX_DEPTH || reading.found.length > MAX_RULES) reading.isCut = true
  else if (item.type === 'rule') readRule(item.prelude, item.block, context, reading)
  else if (item.type === 'at-rule') readAtRule(item, context, reading)
}

function readRule(prelude: string, block: Block, context: Context, reading: Reading): void {
  const list = parsedSelectors(prelude)
  const around = !list
    ? undefined
    : context.parent
      ? unnested(list, context.parent)
      : context.scope
        ? scoped(list, context.scope.root)
        : list
  if (around) readBlock(block, around, context, reading)
  else skipBlock(prelude, block, reading)
}

/** Reads the declarations and nested rules of a block for these selectors. */
function readBlock(block: Block, list: SelectorList, context: Context, reading: Reading): void {
  const declarations: Declaration[] = []
  for (const item of block()) {
    if (item.type === 'declaration') {
      if (item.declaration.property.startsWith('--') || isRelevant(item.declaration.property)) declarations.push(item.declaration)
    } else {
      add(declarations.splice(0), list, context, reading)
      readItem(item, { ...context, parent: list, depth: context.depth + 1 }, reading)
    }
  }
  add(declarations, list, context, reading)
}

function add(declarations: readonly Declaration[], list: SelectorList, { scope, layer, isDoubtful }: Context, reading: Reading): void {
  if (declarations.length === 0) return
  const matchers = reading.matching.matchersOf(list)
  if (!matchers) reading.skipped.push({ declarations, why: 'a selector' })
  for (const matcher of matchers ?? []) {
    const within = scope && {
      fits: (element: Element): boolean => matcher.fits(element) && scope.distance(element) !== undefined,
      distance: (element: Element): number => scope.distance(element) ?? 0
    }
    reading.found.push({ matcher: { ...matcher, ...within }, layer, order: reading.found.length, declarations, isDoubtful })
  }
}

/** An invalid rule has no effect, but one that only the parser does not know has an effect in browsers. */
function skipBlock(prelude: string, block: Block, reading: Reading): void {
  const declarations: Declaration[] = []
  for (const item of block()) if (item.type === 'declaration' && isRelevant(item.declaration.property)) declarations.push(item.declaration)
  if (declarations.length > 0) reading.skipped.push({ declarations, why: prelude })
}

type AtRule = Extract<Item, { type: 'at-rule' }>

function readAtRule(rule: AtRule, context: Context, reading: Reading): void {
  const { name, prelude, block } = rule
  if (name === 'layer' && !block) for (const layer of prelude.split(',')) declareLayer([...context.layer, ...namesIn(layer)], reading)
  if (name === 'import') readImport(prelude, context, reading)
  if (!block) return
  if (name === 'media') readIf(fitsScreen(prelude), block, context, reading)
  else if (name === 'supports') readIf(isSupported(prelude), block, context, reading)
  else if (name === 'container') readIf(undefined, block, context, reading)
  else if (name === 'layer') readLayer(prelude, block, context, reading)
  else if (name === 'scope') readScope(prelude, block, context, reading)
  else if (/^(?:-webkit-)?keyframes$/.test(name)) readKeyframes(prelude, block, reading)
  else if (name === 'property') readProperty(prelude, block, reading)
  else if (!WITHOUT_RULES.test(name)) for (const item of block()) if (item.type === 'rule') skipBlock(`@${name}`, item.block, reading)
}

/** At-rules without rules for elements, or for other browsers, print, and the moment an element appears. */
const WITHOUT_RULES =
  /^(?:font-.*|counter-style|page|view-transition|position-try|color-profile|function|charset|namespace|-moz-.*|-ms-.*|-o-.*|viewport)$/

/** Decodes a style sheet in a data URL. Others are not fetched. */
export function readDataUrl(url: string): string | undefined {
  const [, type = '', data] = /^data:text\/css([^,]{0,100}),([\s\S]*)$/i.exec(url.trim()) ?? []
  if (data === undefined) return undefined
  try {
    const bytes = decodeURIComponent(data)
    return /;\s*base64$/i.test(type) ? Buffer.from(bytes, 'base64').toString() : bytes
  } catch {
    return undefined // invalid percent encoding
  }
}

function readImport(prelude: string, context: Context, reading: Reading): void {
  const [, , url = '', media = ''] = /^(?:url\(\s*)?(["']?)(data:[^"')\s]*)\1\s*\)?\s*([\s\S]*)$/i.exec(prelude) ?? []
  const css = readDataUrl(url)
  const fits = fitsScreen(media)
  if (css === undefined || fits === false) return
  const within = { ...context, isDoubtful: context.isDoubtful || fits === undefined, depth: context.depth + 1 }
  for (const item of readSyntax(css.slice(0, MAX_CHARACTERS), false)) readItem(item, within, reading)
}

function readIf(verdict: boolean | undefined, block: Block, context: Context, reading: Reading): void {
  if (verdict === false) return
  readContents(block, { ...context, isDoubtful: context.isDoubtful || verdict === undefined, depth: context.depth + 1 }, reading)
}

/** Reads the content of a conditional rule: rules and, in a nested one, declarations. */
function readContents(block: Block, context: Context, reading: Reading): void {
  if (context.parent) readBlock(block, context.parent, context, reading)
  else for (const item of block()) readItem(item, context, reading)
}

const namesIn = (prelude: string): string[] => prelude.split('.').map(name => name.trim())

function readLayer(prelude: string, block: Block, context: Context, reading: Reading): void {
  const layer = [...context.layer, ...(prelude === '' ? [`\n${++reading.unnamed}`] : namesIn(prelude))]
  declareLayer(layer, reading)
  readContents(block, { ...context, layer, depth: context.depth + 1 }, reading)
}

function declareLayer(layer: readonly string[], { layers }: Reading): void {
  for (let length = 1; length <= layer.length; length++) {
    const part = layer.slice(0, length)
    if (!layers.has(nameOf(part))) layers.set(nameOf(part), { path: part, order: layers.size })
  }
}

/** `(root) to (limit)`: inside an element that matches the root, but not inside a descendant that matches the limit. */
function readScope(prelude: string, block: Block, context: Context, reading: Reading): void {
  const { from = '', to } = endsOf(prelude)
  const root = parsedSelectors(from)
  const roots = root && reading.matching.matchersOf(root)
  const limit = to === undefined ? undefined : parsedSelectors(to)
  const limits = limit ? reading.matching.matchersOf(limit) : []
  if (!root || !roots || !limits) {
    readIf(undefined, block, context, reading)
    return
  }
  const distance = (element: Element): number | undefined => {
    let steps = 0
    for (let node: Element['parentNode'] | Element = element; node && 'tagName' in node; node = node.parentNode) {
      const one: Element = node
      if (roots.some(({ fits }) => fits(one))) return steps
      if (limits.some(({ fits }) => fits(one))) return undefined
      steps++
    }
    return undefined
  }
  readContents(block, { ...context, parent: undefined, scope: { root, distance }, depth: context.depth + 1 }, reading)
}

/** The selectors of root and limit, without their brackets; none if the prelude has another form. */
function endsOf(prelude: string): { from?: string; to?: string } {
  if (!prelude.startsWith('(') || !prelude.endsWith(')')) return {}
  const between = /\)\s*to\s*\(/.exec(prelude)
  if (!between) return { from: prelude.slice(1, -1) }
  return { from: prelude.slice(1, between.index), to: prelude.slice(between.index + between[0].length, -1) }
}

function readKeyframes(prelude: string, block: Block, { keyframes }: Reading): void {
  const frames = [...block()].flatMap(item => (item.type === 'rule' ? [item] : []))
  const frame = (selector: RegExp): Declaration[] =>
    frames
      .filter(({ prelude: position }) => position.split(',').some(part => selector.test(part.trim())))
      .flatMap(one =>
        [...one.block()].flatMap(item => (item.type === 'declaration' && isRelevant(item.declaration.property) ? [item.declaration] : []))
      )
  keyframes.set(prelude.replace(/^["']|["']$/g, '').toLowerCase(), {
    first: frame(/^(?:from|0(?:\.0+)?%)$/i),
    last: frame(/^(?:to|100(?:\.0+)?%)$/i)
  })
}

function readProperty(prelude: string, block: Block, { initial }: Reading): void {
  for (const item of block())
    if (item.type === 'declaration' && item.declaration.property === 'initial-value') initial.set(prelude, item.declaration.value)
}
