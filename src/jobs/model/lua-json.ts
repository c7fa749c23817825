import type { Json } from '../../contract/bulk.ts'

/**
 * Returns JSON that the scripts of Redis can read too. An unpaired surrogate, as a cut text can contain, is a valid escape in JSON but an error for
 * the reader in Redis: it is replaced by U+FFFD.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value)
  return text.includes(SURROGATE)
    ? text.replace(ESCAPE, (whole, surrogate?: string) => (surrogate === undefined ? whole : '\\ufffd'))
    : text
}

/** JSON.stringify escapes no other characters in this way, and no complete pairs. */
const SURROGATE = '\\ud'

/** One escape at a time: the second of two backslashes begins no escape. */
const ESCAPE = /\\(?:u(d[89a-f][0-9a-f]{2})|.)/g

/** Returns the data, or a placeholder if it is larger than `maxBytes` as JSON. Throws if JSON cannot represent it. */
export const bounded = (data: Json, maxBytes: number): Json =>
  Buffer.byteLength(JSON.stringify(data)) > maxBytes ? { left_out: `over ${maxBytes} bytes` } : data
