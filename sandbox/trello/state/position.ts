import { refuse } from '../refusal.ts'

/** Returns the position of a new item: before all others, after all others, or a number. */
export function positionFor(pos: unknown, others: readonly { pos: number }[]): number {
  const positions = others.map(other => other.pos)
  if (pos === 'top') return positions.length === 0 ? 16_384 : Math.min(...positions) / 2
  if (pos === undefined || pos === 'bottom') return Math.max(0, ...positions) + 16_384
  const number = Number(pos)
  if (pos === '' || !Number.isFinite(number) || number < 0) throw refuse(400, 'invalid value for pos')
  return number
}
