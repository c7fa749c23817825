import { areSimilar, BLACK, type Color, over, parseColor } from './color.ts'

/** The colors of text and its background; undefined if unknown. */
export interface Paint {
  color: Color | undefined
  /** Painted instead of the color if it is set: `-webkit-text-fill-color`. */
  fill: string
  background: Color | undefined
  /** Whether the background is visible only through the letters: `background-clip: text`. */
  isThroughLetters: boolean
  /** Whether an image may be between it and the background. */
  isOverPicture: boolean
  /** `text-shadow` */
  shadow: string
  /** `-webkit-text-stroke` */
  stroke: string
}

/** Colors set by HTML attributes and the browser. */
export interface Hints {
  color: string | undefined
  background: string | undefined
  /** Color of a link, unless a style sets another one. */
  own: Color | undefined
  hasPicture: boolean
}

type Values = ReadonlyMap<string, string>

export function paintOf(values: Values, hints: Hints, above: Paint): Paint {
  const color = colorFrom(values.get('color'), hints, above)
  const isOnPicture = /url\(/.test(values.get('background-image') ?? '')
  const own = backgroundFrom(values, hints, color, above.background)
  const background = insetColor(values.get('box-shadow'), color) ?? own
  const hasOwn = background !== above.background || values.has('background-image')
  const clip = values.get('background-clip') ?? ''
  return {
    color,
    fill: inherited(values.get('-webkit-text-fill-color'), above.fill, 'currentcolor'),
    background: clip.includes('text') ? above.background : background,
    isThroughLetters: clip.includes('text') ? hasOwn : above.isThroughLetters && !hasOwn,
    isOverPicture: isOnPicture || (above.isOverPicture && !hasOwn),
    shadow: inherited(values.get('text-shadow'), above.shadow, 'none'),
    stroke: inherited(values.get('-webkit-text-stroke-width'), above.stroke, '0')
  }
}

const inherited = (value: string | undefined, above: string, initial: string): string =>
  value === undefined ? above : value === 'initial' ? initial : value

function colorFrom(value: string | undefined, { color, own }: Hints, above: Paint): Color | undefined {
  if (value === 'initial') return BLACK
  if (value !== undefined) return parseColor(value, above.color)
  if (color !== undefined) return parseColor(color) ?? parseColor(`#${color}`) ?? own ?? above.color
  return own ?? above.color
}

function backgroundFrom(values: Values, hints: Hints, current: Color | undefined, behind: Color | undefined): Color | undefined {
  const image = values.get('background-image') ?? 'none'
  const value = values.get('background-color') ?? hints.background ?? 'transparent'
  const color = value === 'initial' ? parseColor('transparent') : (parseColor(value, current) ?? parseColor(`#${value}`))
  const plain = color === undefined ? undefined : color.alpha === 0 ? behind : color.alpha > OPAQUE ? color : behind && over(color, behind)
  if (hints.hasPicture) return undefined
  if (image === 'none' || image === 'initial') return plain
  // An image may be transparent, so its own background counts. Behind most others is that of the page, which the image covers.
  if (image.includes('url(')) return color && color.alpha > OPAQUE ? color : undefined
  return gradientColour(image, plain)
}

const OPAQUE = 0.98
const MIN_SPREAD = 20

/** Returns the color of a shadow inside an element that covers its background; undefined if there is none. */
function insetColor(shadow = 'none', current: Color | undefined): Color | undefined {
  const spreads = [...shadow.replace(/\([^()]*\)/g, '').matchAll(/(?<![\w.#-])\d{1,9}(?=px|em|rem|v\w)/g)].map(([number]) => Number(number))
  if (!/\binset\b/.test(shadow) || !spreads.some(spread => spread >= MIN_SPREAD)) return undefined
  const [color = current] = colorsIn(shadow)
  return color && color.alpha > OPAQUE ? color : undefined
}

const COLOUR = /#[\da-f]{3,8}\b|\b(?:rgb|hsl)a?\([^()]{1,80}\)|(?<![\w#(-])[a-z]{3,20}(?![\w(-])/g

function colorsIn(value: string): Color[] {
  return [...value.slice(0, 2_000).matchAll(COLOUR)].flatMap(([text]) => parseColor(text) ?? [])
}

/** Returns the color of a gradient whose colors are all similar. An image may have any color. */
function gradientColour(image: string, behind: Color | undefined): Color | undefined {
  if (!/^[a-z-]*gradient\(/.test(image) || image.includes('url(')) return undefined
  const [first, ...others] = colorsIn(image.replace(/gradient\(/g, 'gradient( '))
  if (!first || !others.every(other => areSimilar(first, other) && Math.abs(first.alpha - other.alpha) < 0.05)) return undefined
  return first.alpha > OPAQUE ? first : behind && over(first, behind)
}

/** Whether all colors of an image are transparent, so that its mask hides everything. */
export function isTransparentImage(image: string): boolean {
  const colors = colorsIn(image.replace(/gradient\(/g, 'gradient( '))
  return /gradient\(/.test(image) && !image.includes('url(') && colors.length > 0 && colors.every(({ alpha }) => alpha < 0.05)
}

/** Whether letters differ from their background. Unknown colors count as different. */
export function isPainted({ color, fill, background, isThroughLetters, shadow, stroke }: Paint): boolean {
  const letters = fill === 'currentcolor' ? color : parseColor(fill, color)
  if (isThroughLetters || letters === undefined || differs(letters, background)) return true
  const hasStroke = /[1-9]|thin|medium|thick/.test(stroke.replace(COLOUR, ''))
  return (hasStroke && colorsIn(stroke).some(one => differs(one, background))) || colorsIn(shadow).some(one => differs(one, background))
}

function differs(letters: Color, background: Color | undefined): boolean {
  if (letters.alpha < 0.05) return false
  return background === undefined || !areSimilar(over(letters, background), background)
}
