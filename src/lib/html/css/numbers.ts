import { calc } from '@csstools/css-calc'

/** References of relative units, in pixels. */
export interface Units {
  em: number
  rem: number
  /** One percent. */
  percent: number
}

/** The screen for which pages are judged. */
export const SCREEN = { width: 1280, height: 800 }

const VIEWPORT: ReadonlyMap<string, number> = new Map(
  Object.entries({ w: SCREEN.width, i: SCREEN.width, h: SCREEN.height, b: SCREEN.height, min: SCREEN.height, max: SCREEN.width })
)
const PIXELS: ReadonlyMap<string, number> = new Map(Object.entries({ px: 1, in: 96, cm: 37.8, mm: 3.78, q: 0.945, pt: 4 / 3, pc: 16 }))
const EMS: ReadonlyMap<string, number> = new Map(Object.entries({ em: 1, ex: 0.5, ch: 0.5, ic: 1, cap: 0.7, lh: 1.2 }))
const DEGREES: ReadonlyMap<string, number> = new Map(Object.entries({ deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 }))

const NUMBER_WITH_UNIT = /(?<![\w#.-])([+-]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:e[+-]?\d{1,5})?)(%|[a-z]{1,10})/gi

/** Converts lengths to pixels and angles to degrees, and evaluates math functions as far as possible. */
export function computed(value: string, units: Units): string {
  const text = value.replace(NUMBER_WITH_UNIT, (whole, number: string, unit: string) => {
    const [factor, name] = factorOf(unit.toLowerCase(), units)
    return factor === undefined ? whole : `${written(Number(number) * factor)}${name}`
  })
  if (!text.includes('(')) return text
  return calc(text.replace(/\binfinity\b/gi, '1e9').replace(/\bnan\b/gi, '0'))
}

/** Replaces an infinite number with the largest one in CSS. */
const written = (number: number): string => String(Math.max(-1e9, Math.min(1e9, number)))

function factorOf(unit: string, { em, rem, percent }: Units): [factor: number | undefined, name: 'px' | 'deg'] {
  if (unit === '%') return [percent, 'px']
  const degrees = DEGREES.get(unit)
  if (degrees !== undefined) return [degrees, 'deg']
  if (unit.startsWith('r') && EMS.has(unit.slice(1))) return [rem * (EMS.get(unit.slice(1)) ?? 1), 'px']
  const ems = EMS.get(unit)
  if (ems !== undefined) return [ems * em, 'px']
  const [, side] = /^(?:[sld]?v|cq)(w|h|i|b|min|max)$/.exec(unit) ?? []
  return [side === undefined ? PIXELS.get(unit) : (VIEWPORT.get(side) ?? 0) / 100, 'px']
}

/** Returns a number, a length in pixels or an angle in degrees; undefined for other values, NaN if it cannot be computed. */
export function numberIn(value: string, units: Units): number | undefined {
  const text = value.includes('(') || /[a-z%]$/i.test(value) ? computed(value, units) : value
  const [, number] = /^([+-]?\d{0,40}(?:\.\d{1,40})?(?:e[+-]?\d{1,5})?)(?:px|deg)?$/i.exec(text) ?? []
  if (number !== undefined && /\d/.test(number)) return Number(number)
  return text.includes('(') ? Number.NaN : undefined
}
