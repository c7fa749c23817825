/**
 * JSON that Redis can read, too. Half of a surrogate pair, as cutting a text leaves it, is a legal escape in JSON, and an error to the reader
 * in Redis's scripts: it becomes the sign for what cannot be shown.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value)
  return text.includes(HALF) ? text.replace(ESCAPE, (whole, half?: string) => (half === undefined ? whole : '\\ufffd')) : text
}

/** JSON.stringify escapes no other characters so, and whole pairs not at all. */
const HALF = '\\ud'

/** Each escape by itself: of two backslashes, the second begins none. */
const ESCAPE = /\\(?:u(d[89a-f][0-9a-f]{2})|.)/g
