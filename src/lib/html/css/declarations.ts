import { type CssNode, generate, lexer, parse } from 'css-tree'
import { parseColor } from '../appearance/color.ts'
import { isTooDeep } from './nesting.ts'

/** Longhand properties with their values, in lower case. */
export type Longhands = readonly (readonly [property: string, value: string])[]

const WIDE_KEYWORDS: ReadonlySet<string> = new Set(['inherit', 'initial', 'unset', 'revert', 'revert-layer'])

const SIDES = ['top', 'right', 'bottom', 'left'] as const

/** Text inherits these. */
export const INHERITED: ReadonlySet<string> = new Set([
  ...['visibility', 'color', '-webkit-text-fill-color', 'font-size', 'text-indent', 'letter-spacing', 'white-space'],
  ...[
    'line-height',
    '-webkit-text-security',
    'text-shadow',
    '-webkit-text-stroke-width',
    'color-scheme',
    'word-spacing',
    'font-size-adjust',
    'text-align',
    'direction'
  ]
])

const OWN = [
  ...['display', 'content-visibility', 'opacity', 'filter', 'clip', 'clip-path', 'mask-image', 'overflow-x', 'overflow-y', 'contain'],
  ...['width', 'height', 'max-width', 'max-height', 'min-width', 'min-height', 'position', 'float', ...SIDES],
  ...SIDES.flatMap(side => [`margin-${side}`, `padding-${side}`]),
  ...['transform', 'scale', 'translate', 'rotate', 'zoom', 'background-color', 'background-image', 'background-clip'],
  ...['animation-name', 'animation-duration', 'animation-delay', 'animation-fill-mode', 'animation-iteration-count'],
  ...[
    'animation-play-state',
    'animation-timeline',
    'backface-visibility',
    'box-shadow',
    'container-type',
    'content',
    'flex-basis',
    'flex-grow'
  ],
  ...['mix-blend-mode', 'offset-path', 'z-index', 'box-sizing', 'aspect-ratio'],
  ...['mask-size', 'mask-position', 'mask-composite', 'grid-template-rows', 'grid-template-columns']
]

const JUDGED: ReadonlySet<string> = new Set([...INHERITED, ...OWN])

/** For horizontal text from left to right. Other directions only change the side to which text moves. */
const RENAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'inline-size': 'width',
    'block-size': 'height',
    'max-inline-size': 'max-width',
    'max-block-size': 'max-height',
    'min-inline-size': 'min-width',
    'min-block-size': 'min-height',
    'overflow-inline': 'overflow-x',
    'overflow-block': 'overflow-y',
    'inset-inline-start': 'left',
    'inset-inline-end': 'right',
    'inset-block-start': 'top',
    'inset-block-end': 'bottom',
    'text-wrap': 'white-space',
    'text-wrap-mode': 'white-space',
    '-webkit-background-clip': 'background-clip',
    '-webkit-mask-image': 'mask-image',
    '-webkit-mask-size': 'mask-size',
    '-webkit-mask-position': 'mask-position',
    '-webkit-margin-start': 'margin-left',
    '-webkit-margin-end': 'margin-right',
    '-webkit-padding-start': 'padding-left',
    '-webkit-padding-end': 'padding-right',
    ...Object.fromEntries(
      ['margin', 'padding'].flatMap(name => [
        [`${name}-inline-start`, `${name}-left`],
        [`${name}-inline-end`, `${name}-right`],
        [`${name}-block-start`, `${name}-top`],
        [`${name}-block-end`, `${name}-bottom`]
      ])
    ),
    ...Object.fromEntries(
      [
        ...['transform', 'filter', 'opacity', 'clip-path', 'backface-visibility', 'animation-play-state'],
        ...['animation-name', 'animation-duration', 'animation-delay', 'animation-fill-mode']
      ].map(name => [`-webkit-${name}`, name])
    )
  })
)

type Parts = readonly CssNode[]

/** The longhands that each shorthand sets. A value that it does not mention is reset. */
const SHORTHANDS: ReadonlyMap<string, (parts: Parts) => Longhands> = new Map([
  ...['margin', 'padding'].map(
    name =>
      [
        name,
        (parts: Parts) =>
          four(
            SIDES.map(side => `${name}-${side}`),
            parts
          )
      ] as const
  ),
  ...['margin', 'padding'].flatMap(name => [
    [`${name}-inline`, (parts: Parts) => two([`${name}-left`, `${name}-right`], parts)] as const,
    [`${name}-block`, (parts: Parts) => two([`${name}-top`, `${name}-bottom`], parts)] as const
  ]),
  ['inset', parts => four(SIDES, parts)],
  ['inset-inline', parts => two(['left', 'right'], parts)],
  ['inset-block', parts => two(['top', 'bottom'], parts)],
  ['overflow', parts => two(['overflow-x', 'overflow-y'], parts)],
  ['font', fontIn],
  ['background', backgroundIn],
  ['mask', maskIn],
  ['-webkit-mask', maskIn],
  ...['grid', 'grid-template'].map(name => [name, (parts: Parts): Longhands => [['grid-template-rows', textOf(parts)]]] as const),
  ['animation', animationIn],
  ['-webkit-animation', animationIn],
  ['flex', flexIn],
  ['offset', parts => [['offset-path', textOf(parts) || 'none']]],
  ['-webkit-text-stroke', parts => [['-webkit-text-stroke-width', textOf(parts)]]]
])

/** The longhands that a property or shorthand sets. */
export function namesSetBy(property: string): readonly string[] {
  if (property === 'all') return [...JUDGED]
  return SHORTHANDS.get(property)?.([]).map(([name]) => name) ?? [RENAMED.get(property) ?? property]
}

/** Whether a declaration can make text invisible, or visible again. */
export const isRelevant = (property: string): boolean =>
  JUDGED.has(property) || RENAMED.has(property) || SHORTHANDS.has(property) || property === 'all'

/** Longer than any value that a browser needs to hide text. */
export const MAX_VALUE = 2_000

const known = new Map<string, Longhands | 'unknown' | undefined>()
const MAX_KNOWN = 20_000

/**
 * Converts a declaration to longhand properties. Undefined if it is invalid, so that browsers ignore it; `unknown` if it may be valid
 * but cannot be parsed. `isQuirky`: whether lengths without a unit and colors without `#` are valid, as in documents without a doctype.
 */
export function longhandsOf(property: string, value: string, isQuirky: boolean): Longhands | 'unknown' | undefined {
  const text = value.trim().toLowerCase()
  if (text.length > MAX_VALUE) return /^(?:background|mask|-webkit-mask)/.test(property) ? [[...picture(property)]] : 'unknown'
  const key = `${isQuirky ? '!' : ''}${property}:${text}`
  if (known.has(key)) return known.get(key)
  const longhands = expanded(property, isQuirky ? withoutQuirks(property, text) : text)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(key, longhands)
  return longhands
}

const picture = (property: string): [string, string] => [
  property.startsWith('background') ? 'background-image' : 'mask-image',
  'url(data:)'
]

const QUIRKY_LENGTH =
  /^(?:top|right|bottom|left|width|height|(?:max|min)-(?:width|height)|font-size|text-indent|letter-spacing|(?:margin|padding)(?:-\w+)?)$/

function withoutQuirks(property: string, value: string): string {
  if (/^(?:background-)?color$/.test(property)) return value.replace(/^(?=[\da-f]{3}$|[\da-f]{6}$)/, '#')
  return QUIRKY_LENGTH.test(property) && !value.includes('(')
    ? value.replace(/(?<![\w.#-])[+-]?\d{1,20}(?:\.\d{1,20})?(?=\s|$)/g, '$&px')
    : value
}

function expanded(property: string, value: string): Longhands | 'unknown' | undefined {
  const name = RENAMED.get(property) ?? property
  if (WIDE_KEYWORDS.has(value)) return namesSetBy(property).map(longhand => [longhand, value] as const)
  if (!isValid(property, name, value)) return MAY_BE_NEWER.test(value) ? 'unknown' : undefined
  const shorthand = SHORTHANDS.get(property)
  return shorthand ? shorthand(partsOf(value)) : [[name, value]]
}

/** Functions that browsers support and the library does not. */
const MAY_BE_NEWER =
  /(?:^|[\s,(])(?:if|attr|image|calc-size|shape|inherit|sibling-index|sibling-count|random|[a-z-]*anchor[a-z-]*|--[\w-]+|progress|corner-shape)\(|\balpha\(\s?from\s/

/** Keywords and functions of other browsers. */
const FOREIGN = /(?:^|\s)(?:-(?:moz|ms|o|khtml)-|progid:|alpha\()/

function isValid(property: string, name: string, value: string): boolean {
  if (FOREIGN.test(value)) return false
  if (/color$/.test(name) && (parseColor(value) !== undefined || /^light-dark\(/.test(value))) return true
  if (/color\(|color-mix\(|\(from /.test(value) && SHORTHANDS.has(property)) return true
  const names = property.startsWith('-webkit-') ? [property, name] : [property]
  return names.some(one => lexer.matchProperty(one, value).error === null)
}

const textOf = (parts: Parts): string => parts.map(part => generate(part)).join(' ')

function partsOf(value: string): CssNode[] {
  if (isTooDeep(value)) return []
  try {
    const node = parse(value, { context: 'value' })
    return node.type === 'Value' ? node.children.toArray() : []
  } catch {
    return [] // a notation that the library does not support
  }
}

/** Expands one to four values, such as those of margin. */
function four(names: readonly string[], parts: Parts): Longhands {
  const [top = '', right = top, bottom = top, left = right] = parts.map(part => generate(part))
  return [top, right, bottom, left].map((value, at) => [names[at] ?? '', value] as const)
}

function two(names: readonly string[], parts: Parts): Longhands {
  const [start = '', end = start] = parts.map(part => generate(part))
  return [start, end].map((value, at) => [names[at] ?? '', value] as const)
}

const SIZE_KEYWORD = /^(?:xx?x?-small|small|medium|large|xx?x?-large|smaller|larger)$/

/** The size is before a slash, or else before the family. A bare number before it is a weight. */
function fontIn(parts: Parts): Longhands {
  const slash = parts.findIndex(part => part.type === 'Operator' && part.value === '/')
  const size = slash > 0 ? parts[slash - 1] : parts.find(part => isSize(part))
  const height = slash > 0 ? parts[slash + 1] : undefined
  return [
    ['font-size', size ? generate(size) : 'medium'],
    ['line-height', height ? generate(height) : 'normal']
  ]
}

function isSize(part: CssNode): boolean {
  if (part.type === 'Identifier') return SIZE_KEYWORD.test(part.name)
  if (part.type === 'Dimension') return part.unit !== 'deg'
  return part.type === 'Percentage' || part.type === 'Function' || (part.type === 'Number' && Number(part.value) === 0)
}

const isImage = (part: CssNode): boolean =>
  part.type === 'Url' || (part.type === 'Function' && /gradient|image|url|element|cross-fade|paint/.test(part.name))

const imagesIn = (parts: Parts): string => textOf(parts.filter(isImage)) || 'none'

/** Whatever is not an image counts as its size. */
function maskIn(parts: Parts): Longhands {
  const others = parts.filter(part => !isImage(part) && !(part.type === 'Identifier' && part.name === 'none'))
  return [
    ['mask-image', imagesIn(parts)],
    ['mask-size', textOf(others) || 'auto'],
    ['mask-position', '0% 0%'],
    ['mask-composite', 'add']
  ]
}

function backgroundIn(parts: Parts): Longhands {
  const color = parts.find(part => /^(?:Identifier|Hash|Function)$/.test(part.type) && !isImage(part) && isColor(generate(part)))
  const isText = parts.some(part => part.type === 'Identifier' && part.name === 'text')
  return [
    ['background-color', color ? generate(color) : 'transparent'],
    ['background-image', imagesIn(parts)],
    ['background-clip', isText ? 'text' : 'border-box']
  ]
}

const isColor = (text: string): boolean =>
  /^(?:currentcolor|light-dark\(.*\)|canvas|canvastext)$/.test(text) || parseColor(text) !== undefined

/** Of `flex: 1 0 20px`: a missing length is 0, and a missing factor 1. */
function flexIn(parts: Parts): Longhands {
  const [first, ...others] = parts.map(part => generate(part))
  if (first === 'none' || first === 'auto' || first === 'initial') return flexOf(first === 'auto' ? '1' : '0', 'auto')
  const all = [first ?? '1', ...others]
  const factors = all.filter(value => /^[\d.]+$/.test(value)).slice(0, 2)
  const [basis = '0px'] = all.filter((value, at) => !/^[\d.]+$/.test(value) || at === 2)
  return flexOf(factors[0] ?? '1', basis)
}

const flexOf = (grow: string, basis: string): Longhands => [
  ['flex-grow', grow],
  ['flex-basis', basis]
]

const ANIMATION_KEYWORD =
  /^(?:none|forwards|backwards|both|infinite|normal|reverse|alternate|alternate-reverse|running|paused|auto|linear|ease|ease-in|ease-out|ease-in-out|step-start|step-end)$/

/** Of several animations, returns all names, and the other values of the last one. */
function animationIn(parts: Parts): Longhands {
  const words = parts.flatMap(part => (part.type === 'Identifier' ? [part.name] : part.type === 'String' ? [part.value] : []))
  const [duration = '0s', delay = '0s'] = parts.filter(part => part.type === 'Dimension').map(part => generate(part))
  return [
    ['animation-name', words.filter(word => !ANIMATION_KEYWORD.test(word)).join(',') || 'none'],
    ['animation-duration', duration],
    ['animation-delay', delay],
    ['animation-iteration-count', words.includes('infinite') ? 'infinite' : '1'],
    ['animation-play-state', words.includes('paused') ? 'paused' : 'running'],
    ['animation-timeline', 'auto'],
    ['animation-fill-mode', words.find(word => /^(?:forwards|backwards|both)$/.test(word)) ?? 'none']
  ]
}
