/** [a b c d e f], as in PDF. */
export type Matrix = readonly [number, number, number, number, number, number]

/** Left, bottom, right, top, in points of the page. */
export type Box = readonly [number, number, number, number]

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]
export const UNIT: Box = [0, 0, 1, 1]
export const EVERYWHERE: Box = [-Infinity, -Infinity, Infinity, Infinity]

/** Returns the transformation of `inner` within `outer`. */
export const product = ([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix => [
  a * A + b * C,
  a * B + b * D,
  c * A + d * C,
  c * B + d * D,
  e * A + f * C + E,
  e * B + f * D + F
]

/** Returns the bounding box of a transformed box. */
export function boxOf([x0, y0, x1, y1]: Box, [a, b, c, d, e, f]: Matrix): Box {
  const xs = [a * x0 + c * y0, a * x1 + c * y0, a * x0 + c * y1, a * x1 + c * y1].map(x => x + e)
  const ys = [b * x0 + d * y0, b * x1 + d * y0, b * x0 + d * y1, b * x1 + d * y1].map(y => y + f)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

export const intersection = (one: Box, other: Box): Box => [
  Math.max(one[0], other[0]),
  Math.max(one[1], other[1]),
  Math.min(one[2], other[2]),
  Math.min(one[3], other[3])
]

export const isEmpty = ([x0, y0, x1, y1]: Box): boolean => !(x1 > x0 && y1 > y0)

export const isAround = (outer: Box, [x, y]: readonly [number, number]): boolean =>
  x >= outer[0] && x <= outer[2] && y >= outer[1] && y <= outer[3]

/** Returns the numbers of a list or typed array; undefined for other values. */
export function numbersIn(value: unknown): number[] | undefined {
  if (Array.isArray(value)) return value.every(one => typeof one === 'number') ? value : undefined
  return value instanceof Float32Array || value instanceof Float64Array ? Array.from(value) : undefined
}

export function matrixOf(value: unknown): Matrix | undefined {
  const [a, b, c, d, e, f] = numbersIn(value) ?? []
  return a === undefined || b === undefined || c === undefined || d === undefined || e === undefined || f === undefined
    ? undefined
    : [a, b, c, d, e, f]
}

export function asBox(value: unknown): Box | undefined {
  const [x0, y0, x1, y1] = numbersIn(value) ?? []
  return x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined ? undefined : [x0, y0, x1, y1]
}
