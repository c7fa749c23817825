import { computed, numberIn, SCREEN, type Units } from '../css/numbers.ts'
import { type Box, boxOf, FAR_LEFT, isInSight, pageBox } from './box.ts'
import { isCutByPath, isCutByRect } from './clipping.ts'
import { BLACK, parseColor } from './color.ts'
import { type Hints, isPainted, isTransparentImage, type Paint, paintOf } from './paint.ts'
import { transformOf, UNMOVED } from './transforms.ts'

type Values = ReadonlyMap<string, string>

/** How the text of an element is shown, as far as this is known without layout. */
export interface Appearance {
  paint: Paint
  isVisible: boolean
  opacity: number
  /** Font size in pixels, before `scale`. */
  size: number
  /** Factor of transforms and `zoom`. */
  scale: number
  box: Box
  indent: string
  spacing: string
  wordSpacing: string
  /** Whether `font-size-adjust` shrinks its letters to nothing. */
  isShrunk: boolean
  lineHeight: string
  whiteSpace: string
  isSecret: boolean
  /** Whether lines begin elsewhere than on the left. */
  isAligned: boolean
  /** Whether an ancestor is painted, so that it may be behind it. */
  hasBackdrop: boolean
  display: string
}

/** Properties of an element besides its style. */
export interface Kind {
  /** The default display of the browser. */
  display: string
  /** The browser's factor for the font size. */
  size: number
  hints: Hints
  /** Whether it is the page itself, or a panel that a click opens: hiding it does not count. */
  isPage: boolean
  isPanel: boolean
  /** Whether an image is next to it, over which it may lie if it is positioned. */
  isBesidePicture: () => boolean
}

export interface Judgment {
  /** Whether the element and its content are not shown at all. */
  isNotShown: boolean
  /** Whether a property could not be judged. */
  isDoubtful: boolean
  appearance: Appearance
}

const MIN_BASIS = 3
const MIN_LETTER = 3
const MIN_OPACITY = 0.05
const MAX_BLUR = 6

/** Whether text directly in an element with this appearance is readable; undefined if layout decides that. */
export function isReadable(appearance: Appearance): boolean | undefined {
  const { paint, isVisible, opacity, size, scale, isSecret, isShrunk, spacing, wordSpacing, box, isAligned } = appearance
  if (!isVisible || isSecret || isShrunk || opacity < MIN_OPACITY || size * scale < MIN_LETTER || !isPainted(paint)) return false
  const units = { em: size, rem: size, percent: (box.content.x.size ?? SCREEN.width) / 100 }
  const between = numberIn(spacing, units)
  if (between !== undefined && between < -0.4 * size) return false
  if ((numberIn(wordSpacing, units) ?? 0) < FAR_LEFT) return false
  const isWrapped = !UNWRAPPED.test(appearance.whiteSpace)
  return isInSight(box, { indent: indentOf(appearance, units), isAligned, isWrapped, above: leadingOf(appearance, units) })
}

const UNWRAPPED = /^(?:nowrap|pre)\b/

function indentOf({ display, indent }: Appearance, units: Units): number {
  const shift = display === 'inline' ? 0 : (numberIn(indent.replace(/each-line|hanging/g, '').trim(), units) ?? 0)
  return Number.isNaN(shift) ? 0 : shift
}

/** Returns the distance of letters from the top of their line. */
function leadingOf({ lineHeight, size }: Appearance, units: Units): number {
  const height =
    lineHeight === 'normal'
      ? size
      : /^[\d.e+-]+$/.test(lineHeight)
        ? Number(lineHeight) * size
        : numberIn(lineHeight, { ...units, percent: size / 100 })
  return height === undefined || Number.isNaN(height) ? 0 : Math.max(0, (height - size) / 2)
}

/** Judges an element by its style and the appearance of its parent. */
export function judge(values: Values, kind: Kind, above: Appearance, rem: number): Judgment {
  const display = displayOf(values, kind, above)
  if (display === 'none' && !kind.isPage && !kind.isPanel) return { isNotShown: true, isDoubtful: false, appearance: above }
  const size = sizeOf(values.get('font-size'), kind.size, above.size, rem)
  const units: Units = { em: size, rem, percent: 1.2 }
  const text = inheritedBy(values, kind, above)
  const appearance: Appearance = { ...above, ...text, size, display, paint: paintOf(values, kind.hints, above.paint) }
  if (
    /^(?:absolute|fixed)$/.test(values.get('position') ?? '') &&
    appearance.paint.background === above.paint.background &&
    kind.isBesidePicture()
  )
    appearance.paint = { ...appearance.paint, isOverPicture: true }
  appearance.hasBackdrop = above.hasBackdrop || (!kind.isPage && /\S/.test(values.get('background-color') ?? ''))
  // A box that does not exist has none of these.
  if (kind.isPage) return { isNotShown: false, isDoubtful: false, appearance: { ...appearance, box: pageBox(values, appearance.box) } }
  if (display === 'contents') return { isNotShown: false, isDoubtful: false, appearance }
  const own = ownBox(values, display, above.display, appearance, units)
  return { ...own, appearance: { ...appearance, ...own.appearance } }
}

const INLINE = /^(?:inline|ruby|contents|ruby-text|ruby-base)$/
const BLOCKIFYING = /^(?:inline-)?(?:flex|grid)$/

function displayOf(values: Values, { display }: Kind, above: Appearance): string {
  const value = values.get('display') ?? display
  const isOut = /^(?:absolute|fixed)$/.test(values.get('position') ?? '') || /^(?:left|right|inline-)/.test(values.get('float') ?? '')
  return INLINE.test(value) && value !== 'contents' && (isOut || BLOCKIFYING.test(above.display)) ? 'block' : value
}

const KEYWORDS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    initial: 16,
    medium: 16,
    'xx-small': 9,
    'x-small': 10,
    small: 13,
    large: 18,
    'x-large': 24,
    'xx-large': 32,
    'xxx-large': 48
  })
)

function sizeOf(value: string | undefined, factor: number, above: number, rem: number): number {
  if (value === undefined) return above * factor
  if (value === 'smaller') return above / 1.2
  if (value === 'larger') return above * 1.2
  const size = KEYWORDS.get(value) ?? numberIn(value, { em: above, rem, percent: above / 100 })
  return size === undefined || Number.isNaN(size) ? above : Math.max(0, size)
}

function inheritedBy(values: Values, { isPage, isPanel }: Kind, above: Appearance): Partial<Appearance> {
  const own = (property: string, initial: string, around: string): string => {
    const value = values.get(property)
    return value === undefined ? around : value === 'initial' ? initial : value
  }
  const visibility = own('visibility', 'visible', '')
  const secrecy = values.get('-webkit-text-security')
  const adjustment = values.get('font-size-adjust')
  return {
    isVisible: isPage || isPanel || visibility === '' ? above.isVisible : visibility === 'visible',
    indent: own('text-indent', '0', above.indent),
    spacing: own('letter-spacing', 'normal', above.spacing),
    wordSpacing: own('word-spacing', 'normal', above.wordSpacing),
    isShrunk: adjustment === undefined ? above.isShrunk : /(?:^|\s)0(?:\.0*)?$/.test(adjustment),
    lineHeight: own('line-height', 'normal', above.lineHeight),
    whiteSpace: own('white-space', 'normal', above.whiteSpace),
    isAligned: isAligned(values, above),
    isSecret: secrecy === undefined ? above.isSecret : !/^(?:none|initial)$/.test(secrecy)
  }
}

const STARTING = /^(?:left|start|justify|initial|-webkit-(?:auto|left))$/

function isAligned(values: Values, above: Appearance): boolean {
  const align = values.get('text-align')
  return values.get('direction') === 'rtl' || (align === undefined ? above.isAligned : !STARTING.test(align))
}

interface OwnBox {
  isNotShown: boolean
  isDoubtful: boolean
  appearance: Partial<Appearance>
}

function ownBox(values: Values, display: string, parent: string, appearance: Appearance, units: Units): OwnBox {
  const isInline = INLINE.test(display)
  const opacity = appearance.opacity * opacityOf(values, units)
  const transform = isInline ? UNMOVED : transformOf(values, units)
  const zoom = zoomOf(values.get('zoom'), units)
  const isWrapped = !UNWRAPPED.test(appearance.whiteSpace)
  const place = boxOf({ values, display, parent, isInline, isWrapped, above: appearance.box, units, transform })
  const path = isCutByPath(values.get('clip-path') ?? 'none', units)
  const position = values.get('position') ?? 'static'
  const isNotShown =
    opacity < MIN_OPACITY ||
    path === true ||
    (/^(?:absolute|fixed)$/.test(position) && isCutByRect(values.get('clip') ?? 'auto', units)) ||
    isTransparentImage(values.get('mask-image') ?? 'none') ||
    isReplaced(values.get('content')) ||
    (!isInline && values.get('content-visibility') === 'hidden')
  const isBehind = position !== 'static' && appearance.hasBackdrop && (numberIn(values.get('z-index') ?? '', units) ?? 0) < 0
  return {
    isNotShown,
    isDoubtful:
      path === undefined ||
      transform === undefined ||
      place.isDoubtful ||
      isBehind ||
      hasFlatLines(values, appearance, units) ||
      isOddFilter(values.get('filter')) ||
      isUnknownMask(values) ||
      isUnknownColor(values.get('color')) ||
      hasNoTrack(values) ||
      isOddlyPlaced(values) ||
      isBlended(values) ||
      hasUnknownSize(values, units),
    appearance: {
      opacity,
      scale: appearance.scale * zoom * (transform?.scale ?? 1),
      box: place.box
    }
  }
}

/** Whether an image is shown in place of the content of an element. */
const isReplaced = (content = 'normal'): boolean => /^(?:url|(?:-webkit-)?image-set|(?:[a-z-]*-)?gradient)\(/.test(content)

/** Whether the element may show its back, or follows a path. */
function isOddlyPlaced(values: Values): boolean {
  const turn = `${values.get('transform') ?? ''} ${values.get('rotate') ?? ''}`
  const isTurned = values.get('backface-visibility') === 'hidden' && /rotate(?:x|y|3d)|matrix3d|(?:^|\s)[xy]\s|\d\s+\d/.test(turn)
  return isTurned || !/^(?:none|initial)$/.test(values.get('offset-path') ?? 'none')
}

/** Whether the letters may get the color of what is behind them. */
const isBlended = (values: Values): boolean => !/^(?:normal|initial)$/.test(values.get('mix-blend-mode') ?? 'normal')

/** Whether the content does not determine the size of an element that shows nothing outside its edges. */
function hasUnknownSize(values: Values, units: Units): boolean {
  const contain = values.get('contain') ?? ''
  const cuts =
    /\b(?:strict|content|paint)\b/.test(contain) || ['x', 'y'].some(axis => (values.get(`overflow-${axis}`) ?? 'visible') !== 'visible')
  if (!cuts) return false
  const ignoresContent = /\b(?:strict|size)\b/.test(contain) || values.get('container-type') === 'size'
  const has = (...names: string[]): boolean => names.some(name => !/^(?:auto|initial|0)$/.test(values.get(name) ?? 'auto'))
  if (ignoresContent && !has('height', 'min-height', 'top', 'bottom')) return true
  const basis = numberIn(values.get('flex-basis') ?? 'auto', units) ?? MIN_BASIS
  return basis < MIN_BASIS && Number(values.get('flex-grow') ?? 0) === 0 && !has('min-width', 'min-height')
}

const filters = (value: string): Map<string, string> =>
  new Map([...value.matchAll(/([a-z-]{1,20})\(([^()]*)\)/g)].map(([, name = '', given = '']) => [name, given]))

/** Returns the opacity from 0 to 1, including filters. */
function opacityOf(values: Values, units: Units): number {
  const percent = { ...units, percent: 0.01 }
  const opacity = numberIn(values.get('opacity') ?? '1', percent) ?? 1
  const filter = filters(computed(values.get('filter') ?? '', percent))
  const faded = numberIn(filter.get('opacity') ?? '1', percent) ?? 1
  const blur = numberIn(filter.get('blur') ?? '0', units) ?? 0
  const seen = blur > MAX_BLUR ? 0 : Math.min(1, faded)
  return (Number.isNaN(opacity) ? 1 : Math.min(1, opacity)) * seen
}

/** Whether filters may give letters the color of their background. */
function isOddFilter(value = 'none'): boolean {
  const filter = filters(value)
  const strength = (name: string, normal: number): number => {
    const text = filter.get(name) ?? ''
    const number = Number.parseFloat(text) / (text.includes('%') ? 100 : 1)
    return Number.isNaN(number) ? normal : number
  }
  const isStrong = ['brightness', 'contrast'].some(name => strength(name, 1) > 3 || strength(name, 1) < MIN_STRENGTH)
  return value.includes('url(') || isStrong || strength('invert', 0) > 0.3
}

/** A weaker filter leaves almost one color only. */
const MIN_STRENGTH = 0.2

/** Whether a mask may hide everything: an image of the page, or one that does not cover the element. */
function isUnknownMask(values: Values): boolean {
  const image = values.get('mask-image') ?? 'none'
  const isPlaced = ['mask-size', 'mask-position', 'mask-composite'].some(name => !INITIAL.test(values.get(name) ?? 'auto'))
  return /url\(["']?(?:#|data:)/.test(image) || (isPlaced && /gradient\(/.test(image))
}

const INITIAL = /^(?:auto|initial|add|0% 0%|100% 100%|cover|contain)$/

/** Whether the color is one that browsers know and the library does not. */
const isUnknownColor = (color = ''): boolean => color.includes('(') && parseColor(color, BLACK) === undefined

const NO_TRACK = /(?:^|[\s(,])0(?:\.0{1,9})?(?:px|fr|em|rem|%)?(?=[\s),]|$)/

/** Whether a grid has a row or column without size. */
const hasNoTrack = (values: Values): boolean =>
  ['rows', 'columns'].some(name => NO_TRACK.test((values.get(`grid-template-${name}`) ?? '').replace(/minmax\([^()]*\)/g, '')))

function zoomOf(value: string | undefined, units: Units): number {
  const zoom = numberIn(value ?? '1', { ...units, percent: 0.01 })
  return zoom === undefined || Number.isNaN(zoom) || zoom === 0 ? 1 : zoom
}

/** Whether lines have no height, so that an element without another height is clipped completely. */
function hasFlatLines(values: Values, { lineHeight, size }: Appearance, units: Units): boolean {
  if (lineHeight === 'normal' || (values.get('overflow-y') ?? 'visible') === 'visible') return false
  const height = /^[\d.e+-]+$/.test(lineHeight) ? Number(lineHeight) * size : numberIn(lineHeight, { ...units, percent: size / 100 })
  return height !== undefined && height < 1
}
