import { refuse } from '../refusal.ts'

/** Where something goes among others: before all of them, behind all of them, or where a number says. */
export function placeFor(pos: unknown, others: readonly { pos: number }[]): number {
  const places = others.map(other => other.pos)
  if (pos === 'top') return places.length === 0 ? 16_384 : Math.min(...places) / 2
  if (pos === undefined || pos === 'bottom') return Math.max(0, ...places) + 16_384
  const number = Number(pos)
  if (pos === '' || !Number.isFinite(number) || number < 0) throw refuse(400, 'invalid value for pos')
  return number
}
