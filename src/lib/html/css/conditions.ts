import { type CssNode, generate, lexer, parse } from 'css-tree'
import { isTooDeep } from './nesting.ts'
import { computed, numberIn, SCREEN } from './numbers.ts'

/** Undefined if it cannot be judged. */
type Verdict = boolean | undefined

const UNITS = { em: 16, rem: 16, percent: 0 }

const not = (verdict: Verdict): Verdict => (verdict === undefined ? undefined : !verdict)

function all(verdicts: readonly Verdict[]): Verdict {
  return verdicts.includes(false) ? false : verdicts.includes(undefined) ? undefined : true
}

const any = (verdicts: readonly Verdict[]): Verdict => not(all(verdicts.map(not)))

/**
 * Whether a media query list matches a desktop screen of 1280 by 800 pixels with a mouse and a light color scheme. Undefined if it
 * cannot be judged.
 */
export function fitsScreen(queries: string): Verdict {
  if (queries.trim() === '') return true
  const list = parsed(
    queries.replace(/calc\([^()]{1,200}\)/gi, text => computed(text, UNITS)),
    'mediaQueryList'
  )
  return list?.type === 'MediaQueryList' ? any(list.children.toArray().map(judgedQuery)) : undefined
}

/** Whether a browser supports the condition of `@supports`. Undefined if it cannot be judged. */
export function isSupported(condition: string): Verdict {
  const prelude = parsed(condition, 'atrulePrelude', 'supports')
  return prelude?.type === 'AtrulePrelude' ? judged(prelude.children.first) : undefined
}

function parsed(text: string, context: 'mediaQueryList' | 'atrulePrelude', atrule?: string): CssNode | undefined {
  if (isTooDeep(text)) return undefined
  try {
    return parse(text, { context, ...(atrule && { atrule }) })
  } catch {
    return undefined
  }
}

function judgedQuery(query: CssNode): Verdict {
  if (query.type !== 'MediaQuery') return undefined
  const type = query.mediaType?.toLowerCase() ?? 'all'
  const verdict = all([type === 'all' || type === 'screen', query.condition ? judged(query.condition) : true])
  return query.modifier?.toLowerCase() === 'not' ? not(verdict) : verdict
}

function judged(node: CssNode | null | undefined): Verdict {
  if (node?.type === 'Condition') return judgedCondition(node.children.toArray())
  if (node?.type === 'Feature') return judgedFeature(node.name.toLowerCase(), node.value)
  if (node?.type === 'FeatureRange') return judgedRange(node)
  if (node?.type === 'SupportsDeclaration') return supportsDeclaration(node.declaration)
  return node?.type === 'FeatureFunction' && node.feature.toLowerCase() === 'selector' && node.value.type === 'Selector' ? true : undefined
}

function judgedCondition(parts: readonly CssNode[]): Verdict {
  const words = parts.flatMap(part => (part.type === 'Identifier' ? [part.name.toLowerCase()] : []))
  const verdicts = parts.filter(part => part.type !== 'Identifier').map(judged)
  if (words[0] === 'not') return not(verdicts[0])
  return words.includes('or') ? any(verdicts) : all(verdicts)
}

/** The value of a number, length or ratio. */
function numberOf(node: CssNode | null | undefined): number | undefined {
  if (node?.type === 'Number') return Number(node.value)
  if (node?.type === 'Dimension')
    return /^(?:dpi|dpcm|dppx|x)$/i.test(node.unit) ? dotsOf(node) : numberIn(`${node.value}${node.unit}`, UNITS)
  if (node?.type === 'Ratio') return (numberOf(node.left) ?? 0) / (numberOf(node.right) ?? 1)
  return undefined
}

function dotsOf({ value, unit }: { value: string; unit: string }): number {
  const factor = unit.toLowerCase() === 'dpi' ? 96 : unit.toLowerCase() === 'dpcm' ? 96 / 2.54 : 1
  return Number(value) / factor
}

const NUMBERS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    width: SCREEN.width,
    height: SCREEN.height,
    'device-width': SCREEN.width,
    'device-height': SCREEN.height,
    'aspect-ratio': SCREEN.width / SCREEN.height,
    'device-aspect-ratio': SCREEN.width / SCREEN.height,
    resolution: 1,
    '-webkit-device-pixel-ratio': 1,
    color: 8,
    'color-index': 0,
    monochrome: 0,
    grid: 0,
    '-webkit-transform-3d': 1
  })
)

const KEYWORDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    orientation: ['landscape'],
    hover: ['hover'],
    'any-hover': ['hover'],
    pointer: ['fine'],
    'any-pointer': ['fine'],
    'prefers-color-scheme': ['light'],
    'prefers-reduced-motion': ['no-preference'],
    'prefers-reduced-transparency': ['no-preference'],
    'prefers-reduced-data': ['no-preference'],
    'prefers-contrast': ['no-preference'],
    'forced-colors': ['none'],
    'inverted-colors': ['none'],
    'display-mode': ['browser'],
    'color-gamut': ['srgb'],
    'dynamic-range': ['standard'],
    'video-dynamic-range': ['standard'],
    'overflow-block': ['scroll'],
    'overflow-inline': ['scroll'],
    scripting: ['enabled'],
    update: ['fast'],
    scan: [],
    '-ms-high-contrast': [],
    '-moz-touch-enabled': []
  })
)

/** Features that match without a value unless they have this value. */
const NEGATIVE = new Set(['none', 'no-preference'])

function judgedFeature(name: string, value: CssNode | null): Verdict {
  const keywords = KEYWORDS.get(name)
  if (keywords) {
    if (value === null) return keywords.some(keyword => !NEGATIVE.has(keyword))
    return value.type === 'Identifier' ? keywords.includes(value.name.toLowerCase()) : false
  }
  const [, limit, feature = name] = /^(?:-webkit-)?(min|max)-(.+)$/.exec(name) ?? []
  const actual = NUMBERS.get(feature) ?? NUMBERS.get(`-webkit-${feature}`)
  if (actual === undefined) return undefined
  if (value === null) return actual > 0
  return compared(actual, limit === 'min' ? '>=' : limit === 'max' ? '<=' : '=', numberOf(value))
}

function compared(left: number | undefined, comparison: string, right: number | undefined): Verdict {
  if (left === undefined || right === undefined || Number.isNaN(left) || Number.isNaN(right)) return undefined
  if (comparison === '=') return Math.abs(left - right) < 0.001
  if (comparison.startsWith('<')) return left < right || (comparison === '<=' && left === right)
  return left > right || (comparison === '>=' && left === right)
}

interface Range {
  left: CssNode
  leftComparison: string
  middle: CssNode
  rightComparison: string | null
  right: CssNode | null
}

function judgedRange({ left, leftComparison, middle, rightComparison, right }: Range): Verdict {
  const sideOf = (node: CssNode): number | undefined => (node.type === 'Identifier' ? NUMBERS.get(node.name.toLowerCase()) : numberOf(node))
  const first = compared(sideOf(left), leftComparison, sideOf(middle))
  return rightComparison && right ? all([first, compared(sideOf(middle), rightComparison, sideOf(right))]) : first
}

/** Known by the library, but not by desktop browsers. */
const ELSEWHERE = /^-(?:ms|moz|o|khtml)-|^-webkit-touch-callout$|^-webkit-overflow-scrolling$/

function supportsDeclaration(declaration: CssNode): Verdict {
  if (declaration.type !== 'Declaration') return undefined
  const { property, value } = declaration
  if (property.startsWith('--')) return true
  if (ELSEWHERE.test(property)) return false
  const text = generate(value)
  return lexer.matchProperty(property, text).error === null ? true : text.includes('(') ? undefined : false
}
