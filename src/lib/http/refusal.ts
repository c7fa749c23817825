import type { Response } from 'got'

/** More than any message; what a refusal says beyond is neither told nor looked at. */
const MOST_BYTES = 64 * 1024

type Stream = AsyncIterable<Uint8Array> & { destroy: () => unknown }

/**
 * The beginning of what a refusal says, as far as it comes within `timeout_ms`; then the stream is ended. Empty where it is packed, though nobody
 * asked for that. Rejects only where `signal` is aborted meanwhile.
 */
export async function wordsOf(
  stream: Stream,
  headers: Response['headers'],
  { timeout_ms, signal }: { timeout_ms: number; signal: AbortSignal }
): Promise<Uint8Array> {
  const late = setTimeout(() => stream.destroy(), timeout_ms)
  const words = isPacked(headers) ? new Uint8Array() : await beginningOf(stream)
  clearTimeout(late)
  stream.destroy()
  signal.throwIfAborted()
  return words
}

const isPacked = ({ 'content-encoding': packed = 'identity' }: Response['headers']): boolean => packed !== 'identity'

async function beginningOf(stream: Stream): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of stream) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= MOST_BYTES) break
    }
  } catch {
    // What came until then is told all the same.
  }
  return Buffer.concat(chunks).subarray(0, MOST_BYTES)
}
