import { estimateTokens } from '../lib/tokens.ts'
import type { Result } from './result/result.ts'

/** Returns the bytes of an input, approximately: this runs for every call, so texts count with their length. */
export const inputBytes = (input: Record<string, unknown>, upload?: File): number => valueBytes(input) + (upload?.size ?? 0)

/** Bytes of a value as JSON that has no texts: of `12345`, `false`, `null`. */
const SHORT = 5
/** Of `"",`, and of `"":`. */
const QUOTES = 3

function valueBytes(value: unknown): number {
  if (typeof value === 'string') return value.length + QUOTES
  if (typeof value !== 'object' || value === null) return SHORT
  let bytes = 2
  if (Array.isArray(value)) for (const item of value) bytes += valueBytes(item)
  else for (const [name, one] of Object.entries(value)) bytes += name.length + QUOTES + valueBytes(one)
  return bytes
}

/** Returns what the usage counts of a result. */
export function resultBytes({ data, json = JSON.stringify(data) ?? 'null' }: Result): { bytes_out: number; tokens: number } {
  const bytes_out = Buffer.byteLength(json)
  return { bytes_out, tokens: estimateTokens(bytes_out) }
}

/** Returns the body, whose bytes are counted as they are read. */
export async function* countedBody(body: AsyncIterable<Uint8Array>, count: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    count(chunk.length)
    yield chunk
  }
}
