import { INHERITED, isRelevant, longhandsOf, namesSetBy } from './declarations.ts'
import { type Element, type Matching, TooMuchWork } from './selectors.ts'
import type { Keyframes, Rule, Rules } from './stylesheet.ts'
import { type Declaration, readSyntax } from './syntax.ts'
import { MAX_SCOPES, referencesVariables, type Scope, scopeOf, substituted } from './variables.ts'

/** The longhands that apply to an element, and its custom properties. */
export interface Style {
  values: ReadonlyMap<string, string>
  variables: Scope
}

export interface Cascade {
  /** `parent`: style of the parent. `around`: custom properties in effect there. */
  styleOf: (element: Element, parent: Style) => Style
  /** Whether something could not be judged, or was skipped because of its cost. */
  isComplete: () => boolean
}

/** A value that depends on custom properties is read once these are known. */
type Declared = Declaration | string

/** The values that apply to all elements which match the same rules. */
interface Winners {
  values: ReadonlyMap<string, Declared>
  /** Those that animations do not override. */
  important: ReadonlySet<string>
  variables: ReadonlyMap<string, string>
}

const MAX_KNOWN = 10_000
/** If more elements are possible, they are looked up instead of tried one by one. */
const MAX_WITHIN = 20

/** Finds what applies to each element: its own style and the matching rules, by importance, layer, specificity and order. */
export function createCascade(
  rules: Rules,
  matching: Matching,
  isQuirky: boolean,
  isHiding: (values: ReadonlyMap<string, string>) => boolean
): Cascade {
  let isComplete = !rules.isCut
  let isSpent = false
  const known = new Map<string, Winners>()
  const initial = rules.initial.size === 0 ? undefined : scopeOf(rules.initial, undefined)

  const longhands = (declaration: Declaration): readonly (readonly [string, Declared])[] => {
    const { property, value } = declaration
    if (referencesVariables(value)) return namesSetBy(property).map(name => [name, declaration] as const)
    const found = longhandsOf(property, value, isQuirky)
    if (found === 'unknown') isComplete = false
    return found === undefined || found === 'unknown' ? [] : found
  }

  const hiding = new WeakMap<readonly Declaration[], boolean>()
  const hides = (declarations: readonly Declaration[]): boolean => {
    const found = hiding.get(declarations) ?? hidesAlone(declarations)
    hiding.set(declarations, found)
    return found
  }
  const hidesAlone = (declarations: readonly Declaration[]): boolean =>
    [declarations, ...declarations.map(one => [one])].some(some => {
      const values = some.flatMap(longhands).map(([name, value]) => [name, typeof value === 'string' ? value : ''] as const)
      return isHiding(new Map(values))
    })
  if (rules.skipped.some(({ declarations }) => hides(declarations))) isComplete = false

  /** Returns rules that may match. If many rules require a certain ancestor, only those whose ancestor exists. */
  function candidatesFor(element: Element): Rule[] {
    const keyed = matching.keysOf(element).flatMap(key => rules.byKey.get(key) ?? [])
    const around = keyed.some(({ within }) => within.size > MAX_WITHIN) ? keysAround(element) : undefined
    return keyed.flatMap(({ anywhere, within }) => {
      const lists = within.size > MAX_WITHIN && around ? [...around].map(key => within.get(key) ?? []) : [...within.values()]
      return [...anywhere, ...lists.flat()]
    })
  }

  function keysAround(element: Element): Set<string> {
    const keys = new Set<string>()
    for (let node = element.parentNode; node && 'tagName' in node; node = node.parentNode)
      for (const key of matching.keysOf(node)) keys.add(key)
    return keys
  }

  function fitting(element: Element): Rule[] {
    if (isSpent) return []
    try {
      const fits = candidatesFor(element).filter(({ matcher }) => matcher.fits(element))
      if (fits.some(({ isDoubtful, declarations }) => isDoubtful && hides(declarations))) isComplete = false
      return fits.filter(({ isDoubtful }) => !isDoubtful)
    } catch (error) {
      if (!(error instanceof TooMuchWork)) throw error
      isComplete = false
      isSpent = true
      return []
    }
  }

  function winnersOf(element: Element): Winners {
    const inline = element.attrs.find(({ name }) => name === 'style')?.value ?? ''
    const fits = fitting(element)
    const distances = fits.map(({ matcher }) => matcher.distance(element))
    const key = `${fits.map(({ order }, at) => `${order}${distances[at] === Number.POSITIVE_INFINITY ? '' : `/${distances[at]}`}`).join()};${inline.length > 2_000 ? '' : inline}`
    const found = inline.length > 2_000 ? undefined : known.get(key)
    if (found) return found
    const winners = winnersAmong(fits, distances, inline)
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(key, winners)
    return winners
  }

  function winnersAmong(fits: readonly Rule[], distances: readonly number[], inline: string): Winners {
    const own = [...readSyntax(inline, true)].flatMap(item => (item.type === 'declaration' ? [item.declaration] : []))
    const unlayered = rules.layers
    const sources = [
      ...fits.map(({ layer, matcher: { specificity }, order, declarations }, at) => ({
        layer,
        specificity,
        distance: distances[at] ?? Number.POSITIVE_INFINITY,
        order,
        declarations
      })),
      { layer: unlayered, specificity: Number.POSITIVE_INFINITY, distance: Number.POSITIVE_INFINITY, order: 0, declarations: own }
    ]
    const values = new Map<string, Declared>()
    const important = new Set<string>()
    const variables = new Map<string, string>()
    // Important declarations count more, and among them the first layer counts most.
    for (const isImportant of [false, true]) {
      const sign = isImportant ? -1 : 1
      let before: { layer: number; isInline: boolean; values: ReadonlyMap<string, Declared> } | undefined
      for (const { layer, specificity, declarations } of sources.toSorted(
        (a, b) =>
          sign * (a.layer - b.layer) || compared(a.specificity, b.specificity) || compared(b.distance, a.distance) || a.order - b.order
      )) {
        const isInline = specificity === Number.POSITIVE_INFINITY
        if (before?.layer !== layer || before.isInline !== isInline) before = { layer, isInline, values: new Map(values) }
        for (const declaration of declarations) {
          if (declaration.important !== isImportant) continue
          if (declaration.property.startsWith('--')) variables.set(declaration.property, declaration.value)
          else if (isRelevant(declaration.property))
            for (const [name, value] of longhands(declaration)) {
              values.set(name, value === 'revert-layer' ? (before.values.get(name) ?? 'unset') : value)
              if (isImportant) important.add(name)
            }
        }
      }
    }
    return { values, important, variables }
  }

  function resolved(winners: Winners, variables: Scope, parent: Style): Map<string, string> {
    const values = new Map<string, string>()
    for (const [name, declared] of winners.values) {
      const value = typeof declared === 'string' ? declared : fromVariables(name, declared, variables)
      const own = value === 'inherit' && !INHERITED.has(name) ? parent.values.get(name) : withoutKeyword(name, value)
      if (own !== undefined) values.set(name, own)
    }
    return values
  }

  function fromVariables(name: string, { property, value }: Declaration, variables: Scope): string {
    const text = substituted(value, variables)
    const found = text === undefined ? undefined : longhandsOf(property, text, isQuirky)
    if (found === 'unknown') isComplete = false
    return found === undefined || found === 'unknown' ? 'unset' : (found.find(([longhand]) => longhand === name)?.[1] ?? 'unset')
  }

  function animated(values: Map<string, string>, { important }: Winners, variables: Scope): void {
    for (const name of (values.get('animation-name') ?? 'none').split(',')) {
      const frames = rules.keyframes.get(name.trim().replace(/^["']|["']$/g, ''))
      if (frames && !isRunning(values) && (hides(frames.first) || isHiding(values))) isComplete = false
      for (const declaration of frames ? restingFrame(frames, values) : [])
        for (const [longhand, value] of longhands(declaration))
          if (!important.has(longhand)) values.set(longhand, typeof value === 'string' ? value : fromVariables(longhand, value, variables))
    }
  }

  return {
    isComplete: () => isComplete,
    styleOf(element, parent) {
      const winners = winnersOf(element)
      const outer = parent.variables ?? initial
      const variables = winners.variables.size === 0 ? outer : scopeOf(winners.variables, outer)
      if ((variables?.depth ?? 0) > MAX_SCOPES) isComplete = false
      const values = resolved(winners, variables, parent)
      if (values.has('animation-name')) animated(values, winners, variables)
      return { values, variables }
    }
  }
}

/** Compares numbers, including infinite ones. */
const compared = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)

/** Initial and inherited values are those of a style that does not mention the property. */
function withoutKeyword(name: string, value: string): string | undefined {
  if (value === 'initial' && INHERITED.has(name)) return value
  return /^(?:inherit|initial|unset|revert|revert-layer)$/.test(value) ? undefined : value
}

/** Whether time alone moves an animation on. Scripts and scrolling move the others. */
const isRunning = (values: ReadonlyMap<string, string>): boolean =>
  !/paused/.test(values.get('animation-play-state') ?? '') && (values.get('animation-timeline') ?? 'auto') === 'auto'

/** No reader waits longer for text to appear. */
const MAX_SECONDS = 60

/** Returns the frame that is shown once a page is at rest. */
function restingFrame({ first, last }: Keyframes, values: ReadonlyMap<string, string>): readonly Declaration[] {
  const seconds = (property: string): number => {
    const [, number = '0', unit = 's'] = /^(-?[\d.]{1,20})(m?s)/.exec(values.get(property) ?? '') ?? []
    return Number(number) / (unit === 'ms' ? 1000 : 1)
  }
  const fill = values.get('animation-fill-mode') ?? 'none'
  if (seconds('animation-delay') > MAX_SECONDS) return /^(?:both|backwards)/.test(fill) ? first : []
  if (seconds('animation-duration') > MAX_SECONDS) return first
  return /both|forwards/.test(fill) || values.get('animation-iteration-count') === 'infinite' ? last : []
}
