import { computed, numberIn, type Units } from '../css/numbers.ts'

/** The effect of transforms on the position and size of an element. */
export interface Transform {
  x: number
  y: number
  /** By how many of its own widths and heights it moves in addition. */
  widths: number
  heights: number
  /** Per side; 1 if the size does not change. */
  scale: number
}

/** `a c e / b d f / 0 0 1`, as CSS writes matrices. */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

const product = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f
]

const moved = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y]
const scaled = (x: number, y: number): Matrix => [x, 0, 0, y, 0, 0]
const sine = (degrees: number): number => Math.sin((degrees * Math.PI) / 180)
/** Rounded, so that a right angle yields 0. */
const cosine = (degrees: number): number => Math.round(Math.cos((degrees * Math.PI) / 180) * 1e6) / 1e6
const turned = (degrees: number): Matrix => [cosine(degrees), sine(degrees), -sine(degrees), cosine(degrees), 0, 0]

const FUNCTIONS: ReadonlyMap<string, (numbers: readonly number[]) => Matrix> = new Map(
  Object.entries({
    translate: ([x = 0, y = 0]) => moved(x, y),
    translatex: ([x = 0]) => moved(x, 0),
    translatey: ([y = 0]) => moved(0, y),
    translate3d: ([x = 0, y = 0]) => moved(x, y),
    scale: ([x = 1, y = x]) => scaled(x, y),
    scalex: ([x = 1]) => scaled(x, 1),
    scaley: ([y = 1]) => scaled(1, y),
    scale3d: ([x = 1, y = 1]) => scaled(x, y),
    rotate: ([angle = 0]) => turned(angle),
    rotatez: ([angle = 0]) => turned(angle),
    rotatex: ([angle = 0]) => scaled(1, cosine(angle)),
    rotatey: ([angle = 0]) => scaled(cosine(angle), 1),
    rotate3d: ([x = 0, y = 0, z = 0, angle = 0]) =>
      z === 0 ? scaled(x === 0 ? cosine(angle) : 1, y === 0 ? cosine(angle) : 1) : x === 0 && y === 0 ? turned(angle) : IDENTITY,
    matrix: ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]) => [a, b, c, d, e, f],
    matrix3d: numbers => [numbers[0] ?? 1, numbers[1] ?? 0, numbers[4] ?? 0, numbers[5] ?? 1, numbers[12] ?? 0, numbers[13] ?? 0]
  } satisfies Record<string, (numbers: readonly number[]) => Matrix>)
)

/** An element that stays where it is. */
export const UNMOVED: Transform = { x: 0, y: 0, widths: 0, heights: 0, scale: 1 }

/** Returns the combined effect of transform, translate, scale and rotate. Undefined if it cannot be computed. */
export function transformOf(style: ReadonlyMap<string, string>, units: Units): Transform | undefined {
  const [a, b, c, d, x, y] = combined(style, { ...units, percent: 0 }) ?? []
  if (a === undefined || b === undefined || c === undefined || d === undefined || x === undefined || y === undefined) return undefined
  const scale = Math.sqrt(Math.abs(a * d - b * c))
  const hasPercent = ['transform', 'translate'].some(name => style.get(name)?.includes('%'))
  const [, , , , right = x, down = y] = (hasPercent ? combined(style, { ...units, percent: 1 }) : undefined) ?? []
  return { x, y, widths: (right - x) / 100, heights: (down - y) / 100, scale }
}

function combined(style: ReadonlyMap<string, string>, units: Units): Matrix | undefined {
  const matrices = [
    ...one('translate', style.get('translate'), units),
    ...rotation(style.get('rotate'), units),
    ...one('scale', style.get('scale'), { ...units, percent: 0.01 }),
    ...list(style.get('transform') ?? 'none', units)
  ]
  const known = matrices.filter(matrix => matrix !== undefined)
  return known.length < matrices.length ? undefined : known.reduce(product, IDENTITY)
}

type Matrices = (Matrix | undefined)[]

function list(value: string, units: Units): Matrices {
  if (value === 'none') return []
  const percent = /scale(?:3d|x|y|z)?\([^()]{0,200}%/i.test(value) ? 0.01 : units.percent
  const calls = [...computed(value, { ...units, percent }).matchAll(/(?<![\w-])([\w-]{1,40})\(([^()]*)\)/g)]
  const rest = computed(value, { ...units, percent }).replace(/(?<![\w-])[\w-]{1,40}\([^()]*\)/g, '')
  if (rest.trim() !== '') return [undefined] // nested functions
  // What a perspective moves behind the eye is not shown.
  if (/perspective\(/i.test(value) && /(?:translatez|translate3d|matrix3d|rotate(?:x|y|3d))\(/i.test(value)) return [undefined]
  return calls.map(([, name = '', args = '']) => matrixOf(name, args.split(/[\s,]+/).filter(Boolean), units))
}

function matrixOf(name: string, args: readonly string[], units: Units): Matrix | undefined {
  const numbers = args.map(text => numberIn(text, units))
  return numbers.some(number => number === undefined || Number.isNaN(number))
    ? undefined
    : (FUNCTIONS.get(name.toLowerCase())?.(numbers.filter(number => number !== undefined)) ?? IDENTITY)
}

function one(name: 'translate' | 'scale', value: string | undefined, units: Units): Matrices {
  if (value === undefined || value === 'none') return []
  const parts = computed(value, units).split(/\s+/)
  return [matrixOf(name, parts.slice(0, 2), units)]
}

function rotation(value: string | undefined, units: Units): Matrices {
  if (value === undefined || value === 'none') return []
  const [, axis = '', angle = value] = /^([xyz]|[-\d.]+\s+[-\d.]+\s+[-\d.]+)\s+(\S+)$/.exec(value) ?? []
  if (/^[-\d.]/.test(axis)) return [matrixOf('rotate3d', [...axis.split(/\s+/), angle], units)]
  return [matrixOf(`rotate${axis}`, [angle], units)]
}
