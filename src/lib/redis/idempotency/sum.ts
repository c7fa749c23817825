import { hash } from 'node:crypto'
import type { KeyedCall } from '../../../contract/ports.ts'

/**
 * Where a key is kept, and where is counted what its caller has. Keys of two callers, or of two operations, are two keys; those of one caller
 * share a hash slot, so that they can be counted.
 */
export function placesOf({ caller, operation, key }: KeyedCall): [place: string, used: string] {
  const owner = `{${hash('sha256', caller.id, 'base64url').slice(0, 22)}}`
  return [`tg:idem:${owner}:${hash('sha256', JSON.stringify([operation.id, key]))}`, `tg:idem_used:${owner}`]
}

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
