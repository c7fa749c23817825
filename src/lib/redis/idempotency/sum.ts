import { hash } from 'node:crypto'
import type { KeyedCall } from '../../../contract/ports.ts'

/** Where a key is kept: keys of two callers, or of two operations, are two keys. */
export const placeOf = ({ caller, operation, key }: KeyedCall): string =>
  `tg:idem:${hash('sha256', JSON.stringify([caller.id, operation.id, key]))}`

/** Sum of the input, whatever the order of its properties. */
export function printOf({ input: { idempotency_key: _, ...input } }: KeyedCall): string {
  return hash(
    'sha256',
    JSON.stringify(input, (_name, value: unknown) => sorted(value))
  )
}

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
