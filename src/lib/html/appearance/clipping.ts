import { computed, numberIn, type Units } from '../css/numbers.ts'

/** A smaller side is unreadable. */
const MIN_SIDE = 2

const numbersIn = (text: string, units: Units): number[] =>
  text.split(/[\s,]+/).flatMap(part => {
    const number = numberIn(part, units)
    return number === undefined || Number.isNaN(number) ? [] : [number]
  })

/** Whether `clip` leaves nothing of an element. */
export function isCutByRect(clip: string, units: Units): boolean {
  const [, inside] = /^rect\(([^()]*)\)$/.exec(computed(clip, units)) ?? []
  if (inside === undefined) return false
  const [top = Number.NaN, right = Number.NaN, bottom = Number.NaN, left = Number.NaN] = inside
    .trim()
    .split(/[\s,]+/)
    .map(part => numberIn(part, units) ?? Number.NaN)
  return right - left < MIN_SIDE || bottom - top < MIN_SIDE || right < MIN_SIDE || bottom < MIN_SIDE || top > FAR || left > FAR
}

/** Outside any element that clips itself. */
const FAR = 3_000

/** Whether `clip-path` leaves nothing of an element; undefined if it cannot be judged. In percent of the element. */
export function isCutByPath(path: string, units: Units): boolean | undefined {
  if (/^(?:none|initial|(?:border|padding|content|margin|fill|stroke|view)-box)$/.test(path)) return false
  // Assumes an element of 100 by 100 pixels, because its size is unknown.
  const text = computed(path, { ...units, percent: 1 })
  const [, shape = '', inside = ''] = /^([a-z]{1,20})\(([\s\S]*?)\)(?:\s+[a-z-]+)?$/.exec(text) ?? []
  const [before = '', position = ''] = inside.split(/\bat\b/)
  const numbers = numbersIn(before.split(/\bround\b/)[0] ?? '', units)
  switch (shape) {
    case 'inset':
      return isInset(numbers)
    case 'circle':
    case 'ellipse':
      return numbers.some(number => number < MIN_SIDE / 2) || isOutside(numbersIn(position, units), Math.max(0, ...numbers))
    case 'polygon':
      return isFlat(numbers)
    case 'rect':
      return isEmptyRect(numbers)
    case 'xywh':
      return (
        (numbers[2] ?? FAR) < MIN_SIDE || (numbers[3] ?? FAR) < MIN_SIDE || isOutside(numbers.slice(0, 2), Math.max(...numbers.slice(2), 0))
      )
    case 'path':
      return !/[1-9]/.test(inside) || undefined
    default:
      return undefined
  }
}

function isInset([top = 0, right = top, bottom = top, left = right]: readonly number[]): boolean {
  return top + bottom >= 99 || left + right >= 99
}

function isEmptyRect([top = 0, right = 0, bottom = 0, left = 0]: readonly number[]): boolean {
  return right - left < MIN_SIDE || bottom - top < MIN_SIDE
}

/** Whether a center is so far away that the radius does not reach the element. */
const isOutside = ([x = 50, y = x]: readonly number[], radius: number): boolean =>
  x + radius < 0 || y + radius < 0 || x - radius > FAR || y - radius > FAR

/** Whether points enclose no area inside the element. */
function isFlat(numbers: readonly number[]): boolean {
  const across = numbers.filter((_, at) => at % 2 === 0)
  const down = numbers.filter((_, at) => at % 2 === 1)
  return [across, down].some(side => Math.max(...side) - Math.min(...side) < MIN_SIDE || Math.max(...side) <= 0 || Math.min(...side) > FAR)
}
