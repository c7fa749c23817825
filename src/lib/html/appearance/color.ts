import { color, serializeRGB } from '@csstools/css-color-parser'
import { parseComponentValue } from '@csstools/css-parser-algorithms'
import { tokenize } from '@csstools/css-tokenizer'

export interface Color {
  red: number
  green: number
  blue: number
  alpha: number
}

export const WHITE: Color = { red: 255, green: 255, blue: 255, alpha: 1 }
export const BLACK: Color = { red: 0, green: 0, blue: 0, alpha: 1 }
/** The background and the text of a page that declares a dark color scheme only. */
export const DARK: Color = { red: 18, green: 18, blue: 18, alpha: 1 }

/** Colors of the system, in a light scheme. */
const SYSTEM: ReadonlyMap<string, Color> = new Map(
  Object.entries({ canvas: WHITE, field: WHITE, canvastext: BLACK, fieldtext: BLACK, buttontext: BLACK })
)

/** Of light-dark(), the light color. */
const LIGHT = /light-dark\(([^(),]{1,60}|[^(),]{1,20}\([^()]{1,60}\)),[^()]{1,60}(?:\([^()]{1,60}\))?\)/g

const IN_FUNCTION = new RegExp(`\\b(?:${[...SYSTEM.keys()].join('|')})\\b`, 'g')

const known = new Map<string, Color | undefined>()
const MAX_KNOWN = 5_000

/** Parses a color in any notation; undefined if it is invalid or depends on unknown values. `current`: the value of `currentcolor`. */
export function parseColor(text: string, current?: Color): Color | undefined {
  const value = text.trim().toLowerCase().replace(LIGHT, '$1')
  if (value === 'currentcolor') return current
  const whole = current ? value.replaceAll('currentcolor', written(current)) : value
  if (known.has(whole)) return known.get(whole)
  const color =
    SYSTEM.get(whole) ?? parsed(whole.includes('(') ? whole.replace(IN_FUNCTION, name => written(SYSTEM.get(name) ?? BLACK)) : whole)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(whole, color)
  return color
}

const written = ({ red, green, blue, alpha }: Color): string => `rgb(${red} ${green} ${blue} / ${alpha})`

function parsed(value: string): Color | undefined {
  const component = parseComponentValue(tokenize({ css: value }))
  const data = component && color(component)
  const numbers = data
    ? serializeRGB(data)
        .toString()
        .match(/[\d.]+/g)
        ?.map(Number)
    : undefined
  const [red, green, blue, alpha = 1] = numbers ?? []
  return red === undefined || green === undefined || blue === undefined ? undefined : { red, green, blue, alpha }
}

/** Returns the visible result of a color over another one. */
export function over(front: Color, back: Color): Color {
  const mix = (a: number, b: number): number => a * front.alpha + b * (1 - front.alpha)
  return { red: mix(front.red, back.red), green: mix(front.green, back.green), blue: mix(front.blue, back.blue), alpha: 1 }
}

const MAX_DIFFERENCE = 24

/** Whether two colors are so similar that text is unreadable. */
export const areSimilar = (one: Color, other: Color): boolean =>
  Math.abs(one.red - other.red) + Math.abs(one.green - other.green) + Math.abs(one.blue - other.blue) <= MAX_DIFFERENCE
